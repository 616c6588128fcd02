import type { IncomingMessage } from 'node:http'

/** The header by which a page shows that it is the session's own; see requestTokenOf. */
export const REQUEST_TOKEN_HEADER = 'x-tollgate-request-token'

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Whether a request was made by a page of this very listener, by what browsers say of it and pages
 * cannot change: Sec-Fetch-Site where it is sent (over TLS, and to this machine), and the origin. A
 * page of the same host and another port is of the same site, and gets the session's cookie, but it
 * is another origin.
 *
 * `isChange`  what is no GET has an Origin from every browser, so that one without it is refused
 */
export const isSameOrigin = (request: IncomingMessage, publicUrl: string | undefined, isChange: boolean): boolean => {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && (isChange || site !== 'none')) return false
  if (origin === undefined) return !isChange
  const own = [host?.toLowerCase(), publicUrl === undefined ? undefined : hostOf(publicUrl)]
  const asked = hostOf(origin)
  return asked !== undefined && own.includes(asked)
}
