import fc from 'fast-check'
import { dayOf } from '../../../src/server/credits/day.js'
import { LeaseLedger } from '../../../src/server/credits/leases/lease-ledger.js'
import type { CallRecord, Hold } from '../../../src/server/credits/ledger.js'
import { aKey, anAccount, anEntitlement } from '../../support/accounts.js'
import { FakeLeaseStore, fakeJournal } from '../../support/lease-store.js'
import { atLeast, runs } from '../../support/runs.js'
import { timeByTurns } from '../../support/time-by-turns.js'

timeByTurns()

const EVENING = Date.parse('2026-11-21T20:00:00Z')
const DAILY_CREDITS = 2_000
const KEY_LIMIT = 900
const record: CallRecord = { network: 'main', method: 'm', isError: false, servedBy: 'upstream' }

type Step =
  | { kind: 'hold'; process: number; key: number; price: number }
  | { kind: 'charge' | 'giveBack' | 'refund'; which: number }
  | { kind: 'pass'; ms: number }
  | { kind: 'tick' | 'turn'; process: number }
  | { kind: 'crash'; process: number }
  | { kind: 'store'; state: 'away' | 'deaf' | 'locked' | 'well' }

const process = fc.nat(2)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('hold' as const),
        process,
        key: fc.nat(1),
        price: fc.constantFrom(5, 80, 160, 255),
      }),
    },
    { weight: 7, arbitrary: fc.record({ kind: fc.constantFrom('charge' as const), which: fc.nat() }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('giveBack' as const, 'refund' as const), which: fc.nat() }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('pass' as const),
        ms: fc.constantFrom(100, 1_100, 5 * 3_600_000, -500),
      }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('tick' as const, 'turn' as const), process }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), process }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('store' as const),
        state: fc.constantFrom('away', 'deaf', 'locked', 'well'),
      }),
    },
  ),
  { minLength: 30, maxLength: 120, size: 'max' },
)

interface Taken {
  readonly hold: Hold
  readonly process: { readonly isDead: boolean }
  readonly name: string
  readonly key: number
  /** Credits held or charged. */
  price: number
  state: 'held' | 'charging' | 'charged' | 'over'
}

const turn = () => new Promise((next) => setImmediate(next))

class History {
  readonly store = new FakeLeaseStore()
  readonly taken: Taken[] = []
  nowMs = EVENING
  latestDay = dayOf(EVENING)
  waiting = 0
  #count = 0
  readonly processes = [0, 1, 2].map(() => this.start())

  start() {
    const journal = fakeJournal(`p${this.#count++}`)
    const store = this.store.for(journal.processId)
    this.store.settledLines.set(journal.processId, 0)
    const one = { journal, isDead: false, ledger: undefined as unknown as LeaseLedger }
    one.ledger = new LeaseLedger({
      store: {
        ...store,
        // A killed process exchanges nothing any more.
        exchange: (exchange) => {
          // The clock moves, so that a process that waits until others return credits does not wait
          // for ever.
          this.nowMs += 300
          return one.isDead ? new Promise(() => {}) : store.exchange(exchange)
        },
        exchangeUnlocked: (exchange) => {
          this.nowMs += 300
          return one.isDead ? new Promise(() => {}) : store.exchangeUnlocked!(exchange)
        },
      },
      journal: {
        ...journal,
        append: (rows) => {
          if (one.isDead) throw new Error('killed')
          return journal.append(rows)
        },
      },
      nowMs: () => this.nowMs,
      afterTurn: (run) => void setImmediate(run),
    })
    return one
  }

  async step(step: Step): Promise<void> {
    if (step.kind === 'hold') await this.hold(step.process, step.key, step.price)
    else if (step.kind === 'pass') this.nowMs += step.ms
    else if (step.kind === 'tick') void this.processes[step.process]!.ledger.tick()
    else if (step.kind === 'turn') await turn()
    else if (step.kind === 'crash') await this.crash(step.process)
    else if (step.kind === 'store') {
      this.store.isAway = step.state === 'away'
      this.store.losesAnswers = step.state === 'deaf'
      if (step.state === 'locked') this.store.locked.add('acc')
      else this.store.locked.clear()
    } else if ('which' in step) await this.end(step.kind, step.which)
    if (dayOf(this.nowMs) > this.latestDay) this.latestDay = dayOf(this.nowMs)
  }

