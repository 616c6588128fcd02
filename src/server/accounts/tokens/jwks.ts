import { createPublicKey, type KeyObject } from 'node:crypto'
import { readRegularFile } from '../../../runtime/read-file.js'

/**
 * Supported signatures (RFC 7518, section 3.1; RFC 8037, section 3.1); none that a public key could
 * forge.
 */
export type TokenAlgorithm = 'RS256' | 'ES256' | 'EdDSA'

/** A verification key; it is for one algorithm, whatever a token's header claims. */
export interface TokenKey {
  readonly algorithm: TokenAlgorithm
  readonly key: KeyObject
}

/** Keys by their `kid`. */
export type TokenKeys = ReadonlyMap<string, TokenKey>

/** RFC 7518, section 3.3. */
const LEAST_RSA_BITS = 2_048
const MAX_KEYS = 100
const MAX_FILE_BYTES = 1_000_000

type Jwk = Readonly<Record<string, unknown>>

/**
 * Reads a JSON Web Key Set (RFC 7517).
 *
 * Errors  throws for other text, and for an unsuitable key: symmetric, private, too short, for
 *         another use, or without a unique `kid`. The message names the key's place and quotes
 *         nothing of it
 */
export const readTokenKeys = (text: string): TokenKeys => {
  const keys = new Map<string, TokenKey>()
  for (const [index, jwk] of listOf(text).entries()) {
    const place = `keys[${index}]`
    const { kid } = jwk
    if (typeof kid !== 'string' || kid === '') throw new Error(`${place} has no kid`)
    if (keys.has(kid)) throw new Error(`${place} has the kid of another key`)
    keys.set(kid, readKey(jwk, place))
  }
  return keys
}

/**
 * Reads the key set in a file. Throws as `readTokenKeys` and `readRegularFile` do; the message
 * begins with the path.
 */
export const readTokenKeyFile = (path: string): TokenKeys => {
  try {
    return readTokenKeys(readRegularFile(path, MAX_FILE_BYTES).toString())
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
  }
}

const listOf = (text: string): readonly Jwk[] => {
  let keys: unknown
  try {
    keys = (JSON.parse(text) as { keys?: unknown } | null)?.keys
  } catch {
    throw new Error('is not JSON')
  }
  if (!isKeyList(keys) || keys.length === 0) throw new Error('has no list "keys" with a key in it')
  if (keys.length > MAX_KEYS) throw new Error(`has more than ${MAX_KEYS} keys`)
  return keys
}

const isKeyList = (keys: unknown): keys is readonly Jwk[] =>
  Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null)

const algorithmOf = ({ kty, crv }: Jwk): TokenAlgorithm | undefined => {
  if (kty === 'RSA') return 'RS256'
  if (kty === 'EC') return crv === 'P-256' ? 'ES256' : undefined
  return kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : undefined
}

const readKey = (jwk: Jwk, place: string): TokenKey => {
  const algorithm = algorithmOf(jwk)
  if (algorithm === undefined) throw new Error(`${place} is for none of RS256, ES256 (P-256) and EdDSA (Ed25519)`)
  if (jwk.d !== undefined) throw new Error(`${place} is a private key, which belongs to the issuer alone`)
  if (jwk.alg !== undefined && jwk.alg !== algorithm) throw new Error(`${place} is for another algorithm by its alg`)
  if (jwk.use !== undefined && jwk.use !== 'sig') throw new Error(`${place} is for another use than signatures`)
  let key: KeyObject
  try {
    key = createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    throw new Error(`${place} is no valid key`)
  }
  if (algorithm === 'RS256' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS)
    throw new Error(`${place} has fewer than ${LEAST_RSA_BITS} bits`)
  return { algorithm, key }
}
