import type { IncomingMessage } from 'node:http'
import { MAX_HOST_LENGTH } from '../listeners/private/admin-host.js'

/** The header by which a page proves that it belongs to the session; see requestTokenOf. */
export const REQUEST_TOKEN_HEADER = 'x-tollgate-request-token'

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Reports whether a page of this listener made the request, by headers that pages cannot change:
 * Sec-Fetch-Site if sent (over TLS, and to localhost), and Origin. A page on another port of the
 * host is same-site and gets the session's cookie, but it is another origin.
 *
 * `isChange`  browsers send Origin with every request but GET, so its absence is refused
 */
export const isSameOrigin = (request: IncomingMessage, publicUrl: string | undefined, isChange: boolean): boolean => {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && (isChange || site !== 'none')) return false
  if (origin === undefined) return !isChange
  const own = [host?.toLowerCase(), publicUrl === undefined ? undefined : hostOf(publicUrl)]
  if (origin.length > 'https://'.length + MAX_HOST_LENGTH) return false
  const asked = hostOf(origin)
  return asked !== undefined && own.includes(asked)
}