  async hold(index: number, key: number, price: number): Promise<void> {
    const process = this.processes[index]!
    const entitlement = anEntitlement({
      account: anAccount({ id: 'acc' }),
      key: key === 0 ? aKey({ id: 'key_0', dailyLimit: KEY_LIMIT }) : aKey({ id: 'key_1' }),
      dailyCredits: DAILY_CREDITS,
    })
    const name = `acc ${this.latestDay}`
    this.waiting++
    const answer = Promise.resolve(process.ledger.hold(entitlement, price)).then((hold) => {
      this.waiting--
      if (typeof hold === 'string') return
      this.taken.push({ hold, process, name, key, price, state: process.isDead ? 'over' : 'held' })
      // The hold has the same remaining credits as the ledger, unless it waited past midnight.
      const remaining = hold.remainingCredits()
      if (remaining !== undefined) expect(remaining).toBe(process.ledger.remainingCredits(entitlement))
    })
    // Some answers come later, while other things happen.
    await Promise.race([answer, turn().then(turn).then(turn)])
  }

  async end(kind: 'charge' | 'giveBack' | 'refund', which: number): Promise<void> {
    const state = kind === 'refund' ? 'charged' : 'held'
    const all = this.taken.filter((one) => one.state === state && !one.process.isDead)
    const one = all[which % all.length]
    if (one === undefined) return
    one.state = kind === 'charge' ? 'charging' : 'over'
    if (kind === 'giveBack') one.hold.giveBack(record)
    else if (kind === 'refund') await one.hold.refund(record)
    else {
      // A call may cost less than was held for it.
      one.price = Math.floor(one.price * [1, 0.5, 0][which % 3]!)
      await one.hold.charge(record, one.price).then(
        () => {
          one.state = 'charged'
        },
        () => {
          one.state = 'over'
        },
      )
    }
  }

  async crash(index: number): Promise<void> {
    const gone = this.processes[index]!
    gone.isDead = true
    for (const one of this.taken) {
      if (one.process !== gone) continue
      // Its charges are in the journal; a refund can no longer be made.
      if (one.state === 'held' || one.state === 'charging') one.state = 'over'
    }
    await this.store.for('').end(gone.journal.processId, gone.journal.lines)
    this.processes[index] = this.start()
  }

  sum(isMeant: (one: Taken) => boolean): number {
    return this.taken.reduce((sum, one) => sum + (one.state !== 'over' && isMeant(one) ? one.price : 0), 0)
  }

  /** The law: granted = charged + returned + outstanding, and never above the day. */
  check(): void {
    for (const [name, { taken, used, outstanding }] of this.store.balances) {
      const [account, day, scope] = name.split(' ')
      const left = [...outstanding.values()].reduce((sum, credits) => sum + credits, 0)
      expect(taken).toBe(used + left)
      for (const credits of outstanding.values()) expect(credits).toBeGreaterThanOrEqual(0)
      expect(taken).toBeLessThanOrEqual(scope === '' ? DAILY_CREDITS : KEY_LIMIT)
      if (scope !== '') continue
      const rows = this.store.rows.filter((row) => row.accountId === account && row.day === day)
      expect(rows.reduce((sum, row) => sum + row.credits, 0)).toBe(used)
    }
    for (const { name } of this.taken) {
      expect(this.sum((one) => one.name === name)).toBeLessThanOrEqual(DAILY_CREDITS)
      expect(this.sum((one) => one.name === name && one.key === 0)).toBeLessThanOrEqual(KEY_LIMIT)
    }
  }

  async finish(): Promise<void> {
    this.store.isAway = false
    this.store.losesAnswers = false
    this.store.locked.clear()
    const pass = async () => {
      this.nowMs += 300
      for (const { ledger } of this.processes) void ledger.tick()
      await new Promise((next) => setTimeout(next, 25))
      await turn()
    }
    for (let round = 0; round < 8; round++) await pass()
    for (const one of this.taken) {
      if (one.state === 'held' && this.processes.some((process) => process === one.process)) one.hold.giveBack(record)
      if (one.state === 'held') one.state = 'over'
    }
    await turn()
    for (const { ledger } of this.processes) await ledger.flush()
  }
}

test('whatever happens to processes and store, nothing is overspent, lost or settled twice', async () => {
  let holds = 0
  let crashes = 0
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const history = new History()
      for (const step of all) {
        if (step.kind === 'crash') crashes++
        await history.step(step)
        history.check()
      }
      await history.finish()
      history.check()
      const charged = history.sum(({ state }) => state === 'charged')
      expect(history.store.rows.reduce((sum, { credits }) => sum + credits, 0)).toBe(charged)
      // Everything was handed back.
      for (const { taken, used } of history.store.balances.values()) expect(taken).toBe(used)
      holds += history.taken.length
    }),
    runs(40),
  )
  expect(holds).toBeGreaterThan(atLeast(200))
  expect(crashes).toBeGreaterThan(atLeast(10))
})
