import type { CallerProof } from '../accounts/caller-proof.js'
import type { RequestHead } from '../http/server/handler.js'

/** RFC 9110, section 11.4: a scheme in any case, blanks, and what the scheme wants; RFC 6750, section 2.1, and RFC 7617, section 2. */
const AUTHORIZATION = /^(bearer|basic) +([\w.~+/-]+=*)$/i

const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/

/**
 * Finds the text of the one key that a request brings: in its path (`pathKey`), or as a Bearer token, as a Basic password or as X-API-Key.
 *
 * Undefined for none and for more than one: RFC 6750, section 2, forbids clients to say it twice, and which of two keys pays must not
 * depend on the order in which they are looked for. What `proofOf` found, which only proves that the key in the path is the caller's own, is no second key.
 */
export const keyTextOf = (
  request: Pick<RequestHead, 'hasCredentials' | 'header'>,
  pathKey: string | undefined,
  proof: CallerProof | undefined,
): string | undefined => {
  if (!request.hasCredentials) return pathKey
  if (pathKey !== undefined) return proof === undefined ? undefined : pathKey
  const authorization = request.header('authorization')
  const apiKey = request.header('x-api-key')
  if (authorization === undefined) return apiKey
  return apiKey === undefined ? authorizedKey(authorization) : undefined
}

/**
 * Finds what a request brings beside the key in its path: a secret, as the Basic password of a user without a name, or a token (JWT) as
 * Bearer. A key has no dots, so neither is taken for the other.
 *
 * Source  RFC 7617, section 2: the name may be empty; RFC 7515, section 3.1
 */
export const proofOf = (
  request: Pick<RequestHead, 'hasCredentials' | 'header'>,
  pathKey: string | undefined,
): CallerProof | undefined => {
  if (!request.hasCredentials || pathKey === undefined || request.header('x-api-key') !== undefined) return undefined
  const [, scheme = '', text = ''] = AUTHORIZATION.exec(request.header('authorization') ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return TOKEN.test(text) ? { kind: 'token', text } : undefined
  if (scheme.toLowerCase() !== 'basic') return undefined
  const pair = Buffer.from(text, 'base64').toString('latin1')
  return pair.startsWith(':') && pair.length > 1 ? { kind: 'secret', text: pair.slice(1) } : undefined
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
