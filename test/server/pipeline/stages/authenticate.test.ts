import type { Entitlement, Key } from '../../../../src/server/accounts/account.js'
import { narrowed } from '../../../../src/server/accounts/tokens/token-grant.js'
import type { Arrival } from '../../../../src/server/pipeline/stage.js'
import { authenticate, type FindEntitlement } from '../../../../src/server/pipeline/stages/authenticate.js'
import { aKey, anAccount, anEntitlement } from '../../../support/accounts.js'
import { aNetwork } from '../../../support/charged-call.js'

const anArrival = (changes: Partial<Arrival> = {}): Arrival => ({
  requestId: 'request-1',
  transport: 'http',
  network: aNetwork(),
  keyText: 'secret',
  source: '203.0.113.9',
  origin: undefined,
  host: undefined,
  trace: undefined,
  ...changes,
})
const verdict = async (entitlement: Entitlement | undefined, arrival = anArrival()) => {
  const found = await authenticate(() => entitlement, arrival)
  return 'error' in found ? found.name : 'admitted'
}
const withKey = (key: Partial<Key>) => anEntitlement({ key: aKey(key) })

test('a known key is admitted with its entitlement, and the arrival goes on as it was', () => {
  const [arrival, entitlement] = [anArrival({ origin: 'https://app.example' }), anEntitlement()]
  expect(authenticate(() => entitlement, arrival)).toEqual({ ...arrival, entitlement })
})

test('the key is looked up by its text and the caller\u2019s address', () => {
  const asked: unknown[] = []
  const findEntitlement: FindEntitlement = (...question) => {
    asked.push(question)
    return undefined
  }
  const lastKey = {} as Parameters<FindEntitlement>[2]
  authenticate(findEntitlement, anArrival({ keyText: undefined }), lastKey)
  expect(asked).toEqual([[undefined, '203.0.113.9', lastKey]])
})

test('a key that is not known is unauthorized, found at once or later', async () => {
  expect(await verdict(undefined)).toBe('unauthorized')
  expect(await authenticate(async () => undefined, anArrival())).toMatchObject({ name: 'unauthorized' })
  expect(await authenticate(async () => anEntitlement(), anArrival())).toMatchObject({ keyText: 'secret' })
})

test('a refusal says whose it is as soon as the key is known', async () => {
  const suspended = anEntitlement({ account: anAccount({ isSuspended: true }) })
  expect(await authenticate(() => suspended, anArrival())).toHaveProperty('entitlement', suspended)
  expect(await authenticate(() => undefined, anArrival())).not.toHaveProperty('entitlement')
})

test('a suspended account is told so before anything about its key', async () => {
  const account = anAccount({ isSuspended: true })
  expect(await verdict(anEntitlement({ account, key: aKey({ networks: [] }) }))).toBe('account-suspended')
})

test('a key is refused on a network it is not enabled for, and the refusal names the network', () => {
  const other = anArrival({ network: aNetwork({ name: 'other' }) })
  expect(authenticate(() => anEntitlement(), other)).toMatchObject({
    name: 'network-not-enabled',
    error: { data: { network: 'other' } },
  })
})

test.each<[string | undefined, string]>([
  ['https://app.example', 'admitted'],
  ['https://app.example.evil', 'allowlist-refused'],
  [undefined, 'allowlist-refused'],
])('a key for one origin, asked from %s: %s', async (origin, expected) => {
  expect(await verdict(withKey({ allowedOrigins: ['https://app.example'] }), anArrival({ origin }))).toBe(expected)
})

test.each([
  ['203.0.113.9', 'admitted'],
  ['203.0.114.9', 'allowlist-refused'],
])('a key for one range of addresses, asked from %s: %s', async (source, expected) => {
  expect(await verdict(withKey({ allowedSources: ['203.0.113.0/24'] }), anArrival({ source }))).toBe(expected)
})

test('a list of ranges is read once, for keys that were looked up again and for tokens sent with them', async () => {
  let read = 0
  const allowedSources = new Proxy(['203.0.113.0/24'], {
    get(list, name) {
      if (name === '0') read++
      return Reflect.get(list, name)
    },
  })
  const again = withKey({ allowedSources })
  const grant = {
    subject: 'acc_1',
    startsAtMs: 0,
    endsAtMs: 1,
    networks: undefined,
    methods: ['a'],
    contracts: undefined,
  }
  const ofToken = narrowed(again, grant)!
  expect(ofToken.key).not.toBe(again.key)
  for (const entitlement of [withKey({ allowedSources }), again, ofToken])
    expect(await verdict(entitlement)).toBe('admitted')
  expect(read).toBe(1)
})

test('both allowlists have to allow a call', async () => {
  const key = { allowedOrigins: ['https://app.example'], allowedSources: ['10.0.0.0/8'] }
  expect(await verdict(withKey(key), anArrival({ origin: 'https://app.example' }))).toBe('allowlist-refused')
})
