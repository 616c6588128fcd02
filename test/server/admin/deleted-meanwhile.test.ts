import { apiWords, storeMethods } from '../../../src/server/admin/methods.js'
import type { OperationDeps } from '../../../src/server/admin/operation-deps.js'
import { aKey, anAccount } from '../../support/accounts.js'

test.each([
  ['key.revoke', { id: 'key_1' }, 'there is no key key_1'],
  ['key.set', { id: 'key_1', label: 'new' }, 'there is no key key_1'],
  ['account.set', { id: 'acc_1', suspended: true }, 'there is no account acc_1'],
])(
  '%s of a record that is deleted in the meantime is refused, and no change is recorded',
  async (name, params, why) => {
    const recorded: unknown[] = []
    const gone = async () => undefined
    const deps = {
      store: {
        accounts: {
          findKey: async () => aKey({ id: 'key_1' }),
          findAccount: async () => anAccount({ id: 'acc_1' }),
          revokeKey: gone,
          changeKey: gone,
          changeAccount: gone,
        },
        usage: { keyUses: async () => new Map() },
        audit: { record: (entry: unknown) => recorded.push(entry) },
      },
      config: { plans: new Map(), networks: new Map() },
      actor: { name: 'operator', via: 'api' },
      words: apiWords,
      nowMs: () => 0,
    } as unknown as OperationDeps
    await expect((async () => storeMethods[name]!(deps, params as never))()).rejects.toThrow(why)
    expect(recorded).toEqual([])
  },
)
