import type { Journal } from './journal.js'
import { sumRows } from './usage/sum-rows.js'
import type { ChargeRow } from './usage/usage-store.js'

/** Journal lines to settle together: after `fromLine`, up to `toLine`. */
export interface LineBatch {
  readonly fromLine: number
  readonly toLine: number
  readonly rows: readonly ChargeRow[]
}

/** A range of journal lines, both ends included. */
export interface LostLines {
  readonly from: number
  readonly to: number
}

/**
 * Charges that are durable in the journal but not yet in the store. From `sumAt` rows on, rows are
 * summed to keep them few.
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

  get unsettledLines(): number {
    return this.line - this.settledLine
  }

  get isSettled(): boolean {
    return this.settledLine === this.line
  }

  /**
   * Writes a line and reports whether `sumAt` different rows are waiting. If the journal throws, so
   * does this, and no line was written.
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
   * The next batch for the store, perhaps empty. Returns the same batch until `settled` is called.
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

  settled(): void {
    this.settledLine = this.unsettled?.toLine ?? this.settledLine
    this.unsettled = undefined
    this.journal.settled(this.settledLine)
  }

  /**
   * Goes back to `settledLine`, for a store that lost later lines: the next batch includes them
   * again. Returns the lines that the journal no longer has either.
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
