import { jest } from '@jest/globals'
import { LeaseLedger } from '../../../../src/server/credits/leases/lease-ledger.js'
import { aKey, anAccount, anEntitlement } from '../../../support/accounts.js'
import { FakeLeaseStore, fakeJournal } from '../../../support/lease-store.js'
import { answered } from '../../../support/ledger.js'

const STEP_MS = 10
const EVERY_MS = 20
const PRICE = 10
const SECOND = (1_000 / EVERY_MS) * PRICE
const caller = anEntitlement({ account: anAccount({ id: 'a' }), key: aKey({ id: 'k' }), dailyCredits: 10_000_000 })
const turn = () => new Promise<void>((next) => setImmediate(next))

/** Makes 50 calls a second for 14 seconds, on a store whose exchanges take `exchangeMs`. */
const callFor14s = async (exchangeMs: number) => {
  const clock = { nowMs: Date.parse('2026-11-21T12:00:00Z') }
  const stopwatch = jest.spyOn(performance, 'now').mockImplementation(() => clock.nowMs)
  const shared = new FakeLeaseStore()
  const store = shared.for('p')
  await store.begin('p')
  const due = new Map<() => void, number>()
  const ledger = new LeaseLedger({
    store: {
      ...store,
      exchange: async (exchange) => {
        const grants = await store.exchange(exchange)
        await new Promise<void>((resolve) => due.set(resolve, clock.nowMs + exchangeMs))
        return grants
      },
    },
    journal: fakeJournal('p'),
    nowMs: () => clock.nowMs,
    afterTurn: setImmediate,
  })
  const waits: number[] = []
  const leased: number[] = []
  const call = async () => {
    const index = waits.push(Number.POSITIVE_INFINITY) - 1
    const sentMs = clock.nowMs
    const hold = await ledger.hold(caller, PRICE)
    if (typeof hold === 'string') return
    waits[index] = clock.nowMs - sentMs
    await hold.charge(answered)
  }
  for (let ms = 0; ms < 16_000; ms += STEP_MS) {
    if (ms < 14_000 && ms % EVERY_MS === 0) void call()
    if (ms % 100 === 0) void ledger.tick()
    for (const [resolve, atMs] of due) if (clock.nowMs >= atMs && due.delete(resolve)) resolve()
    for (let turns = 0; turns < 4; turns++) await turn()
    leased.push(shared.balances.get('a 2026-11-21 ')?.outstanding.get('p') ?? 0)
    clock.nowMs += STEP_MS
  }
  stopwatch.mockRestore()
  return { waits, leased }
}

test.each([
  [20, 0],
  [300, 0],
  [500, 100],
  [700, 700],
])('with exchanges of %d ms, a call of a steady load waits for %d ms at most', async (exchangeMs, waitMs) => {
  const { waits, leased } = await callFor14s(exchangeMs)
  expect(Math.max(...waits.slice(waits.length / 2))).toBeLessThanOrEqual(waitMs)
  // A second ahead, and what was charged since a slow exchange, which the journal has.
  const bound = SECOND * Math.max(1, (2 * exchangeMs) / 1_000)
  expect(Math.max(...leased.slice(leased.length / 2, (leased.length * 7) / 8))).toBeLessThanOrEqual(1.2 * bound)
})
