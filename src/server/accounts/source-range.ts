import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * True for an address in full. ipaddr.js also takes what inet_aton does: it reads 192.168 as
 * 192.0.0.168 and 010.0.0.0 as 8.0.0.0. The zone of an IPv6 address would be ignored.
 */
const isAddress = (text: string): boolean =>
  text.includes(':') ? ipaddr.IPv6.isValid(text) && !text.includes('%') : ipaddr.IPv4.isValidFourPartDecimal(text)

/**
 * Parses a CIDR range or an address, IPv4 or IPv6. ::ffff:a.b.c.d ranges become IPv4. Undefined for
 * other text.
 */
const readRange = (text: string): Range | undefined => {
  if (!isAddress(text.replace(/\/\d+$/, ''))) return undefined
  if (text.includes('/')) {
    if (!ipaddr.isValidCIDR(text)) return undefined
    const [address, bits] = ipaddr.parseCIDR(text)
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
      return [address.toIPv4Address(), bits - 96]
    }
    return [address, bits]
  }
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** True for a valid entry of a key's `allowedSources`: a CIDR range or an address. */
export const isSourceRange = (text: string): boolean => readRange(text) !== undefined

/**
 * Compiles a key's `allowedSources` into a test of addresses. Without ranges every address passes.
 */
export const compileSourceRanges = (texts: readonly string[]): ((address: string) => boolean) => {
  if (texts.length === 0) return () => true
  const ranges = texts.map(readRange).filter((range) => range !== undefined)
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    // A dual-stack socket reports IPv4 clients as ::ffff:a.b.c.d; `process` undoes that.
    const address = ipaddr.process(text)
    return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
  }
}

/** A subscriber gets a whole /64 of IPv6 and may call from any address in it. */
const IPV6_GROUPS = 4

/**
 * The unit that counts as one source: an IPv4 address, or an IPv6 /64; other text counts unchanged.
 */
export const sourceName = (source: string): string => {
  if (!source.includes(':') || !ipaddr.IPv6.isValid(source)) return source
  const address = ipaddr.IPv6.parse(source)
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  return address.parts.slice(0, IPV6_GROUPS).join(':')
}
