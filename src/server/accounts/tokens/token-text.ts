import { isObject } from '../../../runtime/is-object.js'
import type { TokenKeys } from './jwks.js'

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Claims of a token (RFC 7519, section 4). */
export type Claims = Readonly<Record<string, unknown>>

/**
 * The claims of a token with a valid signature by one of the keys; undefined for any other text.
 * Verifies on libuv's threads.
 *
 * The key is found by `kid` and fixes the algorithm: a token that names another one (`none`, or
 * HS256 with the public key as secret) is rejected, and so is one with critical extensions
 * (`crit`).
 * Source  RFC 7515, sections 4 and 5.2; RFC 7519; RFC 8725, sections 2.1 and 3.1
 */
export const signedClaims = async (text: string, keys: TokenKeys): Promise<Claims | undefined> => {
  // jose takes padding and white space, too, so one token would have many texts.
  if (!COMPACT.test(text)) return undefined
  const { compactVerify } = await import('jose/jws/compact/verify')
  try {
    const { payload } = await compactVerify(text, ({ kid = '', alg, crit }) => {
      const found = keys.get(kid)
      if (found === undefined || alg !== found.algorithm || crit !== undefined) throw new Error('no key for this token')
      return found.key
    })
    const claims: unknown = JSON.parse(Buffer.from(payload).toString())
    return isObject(claims) ? (claims as Claims) : undefined
  } catch {
    return undefined
  }
}
