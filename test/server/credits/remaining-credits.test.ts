import { LeaseLedger } from '../../../src/server/credits/leases/lease-ledger.js'
import type { LeaseStore } from '../../../src/server/credits/leases/lease-store.js'
import { RemainingCredits } from '../../../src/server/credits/remaining-credits.js'
import { aKey, anEntitlement } from '../../support/accounts.js'
import { FakeLeaseStore, fakeJournal } from '../../support/lease-store.js'
import { aLedger, answered, taken } from '../../support/ledger.js'
import { timeByTurns } from '../../support/time-by-turns.js'

timeByTurns()

const elapsed = async (work: () => unknown): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

describe('the remaining credits of a reply', () => {
  test('are read from the store once, and then known at once', async () => {
    const { ledger, store } = aLedger()
    const remaining = new RemainingCredits(ledger)
    const first = [remaining.of(anEntitlement()), remaining.of(anEntitlement())]
    expect(await Promise.all(first)).toEqual([1000, 1000])
    await (await taken(ledger.hold(anEntitlement(), 80))).charge(answered)
    expect(remaining.of(anEntitlement())).toBe(920)
    expect(store.reads).toBe(1)
  })

  test('are read anew on the next day', async () => {
    const { ledger, store, clock } = aLedger()
    const remaining = new RemainingCredits(ledger)
    await (await taken(ledger.hold(anEntitlement(), 80))).charge(answered)
    clock.nowMs += 86_400_000
    expect(await remaining.of(anEntitlement())).toBe(1000)
    expect(store.reads).toBe(2)
  })

  test('are waited for once while the store hangs, for a second, and known when it answers', async () => {
    const { ledger, store } = aLedger()
    const remaining = new RemainingCredits(ledger)
    let free = () => {}
    store.delay = () => new Promise((resolve) => (free = resolve))
    const waitedMs = await elapsed(async () => expect(await remaining.of(anEntitlement())).toBeUndefined())
    expect(waitedMs).toBeGreaterThan(900)
    expect(remaining.of(anEntitlement())).toBeUndefined()
    expect(store.reads).toBe(1)
    free()
    store.delay = () => Promise.resolve()
    expect(await new Promise((resolve) => setImmediate(() => resolve(remaining.of(anEntitlement()))))).toBe(1000)
  })

  test('are unknown at once while the store is away, and are known when it is back', async () => {
    const { ledger, store, clock } = aLedger()
    const remaining = new RemainingCredits(ledger)
    store.isAway = true
    expect(await remaining.of(anEntitlement())).toBeUndefined()
    expect(ledger.trouble()).toBe('disk on fire')
    const { reads } = store
    for (let call = 0; call < 5; call++) expect(remaining.of(anEntitlement())).toBeUndefined()
    expect(store.reads).toBe(reads)
    store.isAway = false
    clock.nowMs += 250
    remaining.of(anEntitlement())
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await remaining.of(anEntitlement())).toBe(1000)
  })
})

describe('the remaining credits of a reply, where processes share the day', () => {
  const aShared = () => {
    const clock = { nowMs: Date.parse('2026-11-21T12:00:00Z') }
    const shared = new FakeLeaseStore()
    const store = shared.for('p1')
    shared.settledLines.set('p1', 0)
    const asked: unknown[] = []
    const exchange: LeaseStore['exchange'] = (one) => {
      asked.push(...one.asks)
      return store.exchange(one)
    }
    const ledger = new LeaseLedger({
      store: { ...store, exchange },
      journal: fakeJournal('p1'),
      nowMs: () => clock.nowMs,
      afterTurn: setImmediate,
    })
    return { clock, shared, asked, ledger, remaining: new RemainingCredits(ledger) }
  }

  test('are asked for without leasing any, and then known for ten seconds', async () => {
    const { clock, shared, asked, ledger, remaining } = aShared()
    const entitlement = anEntitlement({ key: aKey({ dailyLimit: 300 }) })
    expect(await remaining.of(entitlement)).toBe(300)
    expect([...shared.balances.values()].map(({ taken }) => taken)).toEqual([0, 0])
    clock.nowMs += 9_000
    await ledger.tick()
    expect(remaining.of(entitlement)).toBe(300)
    expect(asked).toHaveLength(2)
    await (await taken(ledger.hold(entitlement, 80))).charge(answered)
    expect(remaining.of(entitlement)).toBe(220)
  })

  test('are unknown at once while the store is away', async () => {
    const { shared, remaining } = aShared()
    shared.isAway = true
    expect(await remaining.of(anEntitlement())).toBeUndefined()
    expect(remaining.of(anEntitlement())).toBeUndefined()
  })
})
