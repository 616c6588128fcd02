import { stopwatchMs } from '../../runtime/system-ports.js'
import type { Entitlement } from '../accounts/account.js'
import { DayClock } from './day.js'
import { BalanceCache, type DayBalance, type KeyBalance } from './day-balance.js'
import { GroupWriter, type Schedule } from './group-writer.js'
import type { Journal } from './journal.js'
import { JournalBacklog } from './journal-backlog.js'
import type { Hold, HoldRefusal, Ledger, StoreReadings } from './ledger.js'
import { type HoldDeps, OpenHold } from './open-hold.js'
import type { SettledLines } from './settled-lines.js'
import type { UsageStore } from './usage/usage-store.js'

/**
 * `now` is in milliseconds since 1970; `maxAccounts` bounds how many accounts' days are kept in
 * memory.
 */
export interface SingleLedgerDeps {
  readonly store: Pick<UsageStore, 'readDay' | 'write'>
  now(): number
  readonly schedule: Schedule
  readonly maxAccounts: number
}

/**
 * The ledger of one process that alone serves its store: holds live in memory, charges are written
 * once each event-loop turn.
 *
 * A hold belongs to the day it was taken in. While the store is away every hold is refused;
 * recovery is tried at most every 250 ms, by the call that asks for a hold or the probe that asks
 * for `trouble`. A charge that could not be written gives its credits back.
 */
export class SingleLedger implements Ledger {
  private readonly balances: BalanceCache
  private readonly writer: GroupWriter
  private readonly parts: HoldDeps<DayBalance, KeyBalance>

  constructor({ store, now, schedule, maxAccounts }: SingleLedgerDeps) {
    const days = new DayClock(now)
    const balances = new BalanceCache(store, maxAccounts, days)
    this.balances = balances
    this.writer = new GroupWriter(store, schedule, () => store.readDay('', days.today()), now)
    this.parts = {
      writer: this.writer,
      days,
      prepareRefund: (balance, keyId, credits) => balances.prepareRefund(balance, keyId, credits),
    }
  }

  hold(entitlement: Entitlement, priceCredits: number): ReturnType<Ledger['hold']> {
    const balance = this.writer.failure === undefined ? this.balances.get(entitlement.account.id) : undefined
    return balance === undefined
      ? this.readAndHold(entitlement, priceCredits)
      : this.holdIn(balance, entitlement, priceCredits)
  }

  remainingCredits({ account, key, dailyCredits }: Entitlement): number | undefined {
    const balance = this.balances.get(account.id)
    if (balance === undefined) return undefined
    const remaining = balance.remaining(dailyCredits)
    if (key.dailyLimit === undefined) return remaining
    return Math.min(remaining, balance.key(key.id).remaining(key.dailyLimit))
  }

  readDay({ account }: Entitlement): Promise<void> | undefined {
    if (this.writer.failure !== undefined) {
      void this.writer.recover()
      return undefined
    }
    return this.balances.read(account.id, () => {}).catch((error: unknown) => this.writer.readFailed(error))
  }

  trouble(): string | undefined {
    const reason = this.writer.failure
    if (reason !== undefined) void this.writer.recover()
    return reason
  }

  /**
   * Writes what still waits to be written; for the end of a drain. Whether it succeeded, `trouble`
   * says.
   */
  flush(): Promise<void> {
    return this.writer.flush()
  }

  private holdIn(balance: DayBalance, entitlement: Entitlement, priceCredits: number): Hold | HoldRefusal {
    const { key, dailyCredits } = entitlement
    if (balance.remaining(dailyCredits) < priceCredits) return 'daily-credits-exhausted'
    const part = balance.key(key.id)
    if (key.dailyLimit !== undefined && part.remaining(key.dailyLimit) < priceCredits) {
      return 'key-daily-credits-exhausted'
    }
    return new OpenHold(this.parts, balance, part, entitlement, priceCredits)
  }

  private async readAndHold(entitlement: Entitlement, priceCredits: number): Promise<Hold | HoldRefusal> {
    if (this.writer.failure !== undefined) {
      await this.writer.recover()
      if (this.writer.failure !== undefined) return 'ledger-unavailable'
    }
    try {
      return await this.balances.read(entitlement.account.id, (balance) =>
        this.holdIn(balance, entitlement, priceCredits),
      )
    } catch (error) {
      this.writer.readFailed(error)
      return 'ledger-unavailable'
    }
  }
}

/**
 * How long charges wait for the store while more of them come: a commit keeps a dozen calls waiting
 * for a quarter of a millisecond.
 */
const SETTLE_MS = 100
const RETRY_MS = 250
/**
 * So many writes in this time, and the store would be written more often than is good for the calls
 * that wait.
 */
const BUSY_WRITES = 8
const PERIOD_MS = 50
/**
 * As many different rows are not left to wait for more: the store takes 2 µs for each, and the
 * event loop stands still meanwhile.
 */
const MAX_ROWS = 256

/** A journal, and where it is noted how far it is settled. */
export interface SettledJournal {
  readonly journal: Journal
  readonly lines: Pick<SettledLines, 'settle' | 'end'>
}

/** `now` is in milliseconds since 1970. */
export interface JournaledChargesDeps {
  readonly store: Pick<UsageStore, 'readDay' | 'write'>
  /** Begins the journal; asked once, when it is first needed. Throws when it cannot be made. */
  open(): SettledJournal
  now(): number
  /** Sees how long the store took for a group of charges, by the stopwatch. */
  readonly storeTimes?: { see(durationMs: number): void }
}

/**
 * The charges of the one process that serves a store: in the store at once while few come; when
 * many do, durable in a journal, which costs a tenth of a commit, and in the store soon after, many
 * turns of the event loop in one transaction.
 *
 * So a call that comes alone finds out whether the store works, and a reader of the store from
 * outside sees its charge. After a failure the store must take what waits before anything more is
 * charged.
 *
 * Errors  `write` rejects when neither journal nor store can be written, `settle` throws what the
 *         store throws; nothing is lost by either
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

  constructor(private readonly deps: JournaledChargesDeps) {}

  /** When it settles, the rows are durable. */
  readonly write: UsageStore['write'] = async (rows) => {
    if (this.isFailing) this.settle()
    this.count()
    if (!this.isBusy || this.isOver) {
      const startMs = stopwatchMs()
      await this.deps.store.write(rows)
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
  readonly readDay: UsageStore['readDay'] = async (accountId, day) => {
    this.settle()
    return this.deps.store.readDay(accountId, day)
  }

  /**
   * Settles everything and lets go of the journal; when the store cannot be written, the next
   * process to serve it finds the journal.
   */
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
    this.lastSettledMs = this.deps.now()
    this.deps.storeTimes?.see(stopwatchMs() - startMs)
  }

  private begin(): JournalBacklog {
    const { journal, lines } = this.deps.open()
    this.lines = lines
    return new JournalBacklog(journal, MAX_ROWS)
  }

  /**
   * Finds out whether many come: from the eighth in a period on, and until a period with fewer is
   * over.
   */
  private count(): void {
    const nowMs = this.deps.now()
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
