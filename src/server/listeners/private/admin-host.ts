import { isIP } from 'node:net'

/** Letters of a host name (RFC 1035, section 2.3.4) with a port. Longer ones take long to parse. */
export const MAX_HOST_LENGTH = 260

/**
 * Reports whether the private listener serves a Host header: an address, localhost, or a name that
 * the operator configured.
 *
 * Another name may be that of a stranger's page, which the operator's browser resolves to this
 * address (DNS rebinding). Only programs other than browsers omit the header.
 */
export const isServedHost = (header: string | undefined, names: readonly string[]): boolean => {
  if (header === undefined) return true
  if (header.length > MAX_HOST_LENGTH) return false
  const name = header.toLowerCase().replace(/:\d*$/, '')
  if (isIP(name) === 4 || (name.startsWith('[') && name.endsWith(']') && isIP(name.slice(1, -1)) === 6)) return true
  const plain = name.replace(/\.$/, '')
  return plain === 'localhost' || plain.endsWith('.localhost') || names.some((other) => other.toLowerCase() === plain)
}
