import { type SystemPorts, stopwatchMs } from '../../runtime/system-ports.js'
import type { Journal } from './journal.js'
import { JournalBacklog } from './journal-backlog.js'
import type { StoreReadings } from './ledger.js'
import { isDecrease } from './open-hold.js'
import type { SettledLines } from './settled-lines.js'
import type { UsageStore } from './usage/usage-store.js'

/** Pause between settles under load: a commit delays a dozen calls by 0.25 ms. */
const SETTLE_MS = 100
const RETRY_MS = 250
/** From this many writes in a period on, charges go to the journal first. */
const BUSY_WRITES = 8
const PERIOD_MS = 50
/** Most rows that wait: the store takes 2 µs for each, and blocks the event loop. */
const MAX_ROWS = 256

/** A journal, and the record of its settled lines. */
export interface SettledJournal {
  readonly journal: Journal
  readonly lines: Pick<SettledLines, 'settle' | 'end'>
}

export interface JournaledChargesDeps extends Pick<SystemPorts, 'nowMs'> {
  readonly store: Pick<UsageStore, 'readDay' | 'write'>
  /** Creates the journal on first need. Throws if it cannot. */
  open(): SettledJournal
  /** Records the duration of a group of charges, by the monotonic clock. */
  readonly storeTimes?: { observe(durationMs: number): void }
}

/**
 * Charges of the one process that serves a store. Few charges go straight to the store: a lone call
 * learns whether it works, and outside readers see the charge. Many go to a journal, at a tenth of
 * a commit's cost, and many event-loop turns then share a transaction. After a failure the waiting
 * rows must be stored first.
 *
 * Errors  `write` if the one that it writes to cannot be written, `settle` throws the store's
 *         error; no row is lost
 */
export class JournaledCharges {
  private lines: SettledJournal['lines'] | undefined
  private backlog: JournalBacklog | undefined
  /** Writes in this period, which lasts PERIOD_MS or a little more. */
  private writes = 0
  private periodStartMs = 0
  private isBusy = false
  private isFailing = false
  private isOver = false
  private timer: NodeJS.Timeout | undefined
  private lastSettledMs: number | undefined

  constructor(private readonly deps: JournaledChargesDeps) {}

  /** Resolves when the rows are durable. */
  readonly write: UsageStore['write'] = async (rows) => {
    if (this.isFailing) this.settle()
    this.count()
    if (!this.isBusy || this.isOver) {
      // The charge that a refund takes back may still be in the journal.
      if (this.backlog?.isSettled === false && rows.some(isDecrease)) this.settle()
      const startMs = stopwatchMs()
      await this.deps.store.write(rows)
      return this.took(startMs)
    }
    this.backlog ??= this.begin()
    // Appends even no rows, so that the caller learns whether the journal can be written.
    if (this.backlog.append(rows)) this.trySettle()
    this.wake(SETTLE_MS)
  }

  settle(): void {
    const { backlog } = this
    if (backlog !== undefined && !backlog.isSettled) {
      this.isFailing = true
      const { toLine, rows } = backlog.batch()
      const startMs = stopwatchMs()
      this.lines!.settle(backlog.journal.processId, toLine, rows)
      backlog.settled()
      this.took(startMs)
    }
    this.isFailing = false
    clearTimeout(this.timer)
    this.timer = undefined
  }

  readonly readDay: UsageStore['readDay'] = async (accountId, day) => {
    this.settle()
    return this.deps.store.readDay(accountId, day)
  }

  /** Settles all and closes the journal; if the store fails, the next process finds it. */
  end(): void {
    const { backlog, lines } = this
    this.isOver = true
    this.backlog = undefined
    clearTimeout(this.timer)
    if (backlog === undefined) return
    const { journal } = backlog
    const { toLine, rows } = backlog.batch()
    try {
      lines!.end(journal.processId, toLine, rows)
      this.isFailing = false
      journal.close(true)
    } catch {
      journal.close(false)
    }
  }

  readings(): StoreReadings {
    return { leasedCredits: 0, journalLines: this.backlog?.unsettledLines ?? 0, lastSettledMs: this.lastSettledMs }
  }

  private took(startMs: number): void {
    this.lastSettledMs = this.deps.nowMs()
    this.deps.storeTimes?.observe(stopwatchMs() - startMs)
  }

  private begin(): JournalBacklog {
    const { journal, lines } = this.deps.open()
    this.lines = lines
    return new JournalBacklog(journal, MAX_ROWS)
  }

  /** Busy from the eighth write of a period until a period with fewer is over. */
  private count(): void {
    const nowMs = this.deps.nowMs()
    if (Math.abs(nowMs - this.periodStartMs) >= PERIOD_MS) {
      this.periodStartMs = nowMs
      this.isBusy = this.isBusy && this.writes >= BUSY_WRITES
      this.writes = 0
    }
    if (++this.writes >= BUSY_WRITES) this.isBusy = true
  }

  /** The rows are in the journal: the next attempt reports a store that fails. */
  private trySettle(): void {
    try {
      this.settle()
    } catch {
      clearTimeout(this.timer)
      this.timer = undefined
      this.wake(RETRY_MS)
    }
  }

  private wake(ms: number): void {
    if (this.timer !== undefined || this.backlog === undefined || this.backlog.isSettled) return
    this.timer = setTimeout(() => this.trySettle(), ms)
    this.timer.unref()
  }
}
