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

/** What becomes of the row: written with the first write that succeeds, or dropped when its own write fails. */
export type Persistence = 'retry' | 'once'

/** A row on its way to the store. */
export interface Entry {
  readonly row: ChargeRow
  readonly persistence: Persistence
  /** Hears when it is durable, or why it is not. Must not throw. */
  written(error: Error | undefined): void
}

/**
 * Collects the charges of one event-loop turn and writes them together; writes never overlap, and what arrives during one goes into
 * the next.
 */
export class GroupWriter {
  /** Why the last write failed; undefined after one that succeeded. */
  failure: string | undefined
  private pending: Entry[] = []
  private isScheduled = false
  private writing: Promise<void> | undefined
  /** Rows of failed writes that must not be lost. As no credits are held while the store is away, they are no more than the calls in flight. */
  private kept: Entry[] = []

  constructor(
    readonly store: Pick<UsageStore, 'write'>,
    readonly schedule: Schedule,
  ) {}

  /** Puts a row into the next write. */
  add(entry: Entry): void {
    if (entry.persistence === 'retry' && this.failure !== undefined) {
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

  /** Tries whether the store can write again, with the rows it owes, if there are any. */
  async probe(): Promise<void> {
    while (this.writing !== undefined) await this.writing
    if (this.failure !== undefined) await this.start()
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
    this.writing ??= this.write().finally(() => {
      this.writing = undefined
      if (this.pending.length > 0) this.wake()
    })
    return this.writing
  }

  private async write(): Promise<void> {
    const group = [...this.kept, ...this.pending]
    this.kept = []
    this.pending = []
    let error: LedgerUnavailable | undefined
    try {
      await this.store.write(sumRows(group.map(({ row }) => row)))
      this.failure = undefined
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause)
      error = new LedgerUnavailable(cause)
    }
    for (const entry of group) {
      if (error !== undefined && entry.persistence === 'retry') this.kept.push(entry)
      else entry.written(error)
    }
  }
}
