import type { DayRange } from '../day.js'

/** Answered calls of a method on a network, counted in the buckets of duration-buckets.ts. */
export interface CallDurationRow {
  readonly network: string
  readonly method: string
  readonly buckets: readonly number[]
}

/** Durations of one UTC day and account, to add to the stored counts. */
export interface DayDurations extends CallDurationRow {
  readonly accountId: string
  /** YYYY-MM-DD. */
  readonly day: string
}

/** Counts durations of answered calls; implemented in storage/. */
export interface CallDurationStore {
  /** Adds counts. Rows must differ in day, account, network or method. */
  recordDurations(rows: readonly DayDurations[]): Promise<void>
  /** Sums over UTC days, both ends included; unordered. */
  callDurations(accountId: string, days: DayRange): Promise<CallDurationRow[]>
  /**
   * Deletes counts of days before `beforeDay`, at most `limit` rows. Returns the number deleted, 0
   * if none is left.
   */
  dropDurations(beforeDay: string, limit: number): Promise<number>
}
