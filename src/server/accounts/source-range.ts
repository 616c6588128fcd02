import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

const IPV4_BITS = 32
const IPV6_BITS = 128
/** Bits of ::ffff:0:0/96, the prefix of IPv4 addresses in IPv6 form. */
const MAPPED_BITS = 96

/**
 * Parses an address in full; undefined for other text. ipaddr.js alone also takes what inet_aton
 * does: it reads 192.168 as 192.0.0.168 and 010.0.0.0 as 8.0.0.0. It also reads ::10.0.0.1, which
 * is ::a00:1, as the IPv4 address, unless it begins with 0.
 */
const readAddress = (text: string): Address | undefined =>
  isIP(text) === 0 || !ipaddr.isValid(text) ? undefined : ipaddr.parse(text.replace(/^::(?=\d+\.)/, '0::'))

/** ::ffff:a.b.c.d becomes IPv4: a dual-stack socket reports IPv4 clients so. */
const unmapped = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address

/**
 * Parses a CIDR range or an address, IPv4 or IPv6. ::ffff:a.b.c.d ranges become IPv4. Undefined for
 * other text: for a zone, which would be ignored, and for ::ffff:a.b.c.d with fewer bits than that
 * prefix has, which is no IPv4 network.
 */
const readRange = (text: string): Range | undefined => {
  const [, addressText = '', bitsText] = /^([^/%]+)(?:\/(\d+))?$/.exec(text) ?? []
  const address = readAddress(addressText)
  if (address === undefined) return undefined
  const most = address.kind() === 'ipv4' ? IPV4_BITS : IPV6_BITS
  const bits = bitsText === undefined ? most : Number(bitsText)
  if (bits > most) return undefined
  const network = unmapped(address)
  const prefixBits = network === address ? 0 : MAPPED_BITS
  return bits < prefixBits ? undefined : [network, bits - prefixBits]
}

/** True for a valid entry of a key's `allowedSources`: a CIDR range or an address. */
export const isSourceRange = (text: string): boolean => readRange(text) !== undefined

/**
 * Compiles a key's `allowedSources` into a test of addresses. Without ranges every address passes.
 * Text that is no range lets no address pass.
 */
export const compileSourceRanges = (texts: readonly string[]): ((address: string) => boolean) => {
  if (texts.length === 0) return () => true
  const ranges = texts.map(readRange).filter((range) => range !== undefined)
  return (text) => {
    const read = readAddress(text)
    if (read === undefined) return false
    const address = unmapped(read)
    return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
  }
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
