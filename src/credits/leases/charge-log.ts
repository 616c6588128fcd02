import { LedgerUnavailable, type Schedule } from '../group-writer.js'
import type { Journal } from '../journal.js'
import type { HoldEntry } from '../open-hold.js'
import { sumRows } from '../usage/sum-rows.js'
import type { ChargeRow } from '../usage/usage-store.js'
import type { Lease } from './lease.js'
import type { LeaseName } from './lease-store.js'

const SUM_AT = 2_000

/** What a batch does to one lease: all its credits, and those that were charged (refunds left out). */
export interface LeaseChange {
  readonly name: LeaseName
  net: number
  charged: number
}

/** Charges to be settled together. */
export interface ChargeBatch {
  readonly fromLine: number
  readonly toLine: number
  readonly rows: readonly ChargeRow[]
  readonly changes: ReadonlyMap<string, LeaseChange>
}

/** Lines of a journal, the first and the last included. */
export interface LostLines {
  readonly from: number
  readonly to: number
}

/** The name of a lease as one text. */
export const leaseText = ({ accountId, scope, day }: LeaseName): string => `${accountId} ${scope} ${day}`

type LeaseEntry = HoldEntry<Lease, Lease>

/**
 * Collects charges: into the journal at the end of each event-loop turn, and from there into batches for the store. Every row is tried
 * once: while the journal cannot be written, what would be written later has no bound.
 */
export class ChargeLog {
  /** Why the journal could not be written the last time. */
  failure: string | undefined
  #turn: LeaseEntry[] = []
  #changes = new Map<string, LeaseChange>()
  #noted: ChargeRow[] = []
  #line = 0
  #settledLine = 0
  #batch: ChargeBatch | undefined
  #sumAt = SUM_AT

  constructor(
    readonly journal: Journal,
    readonly schedule: Schedule,
  ) {}

  /** Puts a row into this turn's line. */
  add(entry: LeaseEntry): void {
    if (this.#turn.push(entry) === 1) this.schedule(() => this.writeTurn())
  }

  /** Writes what this turn has noted so far. */
  writeTurn(): void {
    const turn = this.#turn
    if (turn.length === 0) return
    this.#turn = []
    let failure: LedgerUnavailable | undefined
    try {
      const rows = sumRows(turn.map(({ row }) => row))
      this.#line = this.journal.append(rows)
      for (const row of rows) this.#noted.push(row)
      for (const entry of turn) this.#change(entry)
      if (this.#noted.length > this.#sumAt) {
        this.#noted = sumRows(this.#noted)
        this.#sumAt = Math.max(SUM_AT, 2 * this.#noted.length)
      }
      this.failure = undefined
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause)
      failure = new LedgerUnavailable(cause)
    }
    for (const entry of turn) entry.written(failure)
  }

  get isSettled(): boolean {
    return this.#settledLine === this.#line && this.#turn.length === 0
  }

  /** What the store is to settle next; if that is anything, the same again until `settle` says that it did. */
  batch(): ChargeBatch {
    if (this.#batch !== undefined) return this.#batch
    if (this.#settledLine === this.#line)
      return { fromLine: this.#line, toLine: this.#line, rows: [], changes: new Map() }
    const rows = sumRows(this.#noted)
    this.#noted = []
    const changes = this.#changes
    this.#changes = new Map()
    this.#batch = { fromLine: this.#settledLine, toLine: this.#line, rows, changes }
    return this.#batch
  }

  #change({ row: { credits }, account, keyPart }: LeaseEntry): void {
    if (credits === 0) return
    this.#changeLease(account, credits)
    if (keyPart !== undefined) this.#changeLease(keyPart, credits)
  }

  #changeLease(lease: Lease, credits: number): void {
    const name = leaseText(lease)
    let change = this.#changes.get(name)
    if (change === undefined) {
      const { accountId, scope, day } = lease
      change = { name: { accountId, scope, day }, net: 0, charged: 0 }
      this.#changes.set(name, change)
    }
    change.net += credits
    if (credits > 0) change.charged += credits
  }

  settle(): void {
    this.#settledLine = this.#batch?.toLine ?? this.#settledLine
    this.#batch = undefined
    this.journal.settled(this.#settledLine)
  }

  /**
   * The store has only the lines up to this one, fewer than it had settled: the next batch holds the others, too. Returns those that the
   * journal does not have any more either.
   */
  rewind(settledLine: number): LostLines | undefined {
    const batch = this.batch()
    const again = this.journal.linesAfter(settledLine).filter(({ line }) => line <= batch.fromLine)
    const rows = sumRows([...again.flatMap((line) => line.rows), ...batch.rows])
    this.#batch = { ...batch, fromLine: settledLine, rows }
    this.#settledLine = settledLine
    const first = again[0]?.line ?? batch.fromLine + 1
    return first > settledLine + 1 ? { from: settledLine + 1, to: first - 1 } : undefined
  }
}
