import { CallErrorCounter, type DayErrors } from '../../../../src/server/credits/usage/call-errors.js'
import { expectSoon } from '../../../support/expect-soon.js'

const seen = { accountId: 'acc_1', keyId: 'key_1', network: 'main', method: 'eth_getLogs', error: 'invalid-params' }

const counting = (afterTurn: (action: () => void) => void = queueMicrotask) => {
  const clock = { nowMs: Date.parse('2026-11-21T23:59:59.000Z') }
  const written: (readonly DayErrors[])[] = []
  const store = {
    isAway: false,
    recordErrors: async (rows: readonly DayErrors[]) => {
      if (store.isAway) throw new Error('disk on fire')
      written.push(rows)
    },
  }
  return { clock, written, store, errors: new CallErrorCounter(store, () => clock.nowMs, afterTurn) }
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

test('errors are written on when the clock is set back', async () => {
  const { clock, written, errors } = counting()
  errors.record(seen)
  await errors.flushDue()
  clock.nowMs -= 3_600_000
  errors.record(seen)
  await errors.flushDue()
  expect(written).toHaveLength(2)
})

test('nothing is written where nothing went wrong', async () => {
  const { written, errors } = counting()
  await errors.flush()
  expect(written).toEqual([])
})

test('an account has 500 kinds between two writes, all accounts 10,000; a store that is away does not add up', async () => {
  const { written, store, errors } = counting()
  const fill = () => {
    for (let account = 0; account < 21; account += 1)
      for (let key = 0; key < 510; key += 1)
        errors.record({ ...seen, accountId: `acc_${account}`, keyId: `key_${account}_${key}` })
  }
  fill()
  store.isAway = true
  await expect(errors.flush()).rejects.toThrow('disk on fire')
  store.isAway = false
  errors.record(seen)
  await errors.flush()
  expect(written.map((rows) => rows.length)).toEqual([1])
  fill()
  await errors.flush()
  const rows = written.slice(1).flat()
  const accounts = new Set(rows.map(({ accountId }) => accountId))
  expect([rows.length, accounts.size]).toEqual([10_000, 20])
})

test('a hundred rows are written in a turn, and no further ones while the store has not answered', async () => {
  const turns: (() => void)[] = []
  const { clock, store, errors } = counting((action) => turns.push(action))
  const asked: number[] = []
  let answer = () => {}
  store.recordErrors = (rows) => {
    asked.push(rows.length)
    return new Promise((resolve) => {
      answer = resolve
    })
  }
  for (let key = 0; key < 150; key += 1) errors.record({ ...seen, keyId: `key_${key}` })
  const flushed = errors.flush()
  clock.nowMs += 2_000
  errors.record(seen)
  await errors.flushDue()
  expect(asked).toEqual([100])
  answer()
  await expectSoon(() => turns.length, 1)
  expect(asked).toEqual([100])
  turns.pop()!()
  await expectSoon(() => asked, [100, 50])
  answer()
  await flushed
  const due = errors.flushDue()
  expect(asked).toEqual([100, 50, 1])
  answer()
  await due
})
