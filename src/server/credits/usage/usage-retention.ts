import { DAY_MS, dayOf } from '../day.js'
import type { UsageStore } from './usage-store.js'

/**
 * Days for which usage is kept hourly, then daily, and for which forwarded calls, and counts of
 * errors and durations, are kept.
 */
interface RetentionDays {
  readonly hourlyForDays: number
  readonly dailyForDays: number
  readonly forwardedForDays: number
  readonly errorsForDays: number
}

/** Each kind of record has its own time, but none is kept longer than usage. */
export const retentionDaysOf = (usageDays: number): RetentionDays => ({
  hourlyForDays: Math.min(usageDays, 90),
  dailyForDays: usageDays,
  forwardedForDays: Math.min(usageDays, 366),
  errorsForDays: Math.min(usageDays, 30),
})

/** The oldest day of which errors are still counted. */
export const firstDayOfErrors = (usageDays: number, nowMs: number): string =>
  dayOf(nowMs - retentionDaysOf(usageDays).errorsForDays * DAY_MS)

/** `nowMs` counts from 1970; `afterTurn` runs its action after this turn of the event loop. */
export interface RetentionDeps {
  readonly store: Pick<
    UsageStore,
    'lastDayBefore' | 'rollUp' | 'dropDays' | 'dropForwarded' | 'dropErrors' | 'dropDurations'
  >
  days(): RetentionDays
  nowMs(): number | Promise<number>
  afterTurn(action: () => void): void
}

/** Days of keys in a step: the busiest have a row for each hour, network and method. */
const KEY_DAYS_AT_ONCE = 1
const ROWS_AT_ONCE = 500

/**
 * Rolls up old usage and deletes what has expired. The caller runs it at the start and every hour.
 *
 * Ages count to the end of the day after the last but one day of calls before today. So a clock
 * that is far ahead deletes no history before its third day.
 */
export class Retention {
  private isStopped = false
  private running: Promise<void> | undefined

  constructor(private readonly deps: RetentionDeps) {}

  /**
   * Does what is due in small steps, yielding to the event loop between them; one run at a time.
   * Rejects with the store's error.
   */
  run(): Promise<void> {
    this.running ??= this.shorten().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /** Ends a run after its current step. */
  async stop(): Promise<void> {
    this.isStopped = true
    await this.running?.catch(() => {})
  }

  private async shorten(): Promise<void> {
    const { store, days, nowMs } = this.deps
    const { hourlyForDays, dailyForDays, forwardedForDays, errorsForDays } = days()
    const lastDay = await store.lastDayBefore(dayOf(await nowMs()))
    const dayBeforeIt = lastDay && (await store.lastDayBefore(lastDay))
    if (dayBeforeIt === undefined) return
    const now = Date.parse(dayBeforeIt) + 2 * DAY_MS
    const dayBefore = (count: number) => dayOf(now - count * DAY_MS)
    await this.repeat(KEY_DAYS_AT_ONCE, (limit) => store.rollUp(dayBefore(hourlyForDays), limit))
    await this.repeat(KEY_DAYS_AT_ONCE, (limit) => store.dropDays(dayBefore(dailyForDays), limit))
    const since = new Date(now - forwardedForDays * DAY_MS).toISOString()
    await this.repeat(ROWS_AT_ONCE, (limit) => store.dropForwarded(since, limit))
    await this.repeat(ROWS_AT_ONCE, (limit) => store.dropErrors(dayBefore(errorsForDays), limit))
    await this.repeat(ROWS_AT_ONCE, (limit) => store.dropDurations(dayBefore(errorsForDays), limit))
  }

  private async repeat(limit: number, step: (limit: number) => Promise<number>): Promise<void> {
    while (!this.isStopped && (await step(limit)) > 0) await new Promise<void>((next) => this.deps.afterTurn(next))
  }
}
