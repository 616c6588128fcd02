import type { SystemPorts } from '../../runtime/system-ports.js'
import type { AccountCounts } from '../accounts/account-count.js'
import type { AccountStore } from '../accounts/account-store.js'
import type { Config } from '../config/config.js'
import type { Throttle } from '../credits/throttle-bucket.js'
import type { UsageStore } from '../credits/usage/usage-store.js'
import type { ListenerDeps } from '../listeners/listener-deps.js'
import type { Log } from '../telemetry/log.js'
import type { Metrics, SpanCounts } from '../telemetry/metrics.js'
import type { NoticePort } from '../telemetry/notices/notice.js'
import type { NoticeCounts } from '../telemetry/notices/notices.js'
import type { Cordons } from '../upstreams/health/cordons.js'
import type { UpstreamStatus } from '../upstreams/upstream-status.js'
import type { OpenAnswerMemory } from './network-memory.js'
import type { OpenLedger } from './open-ledger.js'
import type { EventPaymentDeps, StreamDeps } from './streams/process-streams.js'

/** Minimum time for each last step of a drain, so that no step hangs with the store. */
export const LAST_STEP_MS = 1_000
/** The interval at which a process polls the store, so that a revoked key ends within a second. */
export const STORE_POLL_MS = 250

/** The tracing of a process; without it `begin` is undefined and nothing is counted. */
export interface OpenTracing {
  readonly counts: SpanCounts
  readonly begin: ListenerDeps['beginTrace']
  close(): Promise<void>
}

/** The part of a store that serving calls needs. */
export interface ServingStore {
  readonly accounts: Pick<AccountStore, 'findByKeyHash'>
  readonly usage: Pick<UsageStore, 'recordKeyUses' | 'recordForwarded' | 'recordErrors' | 'recordDurations'>
  /** See Store. */
  takeChange(): boolean
  close(): void | Promise<void>
}

/** Dependencies of the private side. */
export interface PrivateDeps {
  config(): Config
  readonly ports: SystemPorts
  readonly log: Log
  readonly metrics: Pick<Metrics, 'read' | 'readings'>
  troubles(): readonly string[]
  down(): readonly string[]
  /** The upstreams' state, as seen by the processes that ask them. */
  upstreams(): readonly UpstreamStatus[]
  readonly cordons: Pick<Cordons, 'find' | 'set' | 'lift'>
  baseUrl(): string
  /** See PrivateListenerDeps. */
  workers?(): { readonly of: number }
}

/** Tasks of one process for the whole service: the private listener, and rolling up old usage. */
export interface PrivateSide {
  readonly privateUrl: string
  /** Ends housekeeping; the listener still answers probes. */
  stopHousekeeping(): Promise<void>
  stop(): Promise<void>
}

/** What one process tells the others of a gateway: its caller may ask any of them next. */
export interface CallerNews {
  /** A caller received a higher number of a network's newest block than any before. */
  headServed(network: string, number: bigint): void
  /** An upstream accepted an account's write, which the others may lack for a while. */
  writeAccepted(network: string, upstream: string, accountId: string): void
}

/** Dependencies of a serving process, alone or one of several on a machine that share them. */
export interface ProcessDeps {
  readonly store: ServingStore
  readonly ledger: OpenLedger
  readonly throttle: Throttle
  /** Seals the ids of nodes' filters and makes those of subscriptions: never log it. */
  readonly stateSecret: string
  readonly counts: AccountCounts
  readonly notifyOthers: CallerNews
  /** Number of processes that share the guesses of one source. */
  readonly processes: number
  /** Receives notices; closed with the store. */
  readonly notices: NoticePort & { readonly counts?: NoticeCounts; close(): Promise<void> }
  startPrivate(deps: PrivateDeps): Promise<PrivateSide>
}

/** Makes the parts of a process's streams, once there is what pays for them. */
export type OpenStreams = (ports: SystemPorts, deps: EventPaymentDeps) => StreamDeps

export interface ServingDeps {
  readonly config: Config
  readonly ports: SystemPorts
  readonly log: Log
  readonly processDeps: ProcessDeps
  /** Closed with the parts. */
  readonly answerMemory: OpenAnswerMemory
  readonly tracing: OpenTracing
  readonly openStreams: OpenStreams
}
