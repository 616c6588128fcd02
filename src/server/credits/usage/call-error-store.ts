import type { DayRange } from '../day.js'

/**
 * Number of a key's calls with the same error, method and network. `error` is a name in
 * openrpc.json, `node_error` or `cancelled`.
 */
export interface CallErrorRow {
  readonly keyId: string
  readonly network: string
  readonly method: string
  readonly error: string
  readonly calls: number
  /** Time of the last one, ISO 8601. */
  readonly lastAt: string
}

/** Errors of one UTC day and account, to add to the stored counts. */
export interface DayErrors extends CallErrorRow {
  readonly accountId: string
  /** YYYY-MM-DD. */
  readonly day: string
}

/** A property that groups calls. */
export type CallGrouping = 'network' | 'method' | 'key'

/** Calls of a UTC day and group that came to an error. */
export interface ErrorsOverTimeRow {
  readonly time: string
  readonly name: string
  readonly calls: number
}

/** Counts errors of calls, including refusals that cost nothing; implemented in storage/. */
export interface CallErrorStore {
  /** Adds counts. Rows must differ in day, account, key, network, method or error. */
  recordErrors(rows: readonly DayErrors[]): Promise<void>
  /** Sums over UTC days, both ends included; the most recent error comes first. */
  callErrors(accountId: string, days: DayRange, limit: number): Promise<CallErrorRow[]>
  /** Calls with an error, by UTC day and group; see UsageHistory.usageOverTime. */
  errorsOverTime(
    accountId: string,
    days: DayRange,
    by: CallGrouping,
    names: ReadonlySet<string>,
  ): Promise<ErrorsOverTimeRow[]>
  /**
   * Deletes counts of days before `beforeDay`, at most `limit` rows. Returns the number deleted, 0
   * if none is left.
   */
  dropErrors(beforeDay: string, limit: number): Promise<number>
}
