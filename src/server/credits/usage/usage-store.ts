import type { DayRange } from '../day.js'
import type { CallDurationStore } from './call-durations.js'
import type { CallErrorStore, CallGrouping } from './call-errors.js'

/** One call that failed over to a partner. `at` is ISO 8601. */
export interface FailoverRow {
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
 * A change to an account's balance and usage, of one call or of several that only differ in their
 * amounts. Amounts may be negative (refunds). `day` is YYYY-MM-DD, UTC; `hour` 0–23.
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

/** Called for a refund whose usage the store does not have any more: it changes nothing. */
export type OnLostRefund = (refund: ChargeRow) => void

/**
 * A property that groups usage. An hour's name is `2026-11-21T08`, or the day's name once hours
 * were rolled up.
 */
export type UsageGrouping = CallGrouping | 'day' | 'hour'

/** Sums of one group. */
export interface UsageGroupRow {
  readonly name: string
  readonly calls: number
  readonly credits: number
  readonly errors: number
}

/** Sums of one group in one UTC day or hour; `name` is empty for all groups without an own row. */
export interface UsageOverTimeRow extends UsageGroupRow {
  readonly time: string
}

/** An account's calls on one UTC day, and the last use of its keys. */
export interface AccountActivity {
  readonly accountId: string
  /** By method. */
  readonly used: readonly UsageGroupRow[]
  /** Calls that came to an error, free refusals included. */
  readonly failed: number
  readonly lastUsedAt: string | undefined
}

/** Sums of one group and account. */
export interface AccountGroupRow extends UsageGroupRow {
  readonly accountId: string
}

/**
 * A page of accounts with usage. It holds whole accounts: at most `limit`, ending with the account
 * that makes `rows` rows full. If more may follow, pass the answer's `next` as `after`.
 */
export interface AccountsPage {
  readonly after?: string | undefined
  readonly limit: number
  readonly rows: number
}

/**
 * Usage of any age. The methods that shorten it take a small step and return its size; less than
 * `limit` means that nothing is left to do.
 */
export interface UsageHistory {
  /** Sums of an account's usage over UTC days, both ends included; unordered. */
  usageBy(accountId: string, days: DayRange, by: UsageGrouping): Promise<UsageGroupRow[]>
  /** Sums for one page of accounts, by account id, deleted accounts included. */
  usageOfAccounts(
    page: AccountsPage,
    days: DayRange,
    by: UsageGrouping,
  ): Promise<{ readonly rows: AccountGroupRow[]; readonly next?: string }>
  /** Sums for each day or hour and each group of `names`; the other groups are one. Unordered. */
  usageOverTime(
    accountId: string,
    days: DayRange,
    by: CallGrouping,
    over: 'day' | 'hour',
    names: ReadonlySet<string>,
  ): Promise<UsageOverTimeRow[]>
  /** Activity of these accounts on a day whose hours are not rolled up yet, in their order. */
  activity(accountIds: readonly string[], day: string): Promise<AccountActivity[]>
  /** The last day of calls before a day, refused calls included; undefined if no call is older. */
  lastDayBefore(day: string): Promise<string | undefined>
  /**
   * Turns hourly rows of days before `beforeDay` into daily ones; sums do not change. `limit`
   * counts days of keys.
   */
  rollUp(beforeDay: string, limit: number): Promise<number>
  /** Deletes daily rows of days before `beforeDay`; `limit` counts days of keys. */
  dropDays(beforeDay: string, limit: number): Promise<number>
  /** Deletes forwarded calls before a moment, ISO 8601. */
  dropForwarded(before: string, limit: number): Promise<number>
}

/** Stores balances, usage and forwarded calls; implemented in storage/. */
export interface UsageStore extends UsageHistory, CallErrorStore, CallDurationStore {
  /** Credits used on a day, by the account and each key; hours that were rolled up count. */
  readDay(accountId: string, day: string): Promise<{ account: number; keys: ReadonlyMap<string, number> }>
  /**
   * Writes balances and usage in one transaction; durable when it resolves. Charges must differ in
   * hour, key, network or method.
   */
  write(charges: readonly ChargeRow[]): Promise<void>
  /**
   * Records when keys were last used (ISO 8601, by key id); older times than stored are ignored.
   */
  recordKeyUses(uses: ReadonlyMap<string, string>): Promise<void>
  /** When the keys were last used; unused keys are left out. */
  keyUses(keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  recordForwarded(row: FailoverRow): Promise<void>
  /** In order of time, `since` and `until` included; only the last `limit` if given. */
  forwarded(filter: { accountId?: string; since?: string; until?: string; limit?: number }): Promise<FailoverRow[]>
}
