import { jest } from '@jest/globals'
import { dayOf } from '../../../src/server/credits/day.js'
import { BucketThrottle } from '../../../src/server/credits/throttle-bucket.js'
import type { EventCredits } from '../../../src/server/subscriptions/event-credits.js'
import { EventCreditsPool } from '../../../src/server/subscriptions/event-credits-pool.js'
import { aKey, anEntitlement } from '../../support/accounts.js'
import { turn } from '../../support/ledger.js'
import { HEADS, prepaidEvents } from '../../support/prepaid-events.js'

const DAY_MS = 86_400_000

/** Takes up to `count` events, paying for more where none is left; returns how many it took. */
const takeAll = async (credits: EventCredits, count: number): Promise<number> => {
  for (let taken = 0; taken < count; taken++)
    while (!credits.take()) if ((await credits.more()) !== 'paid') return taken
  return count
}

test('events are charged ahead in blocks of ten, and what is left is refunded at the end', async () => {
  const { open, store, end } = prepaidEvents()
  const credits = open()
  expect(credits.take()).toBeUndefined()
  expect(await credits.more()).toBe('paid')
  expect([store.sum('calls'), store.sum('credits')]).toEqual([10, 200])
  expect(await takeAll(credits, 3)).toBe(3)
  credits.close()
  await end()
  expect([store.sum('calls'), store.sum('credits')]).toEqual([3, 60])
  expect(new Set(store.rows.map(({ method }) => method))).toEqual(new Set(['eth_subscription:newHeads']))
  expect(credits.take()).toBeUndefined()
})

test('a block that is being charged when the last use closes is refunded before the end', async () => {
  const { open, store, end } = prepaidEvents()
  const credits = open()
  await credits.more()
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  store.delay = () => gate
  // From half a block on, the next one is charged.
  expect(await takeAll(credits, 10)).toBe(10)
  await turn()
  credits.close()
  const ended = end()
  letGo()
  await ended
  expect([store.sum('calls'), store.sum('credits')]).toEqual([10, 200])
})

test('two connections of a key share blocks; the last to close gives them back', async () => {
  const { open, store, end } = prepaidEvents()
  const [one, other] = [open(), open()]
  await one.more()
  expect([one.take(), other.take()]).not.toContain(undefined)
  one.close()
  expect(one.take()).toBeUndefined()
  expect(other.take()).toBeDefined()
  other.close()
  await end()
  expect(store.sum('calls')).toBe(3)
})

test('blocks grow with the use of a second', async () => {
  const { open, clock, store } = prepaidEvents()
  const credits = open()
  for (let second = 0; second < 5; second++) {
    expect(await takeAll(credits, 400)).toBe(400)
    clock.nowMs += 1_000
  }
  // Blocks of ten would be 200 charges.
  expect(store.rows.length).toBeLessThan(60)
})

test('blocks do not grow when the clock is set back', async () => {
  const { open, clock, store } = prepaidEvents()
  const credits = open()
  await takeAll(credits, 5)
  clock.nowMs -= 3_600_000
  for (let second = 0; second < 100; second++) {
    expect(await takeAll(credits, 5)).toBe(5)
    clock.nowMs += 1_000
  }
  expect(Math.max(...store.rows.map(({ calls }) => calls))).toBe(10)
})

test('the last credits of a day are spent to the last event, and no further', async () => {
  const { open, store } = prepaidEvents(20 * 13 + 19)
  const credits = open()
  expect(await takeAll(credits, 100)).toBe(13)
  expect(await credits.more()).toBe('daily_credits_exhausted')
  expect(store.sum('credits')).toBe(260)
})

test('events bring the warnings of credits that run out', async () => {
  const { open, warned } = prepaidEvents(20 * 13 + 19)
  const credits = open()
  expect(await takeAll(credits, 2)).toBe(2)
  expect(warned()).toEqual([])
  // The second block has three events, and leaves no credits for another.
  expect(await takeAll(credits, 5)).toBe(5)
  await turn()
  expect(warned()).toEqual([80])
  expect(await takeAll(credits, 7)).toBe(6)
  expect(warned()).toEqual([80, 100])
})

test('a block that is refused before a smaller one is paid brings no warning', async () => {
  const { open, warned, store } = prepaidEvents(60)
  // The balance is not in memory yet: ten events are tried, then five, then two.
  expect(await open().more()).toBe('paid')
  expect([store.sum('calls'), warned()]).toEqual([2, []])
})

test('a key has its own limit', async () => {
  const { open } = prepaidEvents()
  const credits = open(anEntitlement({ dailyCredits: 1_000_000, key: aKey({ dailyLimit: 50 }) }))
  expect(await takeAll(credits, 100)).toBe(2)
  expect(await credits.more()).toBe('key_daily_credits_exhausted')
})

