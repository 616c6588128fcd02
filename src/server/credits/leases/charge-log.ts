import type { SystemPorts } from '../../../runtime/system-ports.js'
import { LedgerUnavailable } from '../group-writer.js'
import type { Journal } from '../journal.js'
import { JournalBacklog, type LineBatch, type LostLines } from '../journal-backlog.js'
import type { HoldEntry } from '../open-hold.js'
import { sumRows } from '../usage/sum-rows.js'
import type { Lease } from './lease.js'
import { type LeaseName, leaseKey } from './lease-store.js'

const SUM_AT = 2_000
const RETRY_MS = 250

/** Effect of a batch on one lease: net credits, and credits charged without refunds. */
export interface LeaseChange {
  readonly name: LeaseName
  net: number
  charged: number
}

export interface ChargeBatch extends LineBatch {
  readonly changes: ReadonlyMap<string, LeaseChange>
}

type LeasedRow = HoldEntry<Lease, Lease>

/**
 * Collects charges: into the journal at the end of each event-loop turn, and from there into
 * batches for the store. Each row is tried only once, because a queue of rows would grow without
 * bound while the journal cannot be written.
 */
export class ChargeLog {
  failure: string | undefined
  private turn: LeasedRow[] = []
  private changes = new Map<string, LeaseChange>()
  private current: ChargeBatch | undefined
  private retriedMs = Number.NEGATIVE_INFINITY
  private readonly backlog: JournalBacklog

  constructor(
    journal: Journal,
    readonly afterTurn: SystemPorts['afterTurn'],
  ) {
    this.backlog = new JournalBacklog(journal, SUM_AT)
  }

  add(entry: LeasedRow): void {
    if (this.turn.push(entry) === 1) this.afterTurn(() => this.writeTurn())
  }

  writeTurn(): void {
    if (this.turn.length > 0) this.write()
  }

  /**
   * After a failure, writes an empty line at most every 250 ms: without calls nothing else would
   * notice that the journal can be written again. `nowMs` is a steady clock.
   */
  retry(nowMs: number): void {
    if (this.failure === undefined || this.turn.length > 0 || nowMs - this.retriedMs < RETRY_MS) return
    this.retriedMs = nowMs
    this.write()
  }

  private write(): void {
    const turn = this.turn
    this.turn = []
    let failure: LedgerUnavailable | undefined
    try {
      this.backlog.append(sumRows(turn.map(({ row }) => row)))
      for (const entry of turn) this.record(entry)
      this.failure = undefined
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause)
      failure = new LedgerUnavailable(cause)
    }
    for (const entry of turn) entry.written(failure)
  }

  get unsettledLines(): number {
    return this.backlog.unsettledLines
  }

  get isSettled(): boolean {
    return this.backlog.isSettled && this.turn.length === 0
  }

  /**
   * The next batch for the store. A batch that is not empty is returned again until `settle` is
   * called.
   */
  batch(): ChargeBatch {
    if (this.current !== undefined) return this.current
    // Charges made during the exchange belong to the next batch.
    if (this.backlog.isSettled) return { ...this.backlog.batch(), changes: new Map() }
    this.current = { ...this.backlog.batch(), changes: this.changes }
    this.changes = new Map()
    return this.current
  }

  private record({ row: { credits }, account, keyPart }: LeasedRow): void {
    if (credits === 0) return
    this.changeLease(account, credits)
    if (keyPart !== undefined) this.changeLease(keyPart, credits)
  }

  private changeLease(lease: Lease, credits: number): void {
    const name = leaseKey(lease)
    let change = this.changes.get(name)
    if (change === undefined) {
      const { accountId, scope, day } = lease
      change = { name: { accountId, scope, day }, net: 0, charged: 0 }
      this.changes.set(name, change)
    }
    change.net += credits
    if (credits > 0) change.charged += credits
  }

  settle(): void {
    this.current = undefined
    this.backlog.settled()
  }

  rewind(settledLine: number): LostLines | undefined {
    const { changes } = this.batch()
    const lost = this.backlog.rewind(settledLine)
    this.current = { ...this.backlog.batch(), changes }
    return lost
  }
}
