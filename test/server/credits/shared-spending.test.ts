import { type SharedLevel, SharedSpending, type SpendingStore } from '../../../src/server/credits/shared-spending.js'
import { SharedThrottle, type Spending } from '../../../src/server/credits/shared-throttle.js'
import { creditRate } from '../../../src/server/credits/throttle-bucket.js'

const RATE = 1_000
const STEP_MS = 10
const REPORT_MS = 200

/** Buckets that all processes take from, as PostgreSQL keeps them. */
class SharedBuckets {
  state: 'well' | 'away' | 'hanging' = 'well'
  asked = 0
  private readonly buckets = new Map<string, { level: number; taken: number; atMs: number }>()

  constructor(
    readonly processes: number,
    private readonly nowMs: () => number,
  ) {}

  readonly store: SpendingStore = {
    report: async (spending) => {
      this.asked += 1
      if (this.state === 'away') throw new Error('away')
      if (this.state === 'hanging') await new Promise(() => {})
      return { levels: spending.map((one) => this.take(one)), processes: this.processes }
    },
  }

  private take({ id, creditsPerSecond, burstCredits, credits }: Spending): SharedLevel {
    const atMs = this.nowMs()
    const before = this.buckets.get(id) ?? { level: burstCredits, taken: 0, atMs }
    const flown = ((atMs - before.atMs) * creditsPerSecond) / 1_000
    const level = Math.min(burstCredits, before.level + flown) - credits
    const bucket = { level, taken: before.taken + credits, atMs }
    this.buckets.set(id, bucket)
    return { id, level, taken: bucket.taken }
  }
}

/**
 * Some processes on one store, with a clock of the test's own. `demand` is what each would take a
 * second, of calls of 10 credits.
 */
const world = (demand: readonly number[]) => {
  let nowMs = 0
  const buckets = new SharedBuckets(demand.length, () => nowMs)
  const throttles = demand.map(() => new SharedThrottle(() => nowMs))
  const reporting = throttles.map(
    (throttle) => new SharedSpending({ throttle, store: buckets.store, nowMs: () => nowMs }),
  )
  const taken: number[][] = demand.map(() => [])
  const owed = demand.map(() => 0)
  const step = async () => {
    nowMs += STEP_MS
    for (const [index, throttle] of throttles.entries()) {
      owed[index]! += (demand[index]! * STEP_MS) / 1_000
      let now = 0
      for (; owed[index]! >= 10; owed[index]! -= 10)
        if (throttle.take('acc', creditRate(RATE), 10, nowMs) === 0) now += 10
      taken[index]!.push(now)
    }
    // The processes' timers do not go together.
    for (const [index, one] of reporting.entries()) if (nowMs % REPORT_MS === (index * 60) % REPORT_MS) void one.run()
    await new Promise((next) => setImmediate(next))
  }
  const sumOf = (rows: readonly (readonly number[])[], fromMs: number, toMs: number) =>
    rows.flatMap((row) => row.slice(fromMs / STEP_MS, toMs / STEP_MS)).reduce((sum, one) => sum + one, 0)
  return {
    buckets,
    run: async (ms: number) => {
      for (let at = 0; at < ms; at += STEP_MS) await step()
    },
    /** Credits taken between two moments, by all processes or one of them. */
    total: (fromMs: number, toMs: number) => sumOf(taken, fromMs, toMs),
    of: (index: number, fromMs: number, toMs: number) => sumOf([taken[index]!], fromMs, toMs),
  }
}

/** The most that was taken in any five seconds between two moments. */
const mostInFive = (total: (from: number, to: number) => number, fromMs: number, toMs: number): number => {
  let most = 0
  for (let at = fromMs; at + 5_000 <= toMs; at += 100) most = Math.max(most, total(at, at + 5_000))
  return most
}

test.each([2, 3, 8])(
  '%i processes that all want too much get the rate together, after their first burst',
  async (count) => {
    const { run, total } = world(Array.from({ length: count }, () => 3 * RATE))
    await run(30_000)
    // At once each gets its burst; that is waited for.
    expect(total(0, REPORT_MS * 2)).toBeLessThanOrEqual(count * 1.5 * RATE)
    expect(total(0, 30_000)).toBeLessThanOrEqual(30 * RATE + count * RATE)
    const settledMs = (count + 1) * 1_000
    expect(mostInFive(total, settledMs, 30_000)).toBeLessThanOrEqual(1.2 * 5 * RATE)
    expect(total(settledMs, 30_000)).toBeGreaterThan(0.85 * RATE * ((30_000 - settledMs) / 1_000))
  },
)

test('what one process does not want the other gets', async () => {
  const { run, total, of } = world([3 * RATE, 0.2 * RATE])
  await run(20_000)
  expect(mostInFive(total, 3_000, 20_000)).toBeLessThanOrEqual(1.2 * 5 * RATE)
  expect(total(3_000, 20_000)).toBeGreaterThan(0.85 * 17 * RATE)
  // The small one is not pushed aside by the large one's calls: it gets a share of what it wants.
  expect(of(1, 3_000, 20_000)).toBeGreaterThan(0.05 * 17 * RATE)
})

test('one process alone gets its whole rate', async () => {
  const { run, total } = world([3 * RATE])
  await run(20_000)
  expect(total(2_000, 20_000)).toBeGreaterThan(0.97 * 18 * RATE)
  expect(total(0, 20_000)).toBeLessThanOrEqual(21 * RATE)
})

test.each(['away', 'hanging'] as const)('while the store is %s the last shares hold', async (state) => {
  const { run, total, buckets } = world([3 * RATE, 3 * RATE, 3 * RATE])
  await run(10_000)
  buckets.state = state
  const asked = buckets.asked
  await run(20_000)
  expect(mostInFive(total, 10_000, 30_000)).toBeLessThanOrEqual(2 * 5 * RATE)
  expect(total(11_000, 30_000)).toBeGreaterThan(0.5 * 19 * RATE)
  // A store that hangs is asked once by each process.
  if (state === 'hanging') expect(buckets.asked - asked).toBeLessThanOrEqual(3)
})

test('accounts that do not call cost no report', async () => {
  const { run, buckets } = world([0, 0])
  await run(5_000)
  expect(buckets.asked).toBe(0)
})
