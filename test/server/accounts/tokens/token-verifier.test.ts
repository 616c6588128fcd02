import { threadJobs } from '../../../../src/runtime/turns/fair-queue.js'
import { BoundedCache } from '../../../../src/server/accounts/bounded-cache.js'
import { GuessLimit } from '../../../../src/server/accounts/guess-limit.js'
import { readTokenKeys } from '../../../../src/server/accounts/tokens/jwks.js'
import { TokenVerifier, type TokenVerifierDeps } from '../../../../src/server/accounts/tokens/token-verifier.js'
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
/** An issuer whose signatures are 384 bytes: 512 characters. */
const wide = createIssuer('RS256', 'wide', 3_072)
const [rsa, ec, ed] = issuers as [TestIssuer, TestIssuer, TestIssuer]
const keys = readTokenKeys(JSON.stringify({ keys: [...issuers, wide].map(({ jwk }) => jwk) }))
const entitlement = anEntitlement()
const sub = entitlement.account.id
const SOURCE = '192.0.2.1'

const partsAt = (nowMs: () => number, wrongPerSecond = 1_000_000): TokenVerifierDeps => ({
  keys,
  rules: { issuer: ISSUER, audience: AUDIENCE },
  guessLimit: new GuessLimit(() => wrongPerSecond, nowMs),
  seenBefore: new BoundedCache(100),
  nowMs,
})

describe('a token', () => {
  let nowMs = NOW_MS
  let verifier: TokenVerifier
  beforeEach(() => {
    nowMs = NOW_MS
    verifier = new TokenVerifier(partsAt(() => nowMs))
  })
  const good = (claims: object = {}, issuer = rsa, header: object = {}) =>
    tokenOf(issuer, { sub, ...claims }, { nowMs: NOW_MS, header })
  const narrow = (text: string) => verifier.narrow(text, entitlement, SOURCE)

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
    ['an extension that jose knows', tokenOf(rsa, claims, { header: { crit: ['b64'], b64: true } })],
    ['no algorithm', tokenOf(rsa, claims, { header: { alg: undefined } })],
    ['a kid that is a number', tokenOf(rsa, claims, { header: { kid: 1 } })],
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
    ['padding', `${good()}==`],
    ['white space', `${good()} `],
    // One character beyond groups of four holds six bits, too few for a byte.
    ['a character too many', `${tokenOf(wide, claims)}A`],
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
    expect(await verifier.narrow(good(lists), own, SOURCE)).toMatchObject({
      key: {
        networks: ['b'],
        allowedMethods: ['y'],
        allowedContracts: ['0xab'],
        revokesAt: new Date(NOW_MS + 90_000).toISOString(),
      },
    })
    // An empty list of a key allows everything, so a key and a token with nothing in common must
    // not make one.
    expect(await verifier.narrow(good({ methods: ['z'] }), own, SOURCE)).toBe('nothing')
    expect(await verifier.narrow(good({ methods: [] }), own, SOURCE)).toBe('nothing')
    expect(await verifier.narrow(good({ contracts: [] }), own, SOURCE)).toBe('nothing')
    expect(await verifier.narrow(good({ networks: [] }), own, SOURCE)).toMatchObject({ key: { networks: [] } })
  })
})

