import { sumRows } from './usage/sum-rows.js'
import type { ChargeRow, UsageStore } from './usage/usage-store.js'

/** Runs a function after the callbacks of this event-loop turn; setImmediate, or a test's own. */
export type Schedule = (run: () => void) => void

/** Says that the store could not write; the charge was not made. */
export class LedgerUnavailable extends Error {
  constructor(cause: unknown) {
    super('the store cannot write', { cause })
    this.name = 'LedgerUnavailable'
  }
}

/**
 * What becomes of the row: written with the first write that succeeds, or dropped when its own
 * write fails.
 */
export type Persistence = 'retry' | 'once'

/** A row on its way to the store. */
export interface Entry {
  readonly row: ChargeRow
  readonly persistence: Persistence
  /** Hears when it is durable, or why it is not. Must not throw. */
  written(error: Error | undefined): void
}

const RETRY_MS = 250

/**
 * Collects the charges of one event-loop turn and writes them together; writes never overlap, and
 * what arrives during one goes into the next. Knows whether the store works, and tries it again at
 * most every 250 ms when it did not.
 */
export class GroupWriter {
  private pending: Entry[] = []
  private isScheduled = false
  private writing: Promise<void> | undefined
  /**
   * Rows of failed writes that must not be lost. As no credits are held while the store is away,
   * they are no more than the calls in flight.
   */
  private kept: Entry[] = []
  private writeFailure: string | undefined
  private readFailure: string | undefined
  private lastTryMs = Number.NEGATIVE_INFINITY
  private trying: Promise<void> | undefined

  constructor(
    private readonly store: Pick<UsageStore, 'write'>,
    private readonly schedule: Schedule,
    /** Reads something, anything; rejects while the store cannot be read. */
    private readonly tryRead: () => Promise<unknown>,
    private readonly now: () => number,
  ) {}

  /** Why the store could not be written or read the last time; undefined when it could. */
  get failure(): string | undefined {
    return this.writeFailure ?? this.readFailure
  }

  /** Takes note of a read that failed. */
  readFailed(error: unknown): void {
    this.readFailure = messageOf(error)
    this.lastTryMs = this.now()
  }

  /** Puts a row into the next write. */
  add(entry: Entry): void {
    if (entry.persistence === 'retry' && this.writeFailure !== undefined) {
      this.kept.push(entry)
      return
    }
    this.pending.push(entry)
    this.wake()
  }

  /** Writes everything that waits; settles when it is durable or the write has failed. */
  async flush(): Promise<void> {
    while (this.writing !== undefined) await this.writing
    if (this.pending.length > 0 || this.kept.length > 0) await this.start()
  }

  /**
   * Tries the store again, unless that was done just now; a promise is there only while a try is
   * going on. It never rejects.
   */
  recover(): Promise<void> | undefined {
    const elapsedMs = this.now() - this.lastTryMs
    // A clock set back must not make the wait longer.
    if (this.trying === undefined && (elapsedMs >= RETRY_MS || elapsedMs < 0)) {
      this.lastTryMs = this.now()
      this.trying = this.try()
    }
    return this.trying
  }

  /** Writes the rows that it owes, if there are any. */
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
    this.schedule(() => {
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

const rowsOf = (group: readonly Entry[]): ChargeRow[] => {
  const rows: ChargeRow[] = []
  for (const { row } of group) rows.push(row)
  // A call that comes alone has nothing to be added up with.
  return rows.length === 1 ? rows : sumRows(rows)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
