import { generateKeyPairSync } from 'node:crypto'
import { readTokenKeys } from '../../../../src/server/accounts/tokens/jwks.js'
import { TokenVerifier } from '../../../../src/server/accounts/tokens/token-verifier.js'
import { anEntitlement } from '../../../support/accounts.js'
import {
  AUDIENCE,
  confusedSignature,
  createIssuer,
  ISSUER,
  signatureOf,
  type TestIssuer,
  tokenOf,
  tokenWith,
} from '../../../support/tokens.js'

const NOW_MS = 1_800_000_000_000
const NOW = NOW_MS / 1_000
const issuers = (['RS256', 'ES256', 'EdDSA'] as const).map((algorithm) => createIssuer(algorithm))
const [rsa, ec, ed] = issuers as [TestIssuer, TestIssuer, TestIssuer]
const keys = readTokenKeys(JSON.stringify({ keys: issuers.map(({ jwk }) => jwk) }))
const entitlement = anEntitlement()
const sub = entitlement.account.id

describe('a token', () => {
  let nowMs = NOW_MS
  let verifier: TokenVerifier
  beforeEach(() => {
    nowMs = NOW_MS
    verifier = new TokenVerifier(keys, { issuer: ISSUER, audience: AUDIENCE, leewaySeconds: 30 }, () => nowMs)
  })
  const good = (claims: object = {}, issuer = rsa, header: object = {}) =>
    tokenOf(issuer, { sub, ...claims }, { nowMs: NOW_MS, header })
  const narrow = (text: string) => verifier.narrow(text, entitlement)

  test.each(issuers)('of the issuer is taken: $algorithm', async (issuer) => {
    const narrowed = await narrow(good({}, issuer))
    expect(narrowed).toMatchObject({ account: { id: sub }, key: { networks: entitlement.key.networks } })
    expect(await narrow(good({ sub: entitlement.key.id, aud: ['other', AUDIENCE] }, issuer))).toBeDefined()
  })

  test('is known at once when it comes again, as the same entitlement, until it ends', async () => {
    const text = good()
    const first = await narrow(text)
    expect(narrow(text)).toBe(first)
    nowMs = NOW_MS + 89_999
    expect(narrow(text)).toBe(first)
    nowMs = NOW_MS + 90_000
    expect(narrow(text)).toBeUndefined()
  })

  test('that comes often at once is checked once', async () => {
    const text = good()
    const all = await Promise.all([narrow(text), narrow(text), narrow(text)])
    expect(new Set(all).size).toBe(1)
  })

  const claims = { iss: ISSUER, aud: AUDIENCE, sub, exp: NOW + 60 }
  test.each<[string, string]>([
    ['alg none', tokenWith({ alg: 'none', kid: 'RS256' }, claims, () => Buffer.alloc(0))],
    ['alg none with a signature', tokenWith({ alg: 'none', kid: 'RS256' }, claims, signatureOf(rsa))],
    ['HS256 with the public key', tokenWith({ alg: 'HS256', kid: 'RS256' }, claims, confusedSignature(rsa))],
    ['RS256 that is an HMAC', tokenWith({ alg: 'RS256', kid: 'RS256' }, claims, confusedSignature(rsa, 'der'))],
    ['another algorithm than its key has', tokenWith({ alg: 'ES256', kid: 'RS256' }, claims, signatureOf(rsa))],
    ['RS512', tokenWith({ alg: 'RS512', kid: 'RS256' }, claims, signatureOf(rsa))],
    ['the kid of another key', tokenOf(ec, claims, { header: { kid: 'RS256' } })],
    ['an unknown kid', tokenOf(rsa, claims, { header: { kid: 'other' } })],
    ['no kid', tokenOf(rsa, claims, { header: { kid: undefined } })],
    ['a key of its own', tokenOf(createIssuer('EdDSA', 'mine'), claims, { header: { jwk: ed.jwk } })],
    ['extensions', tokenOf(rsa, claims, { header: { crit: ['exp'] } })],
    [
      'the signature of another issuer',
      tokenWith({ alg: 'RS256', kid: 'RS256' }, claims, signatureOf(createIssuer('RS256'))),
    ],
    ['an ES256 signature of zeros', tokenWith({ alg: 'ES256', kid: 'ES256' }, claims, () => Buffer.alloc(64))],
    ['a short signature', tokenWith({ alg: 'EdDSA', kid: 'EdDSA' }, claims, () => Buffer.from('x'))],
    [
      'claims changed',
      good().replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify({ ...claims, exp: NOW + 61 })).toString('base64url')}.`,
      ),
    ],
    ['a fourth part', `${good()}.e30`],
    [
      'claims that are a list',
      tokenOf(rsa, claims).length > 0 ? tokenWith({ alg: 'RS256', kid: 'RS256' }, [claims], signatureOf(rsa)) : '',
    ],
    ['no JSON', 'a.b.c'],
    ['more than 8 KiB', tokenOf(rsa, { ...claims, more: 'x'.repeat(8_192) })],
    ['another issuer', good({ iss: 'https://other.example' })],
    ['another audience', good({ aud: 'other' })],
    ['no audience', good({ aud: undefined })],
    ['another account', good({ sub: 'acc_other' })],
    ['no subject', good({ sub: undefined })],
    ['no end', good({ exp: undefined })],
    ['an end that is text', good({ exp: String(NOW + 60) })],
    ['its end past', good({ exp: NOW - 31 })],
    ['its beginning to come', good({ nbf: NOW + 31 })],
    ['a list that is none', good({ methods: 'eth_call' })],
    ['a list of numbers', good({ networks: [1] })],
  ])('is refused with %s', async (_case, text) => {
    expect(await narrow(text)).toBeUndefined()
    expect(await narrow(text)).toBeUndefined()
  })

  test('may be off by the leeway', async () => {
    expect(await narrow(good({ exp: NOW - 29, nbf: NOW + 29 }))).toBeDefined()
  })

  test('narrows the key, and never widens it', async () => {
    const key = { ...entitlement.key, networks: ['a', 'b'], allowedMethods: ['x', 'y'], allowedContracts: [] }
    const own = { ...entitlement, key }
    const lists = { networks: ['b', 'c'], methods: ['y', 'z'], contracts: ['0xAB'] }
    expect(await verifier.narrow(good(lists), own)).toMatchObject({
      key: {
        networks: ['b'],
        allowedMethods: ['y'],
        allowedContracts: ['0xab'],
        revokesAt: new Date(NOW_MS + 90_000).toISOString(),
      },
    })
    // An empty list of a key allows everything: one with nothing in common must not become that.
    expect(await verifier.narrow(good({ methods: ['z'] }), own)).toBe('nothing')
    expect(await verifier.narrow(good({ methods: [] }), own)).toBe('nothing')
    expect(await verifier.narrow(good({ contracts: [] }), own)).toBe('nothing')
    expect(await verifier.narrow(good({ networks: [] }), own)).toMatchObject({ key: { networks: [] } })
  })
})

describe('a key set', () => {
  const message = (...jwks: unknown[]) => {
    try {
      readTokenKeys(JSON.stringify({ keys: jwks }))
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const { jwk } = ec
  const short = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' })

  test.each<[string, unknown[]]>([
    ['has no list', []],
    ['has no kid', [{ ...jwk, kid: undefined }]],
    ['the kid of another', [jwk, jwk]],
    ['is for none of', [{ kty: 'oct', k: 'c2VjcmV0', kid: 'a' }]],
    ['is for none of', [{ ...jwk, crv: 'P-521' }]],
    ['private key', [{ ...ec.privateKey.export({ format: 'jwk' }), kid: 'a' }]],
    ['another algorithm', [{ ...jwk, alg: 'HS256' }]],
    ['another use', [{ ...jwk, use: 'enc' }]],
    ['no valid key', [{ ...jwk, x: 'AAAA' }]],
    ['fewer than 2048 bits', [{ ...short, kid: 'a' }]],
  ])('that %s is refused, and none of it quoted', (part, jwks) => {
    expect(message(...jwks)).toContain(part)
    expect(message(...jwks)).not.toContain(String(jwk.x))
  })

  test('that is no JSON is refused', () => {
    expect(() => readTokenKeys('x')).toThrow('is not JSON')
    expect(() => readTokenKeys('null')).toThrow('has no list')
    expect(message(jwk, rsa.jwk)).toBeUndefined()
  })
})
