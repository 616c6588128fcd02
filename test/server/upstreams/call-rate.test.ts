import fc from 'fast-check'
import { AccountShare } from '../../../src/server/accounts/account-share.js'
import { CallRate } from '../../../src/server/upstreams/call-rate.js'
import { Pool } from '../../../src/server/upstreams/pool.js'
import { needsOfMethod } from '../../../src/server/upstreams/upstream.js'
import { quietUpstream } from '../../support/upstream.js'

const NEEDS = needsOfMethod('eth_chainId')

/** A pool of one upstream with a limit, in simulated time. */
const limitedPool = (callsPerSecond: number) => {
  const clock = { nowMs: 1_000_000 }
  const pool = new Pool([quietUpstream(clock, 'limited', { rate: new CallRate(callsPerSecond) })], () => clock.nowMs)
  const ask = (account?: AccountShare) =>
    (pool.choose(NEEDS, [], account) ?? pool.chooseDown(NEEDS, [], account)) !== undefined
  /**
   * Lets each account send its number of calls a second, evenly; returns how many were sent and
   * taken.
   */
  const run = (seconds: number, perSecond: readonly number[]) => {
    const accounts = perSecond.map((rate) => ({ share: new AccountShare(), rate, sent: 0, taken: 0 }))
    for (let ms = 0; ms < seconds * 1_000; ms++) {
      clock.nowMs += 1
      for (const account of accounts) {
        for (; account.sent < (account.rate * ms) / 1_000; account.sent++) if (ask(account.share)) account.taken += 1
      }
    }
    return accounts.map(({ sent, taken }) => ({ sent, taken }))
  }
  return { clock, pool, ask, run }
}

describe('accounts share the calls per second of a provider', () => {
  test.each([100, 500])('one that sends %i a second takes none from one that sends four', (attack) => {
    const [attacker, victim] = limitedPool(25).run(20, [attack, 4])
    expect(victim).toEqual({ sent: 80, taken: 80 })
    // The attacker may use the calls that the victim leaves.
    expect(attacker!.taken).toBeGreaterThan(20 * 21 - 2)
    expect(attacker!.taken).toBeLessThanOrEqual(20 * 21 + 25)
  })

  test('several that send too much get equal parts, and one that sends little gets all it wants', () => {
    const [one, other, third, victim] = limitedPool(25).run(60, [500, 100, 30, 2])
    expect(victim).toEqual({ sent: 120, taken: 120 })
    const part = (60 * 23) / 3
    for (const { taken } of [one!, other!, third!]) expect(Math.abs(taken - part)).toBeLessThan(part * 0.05)
  })

  test('an account alone takes three quarters of a second at once, and reaches the whole rate', () => {
    const { clock, ask, run } = limitedPool(20)
    const alone = new AccountShare()
    const taken = () => Array.from({ length: 100 }, () => ask(alone)).filter((isTaken) => isTaken).length
    expect(taken()).toBe(15)
    clock.nowMs += 500
    expect(taken()).toBe(10)
    clock.nowMs += 60_000
    expect(taken()).toBe(15)
    expect(limitedPool(1).run(100, [50])[0]!.taken).toBeGreaterThanOrEqual(100)
    for (const perSecond of [2, 3, 7, 25, 1_000]) {
      const [{ taken: most } = { taken: 0 }] = limitedPool(perSecond).run(10, [perSecond * 3])
      expect(most).toBeGreaterThan(perSecond * 10 * 0.99)
    }
    expect(run(1, [0])).toEqual([{ sent: 0, taken: 0 }])
  })

  test('the gateway\u2019s own requests take all that is left', () => {
    const { ask } = limitedPool(10)
    const account = new AccountShare()
    expect(Array.from({ length: 20 }, () => ask()).filter((isTaken) => isTaken)).toHaveLength(10)
    expect(ask(account)).toBe(false)
  })
})

/** Calls: milliseconds since the one before, and the account's number. */
const asks = fc.array(fc.tuple(fc.nat(400), fc.nat(5)), { maxLength: 200 })

test('all together never get more than a second holds plus what time gave', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), asks, (perSecond, when) => {
      const rate = new CallRate(perSecond)
      const accounts = [undefined, ...Array.from({ length: 5 }, () => new AccountShare())]
      let [nowMs, through] = [0, 0]
      for (const [waited, who] of when) {
        nowMs += waited
        if (!rate.hasRoom(nowMs, accounts[who])) continue
        rate.spend(nowMs, accounts[who])
        through += 1
      }
      expect(through).toBeLessThanOrEqual(perSecond + (nowMs * perSecond) / 1000 + 1e-3)
    }),
  )
})

test('after the wait that it is told an account may send, if no other sent before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), asks, (perSecond, when) => {
      const rate = new CallRate(perSecond)
      const accounts = [undefined, ...Array.from({ length: 5 }, () => new AccountShare())]
      let nowMs = 0
      for (const [waited, who] of when) {
        nowMs += waited
        if (!rate.hasRoom(nowMs, accounts[who])) {
          const waitMs = rate.waitMs(nowMs, accounts[who])
          expect(waitMs).toBeLessThanOrEqual(1_000 * accounts.length)
          nowMs += waitMs
        }
        expect(rate.hasRoom(nowMs, accounts[who])).toBe(true)
        rate.spend(nowMs, accounts[who])
      }
    }),
  )
})

test('however one account asks, a second one finds room if the limit is four or more', () => {
  const steps = fc.array(fc.nat(500), { maxLength: 100 })
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 50 }), steps, (perSecond, waits) => {
      const rate = new CallRate(perSecond)
      const greedy = new AccountShare()
      let nowMs = 0
      for (const wait of waits) {
        nowMs += wait
        while (rate.hasRoom(nowMs, greedy)) rate.spend(nowMs, greedy)
        expect(rate.hasRoom(nowMs, new AccountShare())).toBe(true)
      }
    }),
  )
})

test('whatever their number, time gives back all that they hold', () => {
  const accounts = Array.from({ length: 300 }, () => new AccountShare())
  for (let holders = 1; holders <= accounts.length; holders++) {
    const rate = new CallRate(1_000)
    const sharing = accounts.slice(0, holders)
    for (const account of sharing) rate.spend(0, account)
    // Divided by 49, one call a millisecond never adds up to one again.
    for (let ms = 1; ms <= holders; ms++) expect(rate.hasRoom(ms)).toBe(true)
    for (const account of sharing) expect(rate.waitMs(holders, account)).toBe(1)
  }
})
