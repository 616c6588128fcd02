/** Bounds on rows between two writes; calls that would need further ones are not counted. */
const MAX_ROWS = 10_000
const MAX_ROWS_OF_ACCOUNT = 500
/** Rows written in one event-loop turn. */
const GROUP = 100
const WRITE_EVERY_MS = 2_000

/**
 * Counts of calls between two writes to the store, in bounded rows.
 *
 * `nowMs` counts from 1970; `afterTurn` runs its action after this turn of the event loop. The
 * caller runs `flushDue` about once a second.
 */
export abstract class CallCounter<Row> {
  private rows: Row[] = []
  private rowsOfAccount = new Map<string, number>()
  private writtenMs = 0
  private isWriting = false

  constructor(
    protected readonly nowMs: () => number,
    private readonly afterTurn: (action: () => void) => void,
  ) {}

  /** Drops the index of the rows, which are being written. */
  protected abstract forget(): void

  protected abstract write(rows: readonly Row[]): Promise<void>

  protected hasRoomFor(accountId: string): boolean {
    return this.rows.length < MAX_ROWS && (this.rowsOfAccount.get(accountId) ?? 0) < MAX_ROWS_OF_ACCOUNT
  }

  protected add(accountId: string, row: Row): void {
    this.rowsOfAccount.set(accountId, (this.rowsOfAccount.get(accountId) ?? 0) + 1)
    this.rows.push(row)
  }

  /**
   * Writes the counts. They are lost if the write fails, because nothing is billed by them. Rejects
   * with the store's error.
   */
  async flush(): Promise<void> {
    const { rows } = this
    if (rows.length === 0) return
    this.rows = []
    this.rowsOfAccount = new Map()
    this.forget()
    this.writtenMs = this.nowMs()
    this.isWriting = true
    try {
      for (let at = 0; at < rows.length; at += GROUP) {
        if (at > 0) await new Promise<void>((next) => this.afterTurn(next))
        await this.write(rows.slice(at, at + GROUP))
      }
    } finally {
      this.isWriting = false
    }
  }

  /** Flushes at most every two seconds, and not before the last write ended. */
  async flushDue(): Promise<void> {
    // Also when the clock was set back.
    const isDue = Math.abs(this.nowMs() - this.writtenMs) >= WRITE_EVERY_MS
    if (isDue && !this.isWriting) await this.flush()
  }
}
