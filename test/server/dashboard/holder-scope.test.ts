import { readAdminDocument } from '../../../src/server/admin/document.js'
import { apiWords } from '../../../src/server/admin/methods.js'
import { holderParams, type RawParams } from '../../../src/server/dashboard/holder-scope.js'
import type { Store } from '../../../src/server/storage/store.js'
import { aKey, anAccount } from '../../support/accounts.js'

const ACCOUNT = 'acc_1'

/**
 * Returns the check of the calls of a holder whose account has `count` keys. Every other key is
 * revoked.
 */
const inAccountOf = (count: number, isSuspended = false) => {
  const keys = Array.from({ length: count }, (_, index) => ({
    ...aKey({ id: `key_${index}`, accountId: ACCOUNT, isRevoked: index % 2 === 1 }),
    createdAt: '2026-11-21T12:00:00.000Z',
  }))
  const accounts = {
    findAccount: async () => anAccount({ id: ACCOUNT, isSuspended }),
    countKeys: async () => keys.length,
    findKey: async (id: string) => keys.find((key) => key.id === id),
  } as Partial<Store['accounts']> as Store['accounts']
  const from = { store: { accounts } as Store, words: apiWords }
  return (method: string, params: RawParams) => holderParams(method, params, ACCOUNT, from)
}

describe.each([
  ['key.create', { account: ACCOUNT, networks: ['main'] }],
  ['key.rotate', { id: 'key_0', graceSeconds: 0 }],
])('%s of the holder of an account', (method, params) => {
  test('is allowed while the account has fewer than 1,000 keys', async () => {
    expect(await inAccountOf(999)(method, params)).toEqual(params)
  })

  test('is refused from then on, be the keys revoked or not, and the error says what to do', async () => {
    await expect(inAccountOf(1_000)(method, params)).rejects.toThrow(
      'an account has at most 1000 keys, those that are revoked included: ask the operator to delete some',
    )
  })
})

test('a key of another account is not there, however many keys the holder has', async () => {
  await expect(inAccountOf(1_000)('key.rotate', { id: 'key_other' })).rejects.toThrow(/key_other/)
})

test('with 1,000 keys the holder still revokes them', async () => {
  expect(await inAccountOf(1_000)('key.revoke', { id: 'key_2' })).toEqual({ id: 'key_2' })
})

describe('the holder of a suspended account', () => {
  const suspended = inAccountOf(2, true)

  test.each([
    ['key.create', { account: ACCOUNT, networks: ['main'] }],
    ['key.set', { id: 'key_0', label: 'new' }],
    ['key.rotate', { id: 'key_0' }],
    ['account.set', { id: ACCOUNT, failover: true }],
  ])('is refused %s, in words that say what is left', async (method, params) => {
    await expect(suspended(method, params)).rejects.toMatchObject({
      kind: 'refused',
      message:
        'the account is suspended: its keys can be looked at and revoked, nothing else can be changed; ask the operator',
    })
  })

  test('reads all that other holders read, and revokes keys', async () => {
    const changing = ['key.create', 'key.set', 'key.rotate', 'account.set']
    const allowed = readAdminDocument().methods.filter(
      ({ name, 'x-holder': rule }) => rule !== undefined && !changing.includes(name),
    )
    expect(allowed.map(({ name }) => name)).toEqual(expect.arrayContaining(['key.list', 'usage', 'key.revoke']))
    for (const { name, 'x-holder': { account, key } = {} } of allowed) {
      const params = { ...(account && { [account]: ACCOUNT }), ...(key && { [key]: 'key_0' }) }
      expect([name, await suspended(name, params)]).toEqual([name, params])
    }
  })

  test("is told nothing more about another account's keys than before", async () => {
    await expect(suspended('key.set', { id: 'key_other', label: 'x' })).rejects.toMatchObject({ kind: 'not-found' })
  })
})
