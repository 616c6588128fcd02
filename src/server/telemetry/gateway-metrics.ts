import type { NoticeCounts } from './notices/notices.js'
import { type ReadMetric, readingsBy } from './registration.js'

/** State of the newest configuration; a start counts as accepted. */
export interface ReloadState {
  readonly isTaken: boolean
  /** When a configuration was last accepted, in milliseconds since 1970. */
  readonly takenAtMs: number
}

/** Values of the gateway as a whole; the primary of several processes has them. */
export interface GatewaySources {
  reload(): ReloadState
  /** Reasons why the gateway is not ready for calls. */
  troubles(): readonly string[]
  notices(): NoticeCounts
}

/**
 * Metrics of reloads, under the names that Prometheus uses for its own. Of several processes the
 * first reports them.
 */
const reloadMetrics = (state: () => ReloadState): ReadMetric[] => [
  {
    name: 'tollgate_config_last_reload_successful',
    type: 'gauge',
    help: '1: the newest configuration is in force; 0: it has mistakes, and the one before is',
    aggregator: 'first',
    read: () => (state().isTaken ? 1 : 0),
  },
  {
    name: 'tollgate_config_last_reload_success_timestamp_seconds',
    type: 'gauge',
    help: 'When a configuration was last taken into force, at the start or later, in seconds since 1970',
    aggregator: 'first',
    read: () => state().takenAtMs / 1000,
  },
]

/** What /readyz says, as a metric. Of several processes the first reports it for all. */
const readyMetric = (troubles: () => readonly string[]): ReadMetric => ({
  name: 'tollgate_ready',
  type: 'gauge',
  help: '1: /readyz says that the gateway should get traffic; 0: it drains, starts its workers, or cannot charge',
  aggregator: 'first',
  read: () => (troubles().length === 0 ? 1 : 0),
})

/** Deliveries of notices; of several processes, the one that sends them reports them. */
const noticeMetrics = (notices: () => NoticeCounts): ReadMetric[] => [
  {
    name: 'tollgate_credit_warnings_total',
    type: 'counter',
    labels: ['limit', 'level'],
    help: "Accounts and keys that came to a level (percent) of their day's credits; limit: the account's or a key's own",
    read: () =>
      [...notices().creditWarnings.values()].map(({ limit, level, count }) => ({
        labels: { limit, level },
        value: count,
      })),
  },
  {
    name: 'tollgate_webhook_deliveries_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Notices to webhooks: delivered, retried (an attempt failed), or dropped for good',
    read: () => readingsBy('outcome', Object.entries(notices().webhooks)),
  },
  {
    name: 'tollgate_link_requests_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Links that account holders asked for: delivered to the webhook, dropped (not delivered), unknown (no such account), repeated (the account had got one a short time before), or throttled (too many from one source)',
    read: () => readingsBy('outcome', Object.entries(notices().linkRequests)),
  },
]

export const gatewayMetrics = (sources: GatewaySources): ReadMetric[] => [
  readyMetric(sources.troubles),
  ...reloadMetrics(sources.reload),
  ...noticeMetrics(sources.notices),
]
