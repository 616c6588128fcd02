import {
  bucketOf,
  CallDurationCounter,
  type DayDurations,
} from '../../../../src/server/credits/usage/call-durations.js'

const counting = () => {
  const clock = { nowMs: Date.parse('2026-11-21T23:59:59.000Z') }
  const written: (readonly DayDurations[])[] = []
  const store = {
    isAway: false,
    recordDurations: async (rows: readonly DayDurations[]) => {
      if (store.isAway) throw new Error('disk on fire')
      written.push(rows)
    },
  }
  return { clock, written, store, durations: new CallDurationCounter(store, () => clock.nowMs, queueMicrotask) }
}

/** A row as `day account network method`, with the buckets that are not empty. */
const shown = ({ day, accountId, network, method, buckets }: DayDurations) => [
  `${day} ${accountId} ${network} ${method}`,
  Object.fromEntries([...buckets.entries()].filter(([, calls]) => calls > 0)),
]

test('durations are counted by account, network and method, and written every two seconds', async () => {
  const { clock, written, durations } = counting()
  durations.record('acc_1', 'main', 'eth_call', 0.01)
  await durations.flushDue()
  durations.record('acc_1', 'main', 'eth_call', 0.05)
  durations.record('acc_1', 'other', 'eth_call', 3)
  durations.record('acc_1', 'main', 'eth_call', 0.051)
  durations.record('acc_1', 'other', 'eth_call', 4)
  durations.record('acc_1', 'main', 'eth_chainId', 31_000)
  durations.record('acc_2', 'main', 'eth_call', 1)
  await durations.flushDue()
  expect(written.map((rows) => rows.map(shown))).toEqual([[['2026-11-21 acc_1 main eth_call', { 0: 1 }]]])
  clock.nowMs += 2_000
  await durations.flushDue()
  expect(written[1]!.map(shown)).toEqual([
    ['2026-11-21 acc_1 main eth_call', { 0: 1, 1: 1 }],
    ['2026-11-21 acc_1 other eth_call', { [bucketOf(3)]: 2 }],
    ['2026-11-21 acc_1 main eth_chainId', { 18: 1 }],
    ['2026-11-21 acc_2 main eth_call', { [bucketOf(1)]: 1 }],
  ])
})

test('a call counts in the UTC day in which it was answered, also when the clock was set back', async () => {
  const { clock, written, durations } = counting()
  const record = () => durations.record('acc_1', 'main', 'eth_call', 1)
  record()
  clock.nowMs += 1_000
  record()
  record()
  clock.nowMs -= 1_000
  record()
  await durations.flush()
  expect(written[0]!.map(({ day, buckets }) => [day, buckets[bucketOf(1)]])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-22', 2],
  ])
  clock.nowMs -= 3_600_000
  record()
  await durations.flushDue()
  expect(written).toHaveLength(2)
})

test('an account has 500 rows between two writes, all accounts 10,000; a store that is away does not add up', async () => {
  const { written, store, durations } = counting()
  const fill = () => {
    for (let account = 0; account < 21; account += 1)
      for (let method = 0; method < 510; method += 1) durations.record(`acc_${account}`, 'main', `m${method}`, 1)
  }
  fill()
  store.isAway = true
  await expect(durations.flush()).rejects.toThrow('disk on fire')
  store.isAway = false
  durations.record('acc_1', 'main', 'm1', 1)
  await durations.flush()
  expect(written.map((rows) => rows.length)).toEqual([1])
  fill()
  // Rows that are there count on.
  fill()
  await durations.flush()
  const rows = written.slice(1).flat()
  const calls = new Set(rows.map(({ buckets }) => buckets[bucketOf(1)]))
  expect([rows.length, new Set(rows.map(({ accountId }) => accountId)).size, [...calls]]).toEqual([10_000, 20, [2]])
})
