import type { Upstream } from '../../../../generated/admin.js'

/** An upstream's state according to calls and polls. */
export type MeasuredState = Upstream['measuredState']

/** The measured state, unless the operator cordoned the upstream. */
export type HealthState = Upstream['state']

/** Why an upstream is in its state. A closed list, because it is a metric label. */
export type HealthReason = Upstream['reason']

/**
 * Dependencies of an upstream's health.
 *
 * `isPolled`       a poll detects recovery, so callers need not try
 * `onFirstAnswer`  called once, when a call or a poll proves that it is not down
 */
export interface HealthDeps {
  readonly nowMs: () => number
  readonly isPolled: boolean
  readonly onChange: (change: HealthChange) => void
  readonly onFirstAnswer?: () => void
}

/**
 * A change of an upstream's state. `detail` explains a failure (`econnrefused`); it never contains
 * an address.
 */
export interface HealthChange {
  readonly from: HealthState
  readonly to: HealthState
  readonly reason: HealthReason
  readonly detail: string | undefined
}
