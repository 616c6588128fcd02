import type { Journal } from './journal.js'
import { sumRows } from './usage/sum-rows.js'
import type { ChargeRow } from './usage/usage-store.js'

/** The journal's lines after `fromLine`, up to `toLine`, which are to be settled together. */
export interface LineBatch {
  readonly fromLine: number
  readonly toLine: number
  readonly rows: readonly ChargeRow[]
}

/** Lines of a journal, the first and the last included. */
export interface LostLines {
  readonly from: number
  readonly to: number
}

/**
 * What is durable in a process's journal and not yet in the store. Rows are added up from the
 * `sumAt`th on, so they stay few.
 */
export class JournalBacklog {
  private line = 0
  private settledLine = 0
  private rows: ChargeRow[] = []
  private unsettled: LineBatch | undefined
  private nextSum: number

  constructor(
    readonly journal: Journal,
    private readonly sumAt: number,
  ) {
    this.nextSum = sumAt
  }

  /** Lines that the store does not have. */
  get unsettledLines(): number {
    return this.line - this.settledLine
  }

  /** Whether the store has every line. */
  get isSettled(): boolean {
    return this.settledLine === this.line
  }

  /**
   * Writes a line; whether `sumAt` different rows wait now. Errors: throws what the journal throws,
   * and no line was written.
   */
  append(rows: readonly ChargeRow[]): boolean {
    this.line = this.journal.append(rows)
    for (const row of rows) this.rows.push(row)
    if (this.rows.length < this.nextSum) return false
    this.rows = sumRows(this.rows)
    this.nextSum = this.rows.length + Math.max(this.sumAt, this.rows.length)
    return this.rows.length >= this.sumAt
  }

  /**
   * What the store is to settle next, perhaps nothing; the same again until `settled` says that it
   * did.
   */
  batch(): LineBatch {
    if (this.unsettled !== undefined) return this.unsettled
    const batch = { fromLine: this.settledLine, toLine: this.line, rows: sumRows(this.rows) }
    if (this.isSettled) return batch
    this.rows = []
    this.nextSum = this.sumAt
    this.unsettled = batch
    return batch
  }

  /** The store has the batch. */
  settled(): void {
    this.settledLine = this.unsettled?.toLine ?? this.settledLine
    this.unsettled = undefined
    this.journal.settled(this.settledLine)
  }

  /**
   * The store has only the lines up to this one, fewer than it had settled: the next batch holds
   * the others, too. Returns those that the journal does not have any more either.
   */
  rewind(settledLine: number): LostLines | undefined {
    const batch = this.batch()
    const again = this.journal.linesAfter(settledLine).filter(({ line }) => line <= batch.fromLine)
    const rows = sumRows([...again.flatMap((line) => line.rows), ...batch.rows])
    this.unsettled = { ...batch, fromLine: settledLine, rows }
    this.settledLine = settledLine
    const first = again[0]?.line ?? batch.fromLine + 1
    return first > settledLine + 1 ? { from: settledLine + 1, to: first - 1 } : undefined
  }
}
