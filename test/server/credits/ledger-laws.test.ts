import fc from 'fast-check'
import type { Entitlement } from '../../../src/server/accounts/account.js'
import { dayOf } from '../../../src/server/credits/day.js'
import type { CallRecord, Hold } from '../../../src/server/credits/ledger.js'
import { SingleLedger } from '../../../src/server/credits/single-ledger.js'
import { aKey, anAccount, anEntitlement } from '../../support/accounts.js'
import { atLeast, runs } from '../../support/runs.js'
import { FakeUsageStore } from '../../support/usage-store.js'

const MORNING = Date.parse('2026-11-21T08:00:00Z')
const HOUR_MS = 3_600_000
const DAILY_CREDITS = 1000
const KEY_LIMIT = 600

type Step =
  | { kind: 'hold'; account: number; key: number; price: number }
  /** `share` of the held credits is charged. */
  | { kind: 'charge'; which: number; isError: boolean; share: number }
  | { kind: 'giveBack' | 'refund'; which: number; isError: boolean }
  | { kind: 'pass'; ms: number }
  | { kind: 'turn' }
  | { kind: 'store'; isAway: boolean }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('hold' as const),
        account: fc.nat(2),
        key: fc.nat(1),
        price: fc.constantFrom(5, 80, 160, 255),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('charge' as const),
        which: fc.nat(),
        isError: fc.boolean(),
        share: fc.constantFrom(1, 1, 0.5, 0.1, 0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('giveBack' as const, 'refund' as const),
        which: fc.nat(),
        isError: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('pass' as const),
        ms: fc.constantFrom(100, 300, HOUR_MS, 9 * HOUR_MS, -1000),
      }),
    },
    { weight: 3, arbitrary: fc.constant({ kind: 'turn' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('store' as const), isAway: fc.boolean() }) },
  ),
  { minLength: 20, maxLength: 150, size: 'max' },
)

interface Taken {
  readonly hold: Hold
  readonly entitlement: Entitlement
  readonly name: string
  /** Credits held or charged. */
  price: number
  state: 'held' | 'charging' | 'charged' | 'refunding' | 'over'
}

/**
 * Runs a history against the ledger and keeps its own account of the credits held, charged and
 * refunded, by account and day.
 */
class History {
  readonly store = new FakeUsageStore()
  readonly taken: Taken[] = []
  readonly waiting: Promise<unknown>[] = []
  answered = 0
  nowMs = MORNING
  latestDay = dayOf(MORNING)
  #turns: (() => void)[] = []
  readonly ledger = new SingleLedger({
    store: this.store,
    nowMs: () => this.nowMs,
    afterTurn: (run) => this.#turns.push(run),
    maxAccounts: 2,
  })

  async step(step: Step): Promise<void> {
    if (step.kind === 'hold') return this.hold(step.account, step.key, step.price)
    if (step.kind === 'pass') this.nowMs += step.ms
    else if (step.kind === 'turn') await this.turn()
    else if (step.kind === 'store') this.store.isAway = step.isAway
    else this.end(step.kind, step.which, step.isError, step.kind === 'charge' ? step.share : 1)
    if (dayOf(this.nowMs) > this.latestDay) this.latestDay = dayOf(this.nowMs)
  }

