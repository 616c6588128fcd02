import type { CallErrorStore } from './call-error.js'

/** One call that went to a partner. `at` is ISO 8601. */
export interface ForwardedRow {
  readonly at: string
  readonly accountId: string
  readonly keyId: string
  readonly network: string
  readonly method: string
  readonly partner: string
  /** Why the network's own upstreams could not answer. */
  readonly reason: string
  readonly durationMs: number
}

/**
 * A change to an account's balance and usage, summed over the calls of one event-loop turn. Amounts
 * may be negative (refunds). `day` is YYYY-MM-DD, UTC; `hour` 0–23.
 */
export interface ChargeRow {
  readonly accountId: string
  readonly keyId: string
  readonly day: string
  readonly hour: number
  readonly network: string
  readonly method: string
  readonly calls: number
  readonly credits: number
  readonly errors: number
  readonly forwarded: number
  readonly cached: number
}

/**
 * What a sum of usage can be of; an hour's name is `2026-11-21T08`, or its day's where the hours
 * are no longer known.
 */
export type UsageGrouping = 'network' | 'method' | 'key' | 'day' | 'hour'

/** One group's sums. */
export interface UsageGroupRow {
  readonly name: string
  readonly calls: number
  readonly credits: number
  readonly errors: number
}

/** The same of one account among others. */
export interface AccountGroupRow extends UsageGroupRow {
  readonly accountId: string
}

/**
 * One page of accounts with usage. It has whole accounts: at most `limit`, and none after the one
 * that makes `rows` rows full. Where more accounts may follow, `next` of the answer goes into
 * `after`.
 */
export interface AccountsPage {
  readonly after?: string | undefined
  readonly limit: number
  readonly rows: number
}

/**
 * Usage of any age. What shortens it does a small part and tells how much; less than `limit` means
 * that nothing is left to do.
 */
export interface UsageHistory {
  /** Sums of an account's usage over UTC days, the first and the last included; in no order. */
  usageBy(accountId: string, days: { from: string; to: string }, by: UsageGrouping): Promise<UsageGroupRow[]>
  /** Sums for one page of accounts, in order of their ids, deleted accounts included. */
  usageOfAccounts(
    page: AccountsPage,
    days: { from: string; to: string },
    by: UsageGrouping,
  ): Promise<{ readonly rows: AccountGroupRow[]; readonly next?: string }>
  /**
   * Makes daily rows of hourly ones of days before `beforeDay`; sums stay as they are. `limit`
   * counts days of keys.
   */
  rollUp(beforeDay: string, limit: number): Promise<number>
  /** Deletes daily rows of days before `beforeDay`; `limit` counts days of keys. */
  dropDays(beforeDay: string, limit: number): Promise<number>
  /** Deletes forwarded calls from before a moment, ISO 8601. */
  dropForwarded(before: string, limit: number): Promise<number>
}

/** Where balances, usage and forwarded calls are kept; implemented in storage/. */
export interface UsageStore extends UsageHistory, CallErrorStore {
  /** Credits used on a day: by the account, and by each of its keys. */
  readDay(accountId: string, day: string): Promise<{ account: number; keys: ReadonlyMap<string, number> }>
  /**
   * Writes balances and usage in one transaction; when it settles they are durable. No two charges
   * are of the same hour, key, network and method.
   */
  write(charges: readonly ChargeRow[]): Promise<void>
  /**
   * Notes when keys were last used (ISO 8601, by key id); an older time than the one kept changes
   * nothing.
   */
  recordKeyUses(uses: ReadonlyMap<string, string>): Promise<void>
  /** When the keys were last used; those never used are left out. */
  keyUses(keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  recordForwarded(row: ForwardedRow): Promise<void>
  /**
   * In order of time, `since` and `until` included; the last `limit` of them, all when left out.
   */
  forwarded(filter: { accountId?: string; since?: string; until?: string; limit?: number }): Promise<ForwardedRow[]>
}
