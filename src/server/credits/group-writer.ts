import type { SystemPorts } from '../../runtime/system-ports.js'
import { sumRows } from './usage/sum-rows.js'
import type { ChargeRow, UsageStore } from './usage/usage-store.js'

/** The store cannot write; the charge was not made. */
export class LedgerUnavailable extends Error {
  constructor(cause: unknown) {
    super('the store cannot write', { cause })
    this.name = 'LedgerUnavailable'
  }
}

/** The process ends with rows that the store did not take. No journal has them. */
export class RowsLost extends Error {
  constructor(rows: readonly ChargeRow[], why: string | undefined) {
    const refunded = rows.reduce((sum, { credits }) => sum + Math.max(0, -credits), 0)
    super(`rows of usage that the store did not take: ${rows.length}; they refund ${refunded} credits (${why})`)
    this.name = 'RowsLost'
  }
}

/**
 * Keeps a row until a write succeeds (`retry`), or drops it when its first write fails (`once`).
 */
export type Persistence = 'retry' | 'once'

/** A row on its way to the store. */
export interface PendingRow {
  readonly row: ChargeRow
  readonly persistence: Persistence
  /** Called when the row is durable, or with the error. Must not throw. */
  written(error: Error | undefined): void
}

const RETRY_MS = 250

/**
 * Writes the charges of one event-loop turn together. Writes never overlap: what arrives during one
 * goes into the next. After a failure `recover` tries the store at most every 250 ms, and a charge
 * of a call in flight at once.
 */
export class GroupWriter {
  private pending: PendingRow[] = []
  private isScheduled = false
  private writing: Promise<void> | undefined
  /**
   * Rows of failed writes that must not be lost. The calls in flight bound their number: nothing is
   * held while the store is away.
   */
  private kept: PendingRow[] = []
  private writeFailure: string | undefined
  private readFailure: string | undefined
  private lastTryMs = Number.NEGATIVE_INFINITY
  private trying: Promise<void> | undefined

  constructor(
    private readonly store: Pick<UsageStore, 'write'>,
    private readonly afterTurn: SystemPorts['afterTurn'],
    /** Any read; rejects while the store cannot be read. */
    private readonly tryRead: () => Promise<unknown>,
    private readonly nowMs: () => number,
  ) {}

  get failure(): string | undefined {
    return this.writeFailure ?? this.readFailure
  }

  /** Rows of failed writes that wait for the store. */
  get keptRows(): readonly ChargeRow[] {
    return this.kept.map(({ row }) => row)
  }

  readFailed(error: unknown): void {
    this.readFailure = messageOf(error)
    this.lastTryMs = this.nowMs()
  }

  add(entry: PendingRow): void {
    if (entry.persistence === 'retry' && this.writeFailure !== undefined) {
      this.kept.push(entry)
      return
    }
    this.pending.push(entry)
    this.wake()
  }

  /** Writes all queued rows; resolves when they are durable or the write has failed. */
  async flush(): Promise<void> {
    while (this.writing !== undefined) await this.writing
    if (this.pending.length > 0 || this.kept.length > 0) await this.start()
  }

  /**
   * Tries the store again, unless the last try was just now. Returns the running try, which never
   * rejects, or undefined.
   */
  recover(): Promise<void> | undefined {
    const elapsedMs = this.nowMs() - this.lastTryMs
    // A clock set back must not make the wait longer.
    if (this.trying === undefined && (elapsedMs >= RETRY_MS || elapsedMs < 0)) {
      this.lastTryMs = this.nowMs()
      this.trying = this.try()
    }
    return this.trying
  }

  /** Writes the kept rows, if there are any. */
  private async try(): Promise<void> {
    try {
      while (this.writing !== undefined) await this.writing
      if (this.writeFailure !== undefined) await this.start()
      if (this.readFailure !== undefined) await this.tryRead()
      this.readFailure = undefined
    } catch (error) {
      this.readFailed(error)
    } finally {
      this.trying = undefined
    }
  }

  private wake(): void {
    if (this.isScheduled || this.writing !== undefined) return
    this.isScheduled = true
    this.afterTurn(() => {
      this.isScheduled = false
      if (this.writing === undefined && this.pending.length > 0) void this.start()
    })
  }

  private start(): Promise<void> {
    this.writing ??= this.write()
    return this.writing
  }

  private async write(): Promise<void> {
    const group = this.kept.length === 0 ? this.pending : [...this.kept, ...this.pending]
    this.kept = []
    this.pending = []
    let error: LedgerUnavailable | undefined
    try {
      await this.store.write(rowsOf(group))
      this.writeFailure = undefined
    } catch (cause) {
      this.writeFailure = messageOf(cause)
      error = new LedgerUnavailable(cause)
    }
    try {
      for (const entry of group) {
        if (error !== undefined && entry.persistence === 'retry') this.kept.push(entry)
        else entry.written(error)
      }
    } finally {
      this.writing = undefined
      if (this.pending.length > 0) this.wake()
    }
  }
}

const rowsOf = (group: readonly PendingRow[]): ChargeRow[] => {
  const rows: ChargeRow[] = []
  for (const { row } of group) rows.push(row)
  // A single row needs no summing.
  return rows.length === 1 ? rows : sumRows(rows)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
