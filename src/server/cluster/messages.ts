import type { AccountStore } from '../accounts/account-store.js'
import type { Config } from '../config/config.js'
import type { LeaseStore } from '../credits/leases/lease-store.js'
import type { Spending } from '../credits/shared-throttle.js'
import type { UsageStore } from '../credits/usage/usage-store.js'
import type { MetricReadings } from '../telemetry/metrics.js'
import type { Notice } from '../telemetry/notices/notice.js'
import type { Cordon } from '../upstreams/health/cordons.js'
import type { UpstreamStatus } from '../upstreams/status.js'

/** What the primary sends a worker when it starts. */
export interface WorkerStart {
  readonly config: Config
  /** From 1; a worker that replaces another one has its number. */
  readonly number: number
  /** How many workers share the work, this one included. */
  readonly workers: number
  /**
   * Whether the primary owns the store, so that this worker reaches it through the primary only.
   */
  readonly isStoreRemote: boolean
}

/** How a worker does; see AdminContext. */
export interface WorkerState {
  readonly troubles: readonly string[]
  readonly down: readonly string[]
  readonly upstreams: readonly UpstreamStatus[]
}

/** What a worker may ask of a store that the primary owns. */
export interface StoreCalls
  extends Pick<AccountStore, 'findByKeyHash'>,
    Pick<UsageStore, 'recordKeyUses' | 'recordForwarded' | 'recordErrors'>,
    Pick<LeaseStore, 'begin' | 'exchange' | 'end' | 'callBack'> {}

/** Workers' questions and reports to the primary. */
export type PrimaryCalls = {
  /** Asked once, first of all. */
  start(): WorkerStart
  ready(url: string): void
  /** The worker cannot start, and ends. */
  failed(message: string): void
  state(state: WorkerState): void
  spent(spending: readonly Spending[]): void
  notice(notice: Notice): void
  openConnection(accountId: string, maxConnections: number): boolean
  closeConnection(accountId: string): void
  /** The last readings of a worker that ends. */
  farewell(readings: MetricReadings): void
} & { [Name in keyof StoreCalls]: StoreCalls[Name] }

/** The primary's questions and notices to workers. */
export type WorkerCalls = {
  reload(config: Config): void
  readings(): Promise<MetricReadings>
  /** Accounts or keys may have changed. */
  changed(): void
  /** Another worker wants what this one holds unused for the account. */
  wanted(accountId: string): void
  /** What the other workers took of accounts' credits per second. */
  spent(spending: readonly Spending[]): void
  /** Which upstreams are cordoned, all of them. */
  cordoned(cordons: readonly Cordon[]): void
  drain(): void
}
