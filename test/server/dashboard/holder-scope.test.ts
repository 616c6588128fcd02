import { apiWords } from '../../../src/server/admin/methods.js'
import { holderParams, type RawParams } from '../../../src/server/dashboard/holder-scope.js'
import type { Store } from '../../../src/server/storage/store.js'
import { aKey } from '../../support/accounts.js'

const ACCOUNT = 'acc_1'

/** What the holder of an account with `count` keys may do; every other one is revoked. */
const inAccountOf = (count: number) => {
  const keys = Array.from({ length: count }, (_, index) => ({
    ...aKey({ id: `key_${index}`, accountId: ACCOUNT, isRevoked: index % 2 === 1 }),
    createdAt: '2026-11-21T12:00:00.000Z',
  }))
  const accounts = {
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
