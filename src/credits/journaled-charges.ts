import { stopwatchMs } from '../runtime/system-ports.js'
import type { Journal } from './journal.js'
import { JournalBacklog } from './journal-backlog.js'
import type { StoreReadings } from './ledger.js'
import type { SettledLines } from './settled-lines.js'
import type { ChargeRow, UsageStore } from './usage/usage-store.js'

/** How long charges wait for the store while more of them come: a commit keeps a dozen calls waiting for a quarter of a millisecond. */
const SETTLE_MS = 100
const RETRY_MS = 250
/** So many writes in this time, and the store would be written more often than is good for the calls that wait. */
const BUSY_WRITES = 8
const PERIOD_MS = 50
/** As many different rows are not left to wait for more: the store takes 2 µs for each, and the event loop stands still meanwhile. */
const MAX_ROWS = 256

/** A journal, and where it is noted how far it is settled. */
export interface SettledJournal {
  readonly journal: Journal
  readonly lines: Pick<SettledLines, 'settle' | 'end'>
}

/** `now` is in milliseconds since 1970. */
export interface JournaledChargesParts {
  readonly store: Pick<UsageStore, 'readDay' | 'write'>
  /** Begins the journal; asked once, when it is first needed. Throws when it cannot be made. */
  open(): SettledJournal
  now(): number
  /** Hears how long the store took for a group of charges, by the stopwatch. */
  onWritten?(durationMs: number): void
}

/**
 * The charges of the one process that serves a store: in the store at once while few come; when many do, durable in a journal, which costs
 * a tenth of a commit, and in the store soon after, many turns of the event loop in one transaction.
 *
 * So a call that comes alone finds out whether the store works, and a reader of the store from outside sees its charge. After a failure
 * the store must take what waits before anything more is charged.
 *
 * Errors  `write` rejects when neither journal nor store can be written, `settle` throws what the store throws; nothing is lost by either
 */
export class JournaledCharges {
  private lines: SettledJournal['lines'] | undefined
  private backlog: JournalBacklog | undefined
  /** Writes since the beginning of this period, of PERIOD_MS or a little more. */
  private writes = 0
  private periodStartMs = 0
  private isBusy = false
  private isFailing = false
  private isOver = false
  private timer: NodeJS.Timeout | undefined
  private lastSettledMs: number | undefined

  constructor(private readonly parts: JournaledChargesParts) {}

  /** When it settles, the rows are durable. */
  async write(rows: readonly ChargeRow[]): Promise<void> {
    if (this.isFailing) this.settle()
    this.count()
    if (!this.isBusy || this.isOver) {
      const startMs = stopwatchMs()
      await this.parts.store.write(rows)
      return this.took(startMs)
    }
    this.backlog ??= this.begin()
    // Also when there are none: so that a caller of `write` hears whether it can be written.
    if (this.backlog.append(rows)) this.trySettle()
    this.wake(SETTLE_MS)
  }

  /** Writes what waits, so that the store can be read. */
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

  /** What SettledLines.readDay says, with all that was charged. */
  readDay: UsageStore['readDay'] = async (accountId, day) => {
    this.settle()
    return this.parts.store.readDay(accountId, day)
  }

  /** Settles everything and lets go of the journal; when the store cannot be written, the next process to serve it finds the journal. */
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

  /** How it stands with the store. */
  readings(): StoreReadings {
    return { leasedCredits: 0, journalLines: this.backlog?.unsettledLines ?? 0, lastSettledMs: this.lastSettledMs }
  }

  private took(startMs: number): void {
    this.lastSettledMs = this.parts.now()
    this.parts.onWritten?.(stopwatchMs() - startMs)
  }

  private begin(): JournalBacklog {
    const { journal, lines } = this.parts.open()
    this.lines = lines
    return new JournalBacklog(journal, MAX_ROWS)
  }

  /** Finds out whether many come: from the eighth in a period on, and until a period with fewer is over. */
  private count(): void {
    const nowMs = this.parts.now()
    if (Math.abs(nowMs - this.periodStartMs) >= PERIOD_MS) {
      this.periodStartMs = nowMs
      this.isBusy = this.isBusy && this.writes >= BUSY_WRITES
      this.writes = 0
    }
    if (++this.writes >= BUSY_WRITES) this.isBusy = true
  }

  /** They are in the journal: a store that cannot be written is found out by the next one. */
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
