import { isIP } from 'node:net'

/**
 * Reports whether the private listener serves a Host header: an address, localhost, or a name that
 * the operator configured.
 *
 * Any other name may be a stranger's page that points here through the operator's browser (DNS
 * rebinding). Browsers always send the header, so requests without it are served.
 */
export const isServedHost = (header: string | undefined, names: readonly string[]): boolean => {
  if (header === undefined) return true
  const name = header.toLowerCase().replace(/:\d*$/, '')
  if (isIP(name) === 4 || (name.startsWith('[') && name.endsWith(']') && isIP(name.slice(1, -1)) === 6)) return true
  const plain = name.replace(/\.$/, '')
  return plain === 'localhost' || plain.endsWith('.localhost') || names.some((other) => other.toLowerCase() === plain)
}