  async turn(): Promise<void> {
    for (const run of this.#turns.splice(0)) run()
    await new Promise((resolve) => setImmediate(resolve))
  }

  async hold(account: number, key: number, price: number): Promise<void> {
    const keyId = `key_${account}_${key}`
    const limited = key === 0 ? aKey({ id: keyId, dailyLimit: KEY_LIMIT }) : aKey({ id: keyId })
    const entitlement = anEntitlement({
      account: anAccount({ id: `acc_${account}` }),
      key: limited,
      dailyCredits: DAILY_CREDITS,
    })
    const hold = await this.ledger.hold(entitlement, price)
    if (typeof hold !== 'string') {
      this.taken.push({ hold, entitlement, name: `${this.latestDay} acc_${account} ${keyId}`, price, state: 'held' })
    } else if (hold === 'daily-credits-exhausted') {
      // The ledger refuses a call only when its price does not fit, so no credits are lost.
      expect(this.sum((name) => name.startsWith(`${this.latestDay} acc_${account} `)) + price).toBeGreaterThan(
        DAILY_CREDITS,
      )
    } else if (hold === 'key-daily-credits-exhausted') {
      expect(this.sum((name) => name === `${this.latestDay} acc_${account} ${keyId}`) + price).toBeGreaterThan(
        KEY_LIMIT,
      )
    }
  }

  end(kind: 'charge' | 'giveBack' | 'refund', which: number, isError: boolean, share = 1): void {
    const state = kind === 'refund' ? 'charged' : 'held'
    const candidates = this.taken.filter((one) => one.state === state)
    const one = candidates[which % candidates.length]
    if (one === undefined) return
    if (kind === 'charge') one.price = Math.floor(one.price * share)
    const record: CallRecord = {
      network: 'main',
      method: `m${one.price}`,
      isError,
      servedBy: isError ? 'nobody' : 'upstream',
    }
    if (kind === 'giveBack') {
      one.state = 'over'
      one.hold.giveBack(record)
    } else if (kind === 'charge') {
      one.state = 'charging'
      const settled = one.hold.charge(record, one.price)
      this.waiting.push(
        settled.then(
          () => {
            one.state = 'charged'
          },
          () => {
            one.state = 'over'
          },
        ),
      )
    } else {
      one.state = 'refunding'
      this.waiting.push(
        one.hold.refund(record).then(() => {
          one.state = 'over'
        }),
      )
    }
  }

  /** Credits held or charged. */
  sum(isMeant: (name: string) => boolean): number {
    return this.taken.reduce((sum, { name, price, state }) => sum + (state !== 'over' && isMeant(name) ? price : 0), 0)
  }

  /** Checks that each open hold has the same remaining credits as the ledger. */
  checkBalances(): void {
    for (const { hold, entitlement, name, state } of this.taken) {
      if (state !== 'held') continue
      const isToday = name.startsWith(this.latestDay)
      expect(hold.remainingCredits()).toBe(isToday ? this.ledger.remainingCredits(entitlement) : undefined)
    }
  }

  checkBounds(): void {
    this.checkBalances()
    for (const { name } of this.taken) {
      const [day, account, key] = name.split(' ')
      expect(this.sum((other) => other.startsWith(`${day} ${account} `))).toBeLessThanOrEqual(DAILY_CREDITS)
      if (key?.endsWith('_0')) expect(this.sum((other) => other === name)).toBeLessThanOrEqual(KEY_LIMIT)
    }
  }

  /** Checks that the amounts written for a row never add up to less than zero. */
  checkStore(): void {
    const sums = new Map<string, number[]>()
    for (const row of this.store.rows) {
      const name = [row.accountId, row.keyId, row.day, row.hour, row.method].join()
      const before = sums.get(name) ?? [0, 0, 0, 0]
      const after = [row.calls, row.credits, row.errors, row.forwarded].map((amount, index) => amount + before[index]!)
      for (const amount of after) expect(amount).toBeGreaterThanOrEqual(0)
      sums.set(name, after)
    }
  }

  /** Brings the store back and everything to its end. */
  async finish(): Promise<void> {
    this.store.isAway = false
    for (const { state } of this.taken) if (state === 'held') this.end('giveBack', 0, true)
    await this.ledger.flush()
    await this.turn()
    await this.ledger.flush()
    await Promise.all(this.waiting)
  }
}

test('whatever happens, no balance is overspent, and what is written is what was charged', async () => {
  let holds = 0
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const history = new History()
      for (const step of all) {
        await history.step(step)
        history.checkBounds()
      }
      await history.finish()
      history.checkStore()
      const charged = history.taken.filter(({ state }) => state === 'charged')
      expect(history.store.sum('credits')).toBe(charged.reduce((sum, { price }) => sum + price, 0))
      expect(history.store.sum('calls')).toBe(history.taken.length)
      holds += history.taken.length
    }),
    runs(100),
  )
  // Histories with few holds would prove nothing.
  expect(holds).toBeGreaterThan(atLeast(700))
})
