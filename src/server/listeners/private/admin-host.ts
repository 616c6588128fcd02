import { isIP } from 'node:net'

/**
 * Whether the private listener serves a request with this Host header: an address, localhost, or a
 * name the operator gave.
 *
 * Any other name may be one that a stranger's page in the operator's browser has made to lead here
 * (DNS rebinding). A request without the header comes from no browser.
 */
export const isServedHost = (header: string | undefined, names: readonly string[]): boolean => {
  if (header === undefined) return true
  const name = header.toLowerCase().replace(/:\d*$/, '')
  if (isIP(name) === 4 || (name.startsWith('[') && name.endsWith(']') && isIP(name.slice(1, -1)) === 6)) return true
  const plain = name.replace(/\.$/, '')
  return plain === 'localhost' || plain.endsWith('.localhost') || names.some((other) => other.toLowerCase() === plain)
}