describe('wrong tokens', () => {
  /**
   * A verifier that counts the signatures it looks at, and lets a source send 10 and 100 wrong
   * tokens at once.
   */
  const start = () => {
    let nowMs = NOW_MS
    let signatures = 0
    const counted = {
      get: (kid: string) => {
        signatures++
        return keys.get(kid)
      },
    } as typeof keys
    const parts = { ...partsAt(() => nowMs, 1), keys: counted }
    const verifier = new TokenVerifier(parts)
    let made = 0
    const text = (claims: object = {}) => tokenOf(ed, { sub, jti: made++, ...claims }, { nowMs: NOW_MS })
    const wrong = () => text({ aud: 'other' })
    return {
      parts,
      text,
      wrong,
      narrow: (token: string, source = SOURCE) => verifier.narrow(token, entitlement, source),
      signatures: () => signatures,
      pass: (ms: number) => {
        nowMs += ms
      },
    }
  }
  const MOST = 10 + 100

  test('of one source are refused without a look at the signature, once there were too many', async () => {
    const { wrong, text, narrow, signatures, pass } = start()
    for (let sent = 0; sent < MOST + 50; sent++) expect(await narrow(wrong())).toBeUndefined()
    expect(signatures()).toBe(MOST)
    expect(await narrow(text(), '192.0.2.2')).toBeDefined()
    expect(await narrow(text())).toBeUndefined()
    pass(1_000)
    expect(await narrow(text())).toBeDefined()
  })

  test('of one source leave those alone that it sends with a key of another account', async () => {
    const { parts, wrong, narrow } = start()
    for (let sent = 0; sent < MOST + 50; sent++) await narrow(wrong())
    const verifier = new TokenVerifier(parts)
    const other = { ...entitlement, account: { ...entitlement.account, id: 'acc_2' } }
    const newToken = tokenOf(ed, { sub: 'acc_2', jti: 'other' }, { nowMs: NOW_MS })
    expect(await verifier.narrow(newToken, entitlement, SOURCE)).toBeUndefined()
    expect(await verifier.narrow(newToken, other, SOURCE)).toBeDefined()
  })

  test('leave tokens alone that were good before, also under another configuration', async () => {
    const { parts, wrong, text, narrow } = start()
    const known = text()
    const first = await narrow(known)
    for (let sent = 0; sent < MOST; sent++) await narrow(wrong())
    expect(await narrow(known)).toBe(first)
    expect(await new TokenVerifier(parts).narrow(known, entitlement, SOURCE)).toBeDefined()
  })

  test('count as such only when they were checked: of more at once it is said that too many wait', async () => {
    const { text, narrow } = start()
    const results = await Promise.all(Array.from({ length: MOST + 5 }, () => narrow(text())))
    expect(results.filter((result) => result === 'busy')).toHaveLength(5)
    expect(results).not.toContain(undefined)
    expect(await narrow(text())).toMatchObject({ account: { id: sub } })
  })

  test('of one account let those of another have their turn', async () => {
    // Checks are told apart by the key that they begin with: a thread that is slow may end late.
    const begun: string[] = []
    const noted = {
      get: (kid: string) => {
        begun.push(kid)
        return keys.get(kid)
      },
    } as typeof keys
    const verifier = new TokenVerifier({ ...partsAt(() => NOW_MS), keys: noted })
    const other = { ...entitlement, account: { ...entitlement.account, id: 'acc_2' } }
    const ask = (owner: typeof entitlement, issuer: TestIssuer, jti: number) =>
      verifier.narrow(tokenOf(issuer, { sub: owner.account.id, jti }, { nowMs: NOW_MS }), owner, SOURCE)
    const crowd = Array.from({ length: 40 }, (_, jti) => ask(entitlement, ed, jti))
    await Promise.all([...crowd, ask(other, ec, 0)])
    expect(begun).toHaveLength(41)
    // Two tokens of the crowd are being checked already, and one more may be next.
    expect(begun.indexOf('ES256')).toBeLessThan(8)
  })

  test('that find the queue full are not called wrong', async () => {
    const { text, narrow } = start()
    let end = (): void => {}
    const ending = new Promise<void>((resolve) => {
      end = resolve
    })
    const jobs: Promise<void>[] = []
    for (let job = threadJobs.run(sub, () => ending); job !== undefined; job = threadJobs.run(sub, () => ending))
      jobs.push(job)
    const token = text()
    expect(narrow(token)).toBe('busy')
    end()
    await Promise.all(jobs)
    expect(await narrow(token)).toMatchObject({ account: { id: sub } })
  })
})
