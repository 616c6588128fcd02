import type { Registry } from 'prom-client'
import { registerGauge } from './registration.js'

/** State of the newest configuration; a start counts as accepted. */
export interface ReloadState {
  readonly isTaken: boolean
  /** When a configuration was last accepted, in milliseconds since 1970. */
  readonly takenAtMs: number
}

/**
 * Shows whether the newest configuration is in force, under the names that Prometheus uses for its
 * own. Of several processes the first reports it.
 */
export const registerReloadGauges = (registry: Registry, state: () => ReloadState): void => {
  registerGauge(
    registry,
    'tollgate_config_last_reload_successful',
    '1: the newest configuration is in force; 0: it has mistakes, and the one before is',
    () => (state().isTaken ? 1 : 0),
    'first',
  )
  registerGauge(
    registry,
    'tollgate_config_last_reload_success_timestamp_seconds',
    'When a configuration was last taken into force, at the start or later, in seconds since 1970',
    () => state().takenAtMs / 1000,
    'first',
  )
}
