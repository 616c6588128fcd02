import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { type Admission, createAdminApi } from '../../../src/server/admin/api.js'
import type { ApiOperationDeps } from '../../../src/server/admin/methods.js'
import { STORE_AWAY } from '../../../src/server/admin/operation-error.js'
import { expectSoon } from '../../support/expect-soon.js'

test('of operations that are asked at once one begins in a turn of the event loop', async () => {
  let turn = 0
  const count = () => {
    turn++
    if (turn < 1_000) setImmediate(count)
  }
  const beganIn: number[] = []
  const actor = { name: 'acc_1' }
  const deps = { actor, upstreams: () => void beganIn.push(turn) } as unknown as ApiOperationDeps
  const api = createAdminApi((error) => {
    throw error
  })
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"upstreams"}')
  await api.answer(body, deps)
  setImmediate(count)
  await Promise.all(Array.from({ length: 8 }, () => api.answer(body, deps)))
  turn = 1_000
  expect(new Set(beganIn).size).toBe(9)
})

test('operations of one account leave others their turns, and operators do not wait for any', async () => {
  const begun: string[] = []
  const open: (() => void)[] = []
  const operatorOf = (name: string) => {
    const listAccounts = () => {
      begun.push(name)
      return new Promise((resolve) => open.push(() => resolve([])))
    }
    return { actor: { name }, store: { accounts: { listAccounts } } } as unknown as ApiOperationDeps
  }
  const api = createAdminApi((error) => {
    throw error
  })
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"account.list"}')
  const admit: Admission = async (_, params) => params
  const greedy = Array.from({ length: 20 }, () => api.answer(body, operatorOf('greedy'), admit))
  await expectSoon(() => begun, ['greedy', 'greedy'])
  const other = api.answer(body, operatorOf('other'), admit)
  const operator = api.answer(body, operatorOf('operator'))
  await expectSoon(() => begun, ['greedy', 'greedy', 'operator'])
  // Each request begins to wait in a separate turn of the event loop.
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  // The greedy account may get one turn before.
  for (let left = 3; left > 0; left--) {
    await expectSoon(() => open.length > 0, true)
    open.shift()!()
  }
  await expectSoon(() => begun.includes('other'), true)
  const finish = setInterval(() => open.shift()?.(), 1)
  await Promise.all([other, operator, ...greedy])
  clearInterval(finish)
  expect(begun.length).toBe(22)
})

test('a store that hangs is not asked again for each operation that waits, and operations without it go on', async () => {
  const asked: ((error: Error) => void)[] = []
  const bugs: unknown[] = []
  const listAccounts = () => new Promise((_, reject) => asked.push(reject))
  const store = { accounts: { listAccounts } }
  const deps = { actor: { name: 'operator' }, store, upstreams: () => [] } as unknown as ApiOperationDeps
  const api = createAdminApi((bug) => void bugs.push(bug))
  const ask = (method: string) => api.answer(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method })), deps)
  const waiting = Array.from({ length: 20 }, () => ask('account.list'))
  await expectSoon(() => asked.length, 3)
  expect(await ask('upstreams')).toMatchObject({ status: 200, body: { result: [] } })
  for (const reject of asked) reject(new StoreAway('no answer within 5000 ms'))
  const error = { code: -34503, message: STORE_AWAY }
  for (const reply of waiting) expect(await reply).toMatchObject({ status: 503, body: { id: 1, error } })
  expect([asked.length, bugs]).toEqual([3, []])
  // A later operation asks the store again.
  const later = ask('account.list')
  await expectSoon(() => asked.length, 4)
  asked[3]!(new Error('a bug'))
  expect([(await later).status, bugs.length]).toEqual([500, 1])
})
