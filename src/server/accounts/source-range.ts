import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = readonly [network: AddressWords, bits: number]
/** An address in words of 32 bits: one of IPv4, four of IPv6. */
type AddressWords = readonly number[]

const WORD_BITS = 32
/** Bits of ::ffff:0:0/96, the prefix of IPv4 addresses in IPv6 form. */
const MAPPED_BITS = 96

/**
 * Parses an address in full; undefined for other text. ipaddr.js alone also takes what inet_aton
 * does: it reads 192.168 as 192.0.0.168 and 010.0.0.0 as 8.0.0.0. It also reads ::10.0.0.1, which
 * is ::a00:1, as the IPv4 address, unless it begins with 0. Its functions for both versions parse
 * a text several times.
 */
const readAddress = (text: string): Address | undefined => {
  const version = isIP(text)
  if (version === 0) return undefined
  try {
    return version === 4 ? ipaddr.IPv4.parse(text) : ipaddr.IPv6.parse(text.replace(/^::(?=\d+\.)/, '0::'))
  } catch {
    // It knows fewer zones than Node does.
    return undefined
  }
}

/** ::ffff:a.b.c.d becomes IPv4: a dual-stack socket reports IPv4 clients so. */
const unmapped = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address

const wordsOf = (address: Address): AddressWords => {
  if (address instanceof ipaddr.IPv4) return [address.octets.reduce((word, octet) => (word << 8) | octet)]
  const { parts } = address
  return [0, 2, 4, 6].map((at) => (parts[at]! << 16) | parts[at + 1]!)
}

/**
 * Parses a CIDR range or an address, IPv4 or IPv6. ::ffff:a.b.c.d ranges become IPv4. Undefined for
 * other text: for a zone, which would be ignored, and for ::ffff:a.b.c.d with fewer bits than that
 * prefix has, which is no IPv4 network.
 */
const readRange = (text: string): Range | undefined => {
  const [, addressText = '', bitsText] = /^([^/%]+)(?:\/(\d+))?$/.exec(text) ?? []
  const address = readAddress(addressText)
  if (address === undefined) return undefined
  const plain = unmapped(address)
  const network = wordsOf(plain)
  const prefixBits = plain === address ? 0 : MAPPED_BITS
  const most = prefixBits + network.length * WORD_BITS
  const bits = bitsText === undefined ? most : Number(bitsText)
  return bits < prefixBits || bits > most ? undefined : [network, bits - prefixBits]
}

/** True for a valid entry of a key's `allowedSources`: a CIDR range or an address. */
export const isSourceRange = (text: string): boolean => readRange(text) !== undefined

/** A word of a mask that has so many bits from there on: none below 0, all above 32. */
const maskWord = (bits: number): number => (bits <= 0 ? 0 : -1 << Math.max(0, WORD_BITS - bits))

/**
 * Packs the ranges whose addresses have so many words: of each the network, then the mask. As
 * objects they take ten times the memory.
 */
const packed = (ranges: readonly Range[], words: number): Int32Array => {
  const all: number[] = []
  for (const [network, bits] of ranges)
    if (network.length === words) all.push(...network, ...network.map((_, at) => maskWord(bits - at * WORD_BITS)))
  return Int32Array.from(all)
}

const isInOne = (address: AddressWords, ranges: Int32Array): boolean => {
  const words = address.length
  for (let at = 0; at < ranges.length; at += 2 * words) {
    let same = 0
    while (same < words && ((address[same]! ^ ranges[at + same]!) & ranges[at + words + same]!) === 0) same++
    if (same === words) return true
  }
  return false
}

type SourceTest = (address: string) => boolean

const compile = (texts: readonly string[]): SourceTest => {
  if (texts.length === 0) return () => true
  const ranges = texts.map(readRange).filter((range) => range !== undefined)
  const [ofIpv4, ofIpv6] = [packed(ranges, 1), packed(ranges, 4)]
  return (text) => {
    const read = readAddress(text)
    if (read === undefined) return false
    const address = wordsOf(unmapped(read))
    return isInOne(address, address.length === 1 ? ofIpv4 : ofIpv6)
  }
}

/** By the list: KeyResolver keeps it while it says the same, and a token's key has it, too. */
const compiled = new WeakMap<readonly string[], SourceTest>()

/**
 * The test of addresses for a key's `allowedSources`, which is compiled once for each list: a
 * thousand ranges take milliseconds. Without ranges every address passes. Text that is no range
 * lets no address pass.
 */
export const sourceTestOf = (texts: readonly string[]): SourceTest => {
  let test = compiled.get(texts)
  if (test === undefined) {
    test = compile(texts)
    compiled.set(texts, test)
  }
  return test
}

/** A subscriber gets a whole /64 of IPv6 and may call from any address in it. */
const IPV6_GROUPS = 4

/**
 * The unit that counts as one source: an IPv4 address, or an IPv6 /64; other text counts unchanged.
 */
export const sourceName = (source: string): string => {
  const read = source.includes(':') ? readAddress(source) : undefined
  if (read === undefined) return source
  const address = unmapped(read)
  return address instanceof ipaddr.IPv4 ? address.toString() : address.parts.slice(0, IPV6_GROUPS).join(':')
}