describe('events run into a debt of ten seconds of the rate, and then', () => {
  /** Takes events until the next one has to wait; `answer` is that of the wait. */
  const takeUntilWait = async (credits: EventCredits) => {
    for (let taken = 0; ; ) {
      while (credits.take()) taken++
      const more = credits.more()
      const turns = async () => {
        for (let left = 20; left > 0; left--) await turn()
        return 'waits' as const
      }
      const answer = await Promise.race([more, turns()])
      if (answer !== 'paid') return { taken, answer: more }
    }
  }

  test('wait as long as the rate takes', async () => {
    const { open, clock } = prepaidEvents(1_000_000, 100)
    const credits = open()
    // 1,000 credits of debt beside the 100 of the bucket, in blocks of ten events.
    const { taken, answer } = await takeUntilWait(credits)
    expect(taken).toBeGreaterThanOrEqual(55)
    expect(taken).toBeLessThanOrEqual(80)
    clock.nowMs += 20_000
    expect(await answer).toBe('paid')
    const next = await takeUntilWait(credits)
    clock.nowMs += 20_000
    expect(await next.answer).toBe('paid')
  })

  test('are refused once they have waited for 15 seconds', async () => {
    const { open, clock } = prepaidEvents(1_000_000, 100)
    const credits = open()
    const startMs = clock.nowMs
    const waiting = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms: number) => {
      clock.nowMs += ms
      return setImmediate(then)
    }) as unknown as typeof setTimeout)
    try {
      let said = await credits.more()
      for (; said === 'paid'; said = await credits.more()) while (credits.take());
      expect(said).toBe('throttled')
    } finally {
      waiting.mockRestore()
    }
    expect(clock.nowMs - startMs).toBeGreaterThanOrEqual(15_000)
    expect(clock.nowMs - startMs).toBeLessThanOrEqual(20_000)
    clock.nowMs += 5_000
    expect(await credits.more()).toBe('paid')
  })

  test('wait again, if in between they came no faster than the rate', async () => {
    const { open, clock } = prepaidEvents(1_000_000, 100)
    const credits = open()
    const first = await takeUntilWait(credits)
    clock.nowMs += 7_000
    expect(await first.answer).toBe('paid')
    for (let second = 0; second < 20; second++) {
      expect(await takeAll(credits, 5)).toBe(5)
      clock.nowMs += 1_000
    }
    const next = await takeUntilWait(credits)
    clock.nowMs += 5_000
    expect(await next.answer).toBe('paid')
  })

  test('wait no longer when the last use closes', async () => {
    const { open, end, store } = prepaidEvents(1_000_000, 100)
    const credits = open()
    const { taken, answer } = await takeUntilWait(credits)
    credits.close()
    expect(await answer).not.toBe('paid')
    await end()
    expect(store.sum('calls')).toBe(taken)
  })
})

test('a store that is away is waited for, and then said to be', async () => {
  const { open, store } = prepaidEvents()
  const credits = open()
  store.isAway = true
  expect(await credits.more()).toBe('ledger_unavailable')
  expect(store.rows).toEqual([])
})

test('an event counts on its day, and what is left of a day is refunded there', async () => {
  const { open, store, clock, end } = prepaidEvents()
  const [credits, other] = [open(), open()]
  const yesterday = dayOf(clock.nowMs)
  const sumsOf = (day: string) => [store.sum('calls', day), store.sum('credits', day)]
  expect(await takeAll(credits, 2)).toBe(2)
  const unsent = credits.take()
  clock.nowMs += DAY_MS
  const today = dayOf(clock.nowMs)
  expect(credits.take()).toBeUndefined()
  expect(await takeAll(credits, 4)).toBe(4)
  expect([sumsOf(yesterday), sumsOf(today)]).toEqual([
    [3, 60],
    [10, 200],
  ])
  // Its block was refunded before.
  unsent!.giveBack()
  credits.close()
  other.close()
  await end()
  expect([sumsOf(yesterday), sumsOf(today)]).toEqual([
    [2, 40],
    [4, 80],
  ])
})

test('after a change of the price, events that are paid keep theirs, and the next block has the new one', async () => {
  const { ledger, entitlement, clock, store } = prepaidEvents()
  const throttle = new BucketThrottle()
  const pool = new EventCreditsPool({
    ledger,
    watchedLedger: { rememberCaller: (_, hold) => hold },
    throttle,
    nowMs: () => clock.nowMs,
  })
  let priceCredits = 20
  const slow = { ...entitlement, creditsPerSecond: 100, burstCredits: 1 }
  const credits = pool.open(() => slow, { ...HEADS, priceCredits: () => priceCredits })
  const debt = () => throttle.debt(entitlement.account.id, 100, clock.nowMs)
  await credits.more()
  priceCredits = 1
  const old = credits.take()!
  expect([old.priceCredits, debt()]).toEqual([20, 19])
  for (let event = 1; event < 10; event++) expect(credits.take()!.priceCredits).toBe(20)
  await credits.more()
  const young = credits.take()!
  expect([young.priceCredits, debt()]).toEqual([1, 200])
  old.giveBack()
  expect(debt()).toBe(180)
  young.giveBack()
  expect(debt()).toBe(179)
  credits.close()
  await pool.end()
  await ledger.flush()
  expect([store.sum('calls'), store.sum('credits')]).toEqual([9, 180])
})
