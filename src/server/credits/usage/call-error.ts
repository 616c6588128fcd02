/**
 * How many calls of a key came to one error, of one method on one network. `error`: its name in
 * openrpc.json, `node_error` or `cancelled`.
 */
export interface CallErrorRow {
  readonly keyId: string
  readonly network: string
  readonly method: string
  readonly error: string
  readonly calls: number
  /** When the last one was, ISO 8601. */
  readonly lastAt: string
}

/** The same of one UTC day and account, to be added to what is there. */
export interface DayErrors extends CallErrorRow {
  readonly accountId: string
  /** YYYY-MM-DD. */
  readonly day: string
}

/**
 * Where errors of calls are counted, refusals that cost nothing included; implemented in storage/.
 */
export interface CallErrorStore {
  /** Adds counts; no two rows may be of the same day, account, key, network, method and error. */
  recordErrors(rows: readonly DayErrors[]): Promise<void>
  /** Sums over UTC days, the first and the last included; what happened last stands first. */
  callErrors(accountId: string, days: { from: string; to: string }, limit: number): Promise<CallErrorRow[]>
  /**
   * Deletes counts of days before `beforeDay`; `limit` counts days of keys. Returns how many there
   * were.
   */
  dropErrors(beforeDay: string, limit: number): Promise<number>
}
