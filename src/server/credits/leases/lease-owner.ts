import { atOnce, inTurns, type Steps } from '../../../runtime/turns/in-turns.js'
import { type JournalLine, linesAfter } from '../journal.js'
import type { SettledLines } from '../settled-lines.js'
import { sumRows } from '../usage/sum-rows.js'
import type { ChargeRow } from '../usage/usage-store.js'
import {
  type Ending,
  type LeaseAsk,
  type LeaseExchange,
  type LeaseGrant,
  type LeaseStore,
  leaseKey,
  settleBalance,
} from './lease-store.js'

interface LeaseEntry {
  readonly accountId: string
  readonly scope: string
  readonly day: string
  taken: number
  used: number
  readonly outstanding: Map<string, number>
}

interface Change {
  readonly entry: LeaseEntry
  readonly after: ReturnType<typeof settleBalance>
}

/** Number of balances above which those without leases are dropped; then twice the number left. */
const SWEEP_AT = 10_000

/**
 * Lends the days of a store that only this process writes to other processes of the machine. It
 * applies the law of leases (settleBalance) to balances in memory. Only `lines` outlives it: the
 * usage, and the settled line of each journal. Leases end with the owner. Before a new owner
 * starts, every process must be gone and its journal settled with `end`.
 *
 * Errors  an exchange rejects, and changes nothing, if the store cannot be written
 */
export class LeaseOwner {
  private readonly balances = new Map<string, LeaseEntry>()
  private readonly living = new Set<string>()
  private readonly listeners = new Set<{ notify(accountId: string): void }>()
  private nextSweep: number
  private sweeps = 0

  constructor(
    private readonly lines: SettledLines,
    private readonly sweepAt = SWEEP_AT,
  ) {
    this.nextSweep = sweepAt
  }

  /**
   * A process's connection to the leases; `close` it when the process is gone, to stop call-backs.
   */
  connect(): LeaseStore & { close(): void } {
    let calledBack: (accountId: string) => void = () => {}
    const self = { notify: (accountId: string) => calledBack(accountId) }
    this.listeners.add(self)
    return {
      begin: async (processId) => {
        this.lines.begin(processId)
        this.living.add(processId)
      },
      exchange: async (one) => {
        await inTurns(this.readAhead(one))
        return this.exchange(one)
      },
      end: async (processId, left, isCopy = false) => this.end(processId, left, isCopy),
      callBack: async (accountId) => {
        for (const listener of this.listeners) if (listener !== self) listener.notify(accountId)
      },
      onCallBack: (listen) => {
        calledBack = listen
      },
      close: () => void this.listeners.delete(self),
    }
  }

  /**
   * Reads the balances that an exchange needs, in steps: the day of an account with many keys takes
   * long to sum.
   */
  private *readAhead({ rows, asks }: LeaseExchange): Steps<void> {
    const wholes = rows.map(({ accountId, day }) => ({ accountId, day, scope: '' }))
    for (const { accountId, scope, day } of [...wholes, ...asks]) {
      const name = leaseKey({ accountId, scope, day })
      if (this.balances.has(name)) continue
      const { sweeps } = this
      const used = yield* this.readUsed(accountId, scope, day)
      // Another exchange may have written in between. It left a balance, unless that was swept.
      if (!this.balances.has(name) && sweeps === this.sweeps) this.addEntry(accountId, scope, day, used)
      yield
    }
  }

  private *readUsed(accountId: string, scope: string, day: string): Steps<number> {
    if (scope !== '') return this.lines.readKey(accountId, day, scope)
    return (yield* this.lines.readDay(accountId, day)).account
  }

  private exchange({ processId, fromLine, toLine, rows, asks }: LeaseExchange): LeaseGrant[] {
    const settled = this.lines.lineOf(processId)
    if (settled === undefined) throw new Error('the store does not know this process')
    if (settled !== fromLine && settled !== toLine) throw new Error('the journal and the store do not fit together')
    const isSettled = settled === toLine
    const { changes, asked } = this.plan(processId, isSettled ? [] : rows, asks)
    if (!isSettled) this.lines.settle(processId, toLine, rows)
    this.apply(processId, changes.values())
    return asked.map((entry, index) => {
      const { granted, used } = changes.get(entry)!.after
      const isShort = asks[index]!.want > 0 && granted === 0
      return { granted, used, elsewhere: isShort ? this.elsewhere(processId, entry) : 0 }
    })
  }

