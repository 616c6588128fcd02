import type { RequestHead } from '../http/server/handler.js'

/** RFC 9110, section 11.4: a scheme in any case, blanks, and what the scheme wants; RFC 6750, section 2.1, and RFC 7617, section 2. */
const AUTHORIZATION = /^(bearer|basic) +([\w.~+/-]+=*)$/i

/**
 * Finds the text of the one key that a request brings: in its path (`pathKey`), or as a Bearer token, as a Basic password or as X-API-Key.
 *
 * Undefined for none and for more than one: RFC 6750, section 2, forbids clients to say it twice, and which of two keys pays must not
 * depend on the order in which they are looked for.
 */
export const keyTextOf = (
  request: Pick<RequestHead, 'hasCredentials' | 'header'>,
  pathKey: string | undefined,
): string | undefined => {
  if (!request.hasCredentials) return pathKey
  if (pathKey !== undefined) return undefined
  const authorization = request.header('authorization')
  const apiKey = request.header('x-api-key')
  if (authorization === undefined) return apiKey
  return apiKey === undefined ? authorizedKey(authorization) : undefined
}

/** A field that came twice is joined by a comma, which no scheme here has: it names no key. */
const authorizedKey = (authorization: string): string | undefined => {
  const [, scheme = '', text = ''] = AUTHORIZATION.exec(authorization) ?? []
  return scheme.toLowerCase() === 'basic' ? passwordOf(text) : text || undefined
}

/** The user before the first colon may be anything: it says nothing. */
const passwordOf = (credentials: string): string | undefined => {
  const pair = Buffer.from(credentials, 'base64').toString('latin1')
  const colon = pair.indexOf(':')
  return colon === -1 ? undefined : pair.slice(colon + 1) || undefined
}
