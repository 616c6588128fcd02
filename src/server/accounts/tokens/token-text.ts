import { verify } from 'node:crypto'
import type { TokenKeys } from './jwks.js'

const SEGMENT = /^[A-Za-z0-9_-]+$/

/** Claims of a token (RFC 7519, section 4). */
export type Claims = Readonly<Record<string, unknown>>

/** Decodes a segment to an object; undefined for other text. */
const objectOf = (segment: string): Claims | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined
  } catch {
    return undefined
  }
}

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
  const [head = '', body = '', signature = '', ...more] = text.split('.')
  if (more.length > 0 || ![head, body, signature].every((segment) => SEGMENT.test(segment))) return undefined
  const header = objectOf(head)
  if (typeof header?.kid !== 'string' || header.crit !== undefined) return undefined
  const found = keys.get(header.kid)
  if (found === undefined || header.alg !== found.algorithm) return undefined
  const { algorithm, key } = found
  const hash = algorithm === 'EdDSA' ? null : 'sha256'
  // RFC 7518, section 3.4: ES256 signs with two numbers of 32 bytes, not DER. Other algorithms
  // ignore this option.
  const input = { key, dsaEncoding: 'ieee-p1363' } as const
  const isSigned = await new Promise<boolean>((resolve) => {
    const signed = Buffer.from(`${head}.${body}`)
    verify(hash, signed, input, Buffer.from(signature, 'base64url'), (error, isValid) => resolve(!error && isValid))
  }).catch(() => false)
  return isSigned ? objectOf(body) : undefined
}
