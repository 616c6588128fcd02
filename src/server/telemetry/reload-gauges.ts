import type { ReadMetric } from './registration.js'

/** State of the newest configuration; a start counts as accepted. */
export interface ReloadState {
  readonly isTaken: boolean
  /** When a configuration was last accepted, in milliseconds since 1970. */
  readonly takenAtMs: number
}

/**
 * Metrics of reloads, under the names that Prometheus uses for its own. Of several processes the
 * first reports them.
 */
export const reloadMetrics = (state: () => ReloadState): ReadMetric[] => [
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