  private end(processId: string, left: readonly JournalLine[], isCopy: boolean): Ending {
    if (isCopy && this.living.has(processId)) return 'living'
    const settled = this.lines.lineOf(processId) ?? this.lines.endedAt(processId)
    if (settled === undefined) return 'unknown'
    const open = linesAfter(settled, left)
    const rows = sumRows(open.flatMap((line) => line.rows))
    const asks = [...this.balances.values()]
      .filter(({ outstanding }) => outstanding.has(processId))
      .map(({ accountId, scope, day }) => ({ accountId, scope, day, keep: 0, want: 0, least: 0, limit: 0 }))
    const { changes } = this.plan(processId, rows, asks)
    this.lines.end(processId, open.at(-1)?.line ?? settled, rows)
    this.apply(processId, changes.values())
    for (const { outstanding } of this.balances.values()) outstanding.delete(processId)
    this.living.delete(processId)
    return 'over'
  }

  /**
   * Computes each balance after the exchange, and the grants in the order of the asks. Changes
   * nothing.
   */
  private plan(processId: string, rows: readonly ChargeRow[], asks: readonly LeaseAsk[]) {
    const charged = new Map<LeaseEntry, number>()
    for (const row of rows) {
      const whole = this.entryOf(row.accountId, '', row.day)
      charged.set(whole, (charged.get(whole) ?? 0) + row.credits)
    }
    const asked = new Map(asks.map((ask) => [this.entryOf(ask.accountId, ask.scope, ask.day), ask]))
    for (const row of rows) {
      // A key without a limit has no balance.
      const part = this.balances.get(leaseKey({ accountId: row.accountId, scope: row.keyId, day: row.day }))
      if (part !== undefined) charged.set(part, (charged.get(part) ?? 0) + row.credits)
    }
    const changes = new Map<LeaseEntry, Change>()
    for (const entry of new Set([...asked.keys(), ...charged.keys()])) {
      const outstanding = entry.outstanding.get(processId) ?? 0
      const credits = charged.get(entry) ?? 0
      // Charges without a lease (of a key that just got its limit) count as taken.
      const ask = asked.get(entry) ?? { keep: Math.max(0, outstanding - credits), want: 0, least: 0, limit: 0 }
      const { taken, used } = entry
      changes.set(entry, { entry, after: settleBalance({ taken, used, outstanding }, credits, ask, this.living.size) })
    }
    return { changes, asked: [...asked.keys()] }
  }

  private apply(processId: string, changes: Iterable<Change>): void {
    for (const { entry, after } of changes) {
      entry.taken = after.taken
      entry.used = after.used
      entry.outstanding.set(processId, after.outstanding)
    }
    if (this.balances.size > this.nextSweep) this.sweep()
  }

  private elsewhere(processId: string, { outstanding }: LeaseEntry): number {
    let sum = 0
    for (const [id, credits] of outstanding) if (id !== processId && this.living.has(id)) sum += credits
    return sum
  }

  private entryOf(accountId: string, scope: string, day: string): LeaseEntry {
    const entry = this.balances.get(leaseKey({ accountId, scope, day }))
    return entry ?? this.addEntry(accountId, scope, day, atOnce(this.readUsed(accountId, scope, day)))
  }

  private addEntry(accountId: string, scope: string, day: string, used: number): LeaseEntry {
    const entry: LeaseEntry = { accountId, scope, day, taken: used, used, outstanding: new Map() }
    this.balances.set(leaseKey({ accountId, scope, day }), entry)
    return entry
  }

  private sweep(): void {
    this.sweeps++
    for (const [name, { outstanding }] of this.balances) {
      if ([...outstanding.values()].every((credits) => credits === 0)) this.balances.delete(name)
    }
    this.nextSweep = Math.max(this.sweepAt, 2 * this.balances.size)
  }
}
