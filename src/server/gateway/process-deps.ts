import type { SystemPorts } from '../../runtime/system-ports.js'
import type { AccountStore } from '../accounts/account-store.js'
import type { ConnectionCount } from '../accounts/connection-count.js'
import type { Config } from '../config/config.js'
import type { Throttle } from '../credits/throttle-bucket.js'
import type { UsageStore } from '../credits/usage/usage-store.js'
import type { Log } from '../telemetry/log.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { NoticePort } from '../telemetry/notices/notice.js'
import type { NoticeCounts } from '../telemetry/notices/notices.js'
import type { Cordons } from '../upstreams/health/cordons.js'
import type { UpstreamStatus } from '../upstreams/status.js'
import type { OpenLedger } from './ledger.js'

/** What each last step of a drain gets at least: none of them hangs with the store. */
export const LAST_STEP_MS = 1_000
/** How often a process looks for changes in the store: a revoked key ends within a second. */
export const STORE_LOOK_MS = 250
/** Of the secret that ids of nodes' filters are sealed with, where none is configured. */
export const STATE_SECRET_BYTES = 32

/** The part of a store that serving calls needs. */
export interface ServingStore {
  readonly accounts: Pick<AccountStore, 'findByKeyHash'>
  readonly usage: Pick<UsageStore, 'recordKeyUses' | 'recordForwarded' | 'recordErrors'>
  /** See Store. */
  changed(): boolean
  close(): void | Promise<void>
}

/** What the private side needs of the gateway it belongs to. */
export interface PrivateDeps {
  /** The configuration as it is just now. */
  config(): Config
  readonly ports: SystemPorts
  readonly log: Log
  readonly metrics: Pick<Metrics, 'read'>
  troubles(): readonly string[]
  down(): readonly string[]
  /** How the upstreams are, as the processes that ask them see it. */
  upstreams(): readonly UpstreamStatus[]
  readonly cordons: Pick<Cordons, 'find' | 'set' | 'lift'>
  baseUrl(): string
  /** See PrivateListenerDeps. */
  workers?(): { readonly of: number }
}

/** What one process does for the whole service: the private listener, and shortening old usage. */
export interface PrivateSide {
  readonly adminUrl: string
  /** Ends housekeeping; the listener still answers probes. */
  rest(): Promise<void>
  stop(): Promise<void>
}

/**
 * Where a gateway runs: alone, or as one of several processes of a machine, which share what is
 * here.
 */
export interface ProcessDeps {
  readonly store: ServingStore
  readonly ledger: OpenLedger
  readonly throttle: Throttle
  readonly connections: ConnectionCount
  /** How many processes share what one source may guess. */
  readonly processes: number
  /** Where notices go; closed with the store. */
  readonly notices: NoticePort & { readonly counts?: NoticeCounts; close(): Promise<void> }
  startPrivate(deps: PrivateDeps): Promise<PrivateSide>
}
