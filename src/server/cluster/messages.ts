import type { CountedThing } from '../accounts/account-count.js'
import type { AccountStore } from '../accounts/account-store.js'
import type { Config } from '../config/config.js'
import type { LeaseStore } from '../credits/leases/lease-store.js'
import type { Spending } from '../credits/shared-throttle.js'
import type { UsageStore } from '../credits/usage/usage-store.js'
import type { CallerNews, ServingStore } from '../gateway/process-deps.js'
import type { MetricReadings } from '../telemetry/metrics.js'
import type { Notice } from '../telemetry/notices/notice.js'
import type { Cordon } from '../upstreams/health/cordons.js'
import type { UpstreamStatus } from '../upstreams/upstream-status.js'

export interface WorkerStart {
  readonly config: Config
  /** From 1; a replacement gets the number of its predecessor. */
  readonly number: number
  /** Number of workers, this one included. */
  readonly workers: number
  /** True if the worker reaches the store only through the primary, which owns it. */
  readonly isStoreRemote: boolean
  /** See ProcessDeps. */
  readonly stateSecret: string
}

/** State of a worker; see PrivateDeps. */
export interface WorkerState {
  readonly troubles: readonly string[]
  readonly down: readonly string[]
  readonly upstreams: readonly UpstreamStatus[]
}

export interface StoreCalls
  extends Pick<AccountStore, 'findByKeyHash'>,
    Pick<UsageStore, keyof ServingStore['usage']>,
    Pick<LeaseStore, 'begin' | 'exchange' | 'end' | 'callBack'> {}

/** Why a worker cannot start, with what an error of the system names: errors lose it on the way. */
export type StartFailure = Pick<NodeJS.ErrnoException, 'message' | 'code' | 'syscall' | 'path'> & {
  readonly address?: string | undefined
  readonly port?: number | undefined
  readonly hostname?: string | undefined
  readonly listener?: string | undefined
}

/** The news that workers tell each other through the primary. */
type AnyNews = { [Name in keyof CallerNews]: CallerNews[Name] }

/** Calls and reports of workers to the primary. */
export type PrimaryCalls = {
  /** The first call, made once. */
  start(): WorkerStart
  ready(url: string): void
  /** The worker cannot start, and ends. */
  failed(failure: StartFailure): void
  state(state: WorkerState): void
  spent(spending: readonly Spending[]): void
  notice(notice: Notice): void
  /** See AccountCount. */
  openCounted(thing: CountedThing, accountId: string, most: number): boolean
  closeCounted(thing: CountedThing, accountId: string): void
  /** The last readings of a worker that ends. */
  farewell(readings: MetricReadings): void
} & { [Name in keyof StoreCalls]: StoreCalls[Name] } & AnyNews

/** Calls and notices of the primary to workers. */
export type WorkerCalls = {
  reload(config: Config): void
  readings(): Promise<MetricReadings>
  /** Accounts or keys may have changed. */
  changed(): void
  /** Another worker needs the account's credits that this one holds unused. */
  calledBack(accountId: string): void
  /** Credits per second that the other workers spent, by account. */
  spent(spending: readonly Spending[]): void
  /** The complete list of cordons. */
  cordoned(cordons: readonly Cordon[]): void
  drain(): void
} & AnyNews
