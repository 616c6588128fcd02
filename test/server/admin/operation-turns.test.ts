import { createAdminApi } from '../../../src/server/admin/api.js'
import type { ApiOperator } from '../../../src/server/admin/methods.js'

test('of operations that are asked at once one begins in a turn of the event loop', async () => {
  let turn = 0
  const count = () => {
    turn++
    if (turn < 1_000) setImmediate(count)
  }
  const beganIn: number[] = []
  const operator = { upstreams: () => void beganIn.push(turn) } as unknown as ApiOperator
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
