import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { TokenAlgorithm } from '../../src/server/accounts/tokens/jwks.js'

/** An issuer of tokens with a key of one algorithm; its `jwk` is the public one. */
export interface TestIssuer {
  readonly algorithm: TokenAlgorithm
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly jwk: Record<string, unknown>
}

export const ISSUER = 'https://issuer.example'
export const AUDIENCE = 'rpc.example'

const pairOf = (algorithm: TokenAlgorithm, modulusLength: number) => {
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength })
  return algorithm === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
}

export const createIssuer = (algorithm: TokenAlgorithm, kid: string = algorithm, modulusLength = 2_048): TestIssuer => {
  const { privateKey, publicKey } = pairOf(algorithm, modulusLength)
  return { algorithm, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } }
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The three parts of a token, put together; `signature` is made of the first two. */
export const tokenWith = (header: object, claims: unknown, signature: (signed: string) => Buffer): string => {
  const signed = `${base64url(header)}.${base64url(claims)}`
  return `${signed}.${signature(signed).toString('base64url')}`
}

/** A signature as the issuer's algorithm makes it. */
export const signatureOf =
  ({ algorithm, privateKey }: TestIssuer) =>
  (signed: string): Buffer =>
    sign(algorithm === 'EdDSA' ? null : 'sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })

/** A token as it should be, and ends in a minute of `nowMs`; `claims` change or add to its own. */
export const tokenOf = (
  issuer: TestIssuer,
  claims: object,
  { header = {}, nowMs = Date.now() }: { header?: object; nowMs?: number } = {},
): string => {
  const { algorithm, jwk } = issuer
  const whole = { iss: ISSUER, aud: AUDIENCE, exp: Math.floor(nowMs / 1_000) + 60, ...claims }
  return tokenWith({ alg: algorithm, kid: jwk.kid, typ: 'JWT', ...header }, whole, signatureOf(issuer))
}

/** An HMAC with the public key as secret, which a verifier that believes `alg` would take. */
export const confusedSignature =
  ({ publicKey }: TestIssuer, format: 'pem' | 'der' = 'pem') =>
  (signed: string): Buffer =>
    createHmac('sha256', publicKey.export({ type: 'spki', format } as never))
      .update(signed)
      .digest()
