import { CallErrorCounter } from '../../../../src/server/credits/usage/call-error-counter.js'
import type { DayErrors } from '../../../../src/server/credits/usage/call-error-store.js'

const seen = { accountId: 'acc_1', keyId: 'key_1', network: 'main', method: 'eth_getLogs', error: 'invalid-params' }

const counting = () => {
  const clock = { nowMs: Date.parse('2026-11-21T23:59:59.000Z') }
  const written: (readonly DayErrors[])[] = []
  const store = {
    isAway: false,
    recordErrors: async (rows: readonly DayErrors[]) => {
      if (store.isAway) throw new Error('disk on fire')
      written.push(rows)
    },
  }
  return { clock, written, store, errors: new CallErrorCounter(store, () => clock.nowMs) }
}

test('errors of a kind are one row of their day, written every two seconds', async () => {
  const { clock, written, errors } = counting()
  errors.record(seen)
  await errors.flushDue()
  errors.record(seen)
  errors.record({ ...seen, error: 'throttled-evm' })
  clock.nowMs += 1_000
  errors.record(seen)
  await errors.flushDue()
  expect(written).toHaveLength(1)
  clock.nowMs += 1_000
  errors.record(seen)
  await errors.flushDue()
  expect(written[1]!.map(({ day, error, calls, lastAt }) => [day, error, calls, lastAt])).toEqual([
    ['2026-11-21', 'invalid-params', 1, '2026-11-21T23:59:59.000Z'],
    ['2026-11-21', 'throttled-evm', 1, '2026-11-21T23:59:59.000Z'],
    ['2026-11-22', 'invalid-params', 2, '2026-11-22T00:00:01.000Z'],
  ])
})

test('nothing is written where nothing went wrong', async () => {
  const { written, errors } = counting()
  await errors.flush()
  expect(written).toEqual([])
})

test('however many kinds there are, memory is bounded, and a store that is away does not add up', async () => {
  const { written, store, errors } = counting()
  for (let key = 0; key < 10_050; key += 1) errors.record({ ...seen, keyId: `key_${key}` })
  store.isAway = true
  await expect(errors.flush()).rejects.toThrow('disk on fire')
  store.isAway = false
  errors.record(seen)
  await errors.flush()
  expect(written.map((rows) => rows.length)).toEqual([1])
  for (let key = 0; key < 10_050; key += 1) errors.record({ ...seen, keyId: `key_${key}` })
  await errors.flush()
  expect(written.at(-1)).toHaveLength(10_000)
})
