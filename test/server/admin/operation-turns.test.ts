import { type Admission, createAdminApi } from '../../../src/server/admin/api.js'
import type { ApiOperator } from '../../../src/server/admin/methods.js'
import { expectSoon } from '../../support/expect-soon.js'

test('of operations that are asked at once one begins in a turn of the event loop', async () => {
  let turn = 0
  const count = () => {
    turn++
    if (turn < 1_000) setImmediate(count)
  }
  const beganIn: number[] = []
  const actor = { name: 'acc_1' }
  const operator = { actor, upstreams: () => void beganIn.push(turn) } as unknown as ApiOperator
  const api = createAdminApi((error) => {
    throw error
  })
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"upstreams"}')
  await api.answer(body, operator)
  setImmediate(count)
  await Promise.all(Array.from({ length: 8 }, () => api.answer(body, operator)))
  turn = 1_000
  expect(new Set(beganIn).size).toBe(9)
})

test('operations of one account leave others their turns, and operators do not wait for any', async () => {
  const begun: string[] = []
  const open: (() => void)[] = []
  const operatorOf = (name: string) =>
    ({
      actor: { name },
      history: () => {
        begun.push(name)
        return new Promise<object>((resolve) => open.push(() => resolve({})))
      },
    }) as unknown as ApiOperator
  const api = createAdminApi((error) => {
    throw error
  })
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"history"}')
  const admit: Admission = async (_, params) => params
  const greedy = Array.from({ length: 20 }, () => api.answer(body, operatorOf('greedy'), admit))
  await expectSoon(() => begun, ['greedy', 'greedy'])
  const other = api.answer(body, operatorOf('other'), admit)
  const operator = api.answer(body, operatorOf('operator'))
  await expectSoon(() => begun, ['greedy', 'greedy', 'operator'])
  // Each request begins to wait in a turn of its own.
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
