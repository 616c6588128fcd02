/** How much an upstream may be relied on just now, by what calls and polls show. */
export type MeasuredState = 'up' | 'slow' | 'behind' | 'down'

/** The state of an upstream: the measured one, unless the operator keeps calls away from it. */
export type HealthState = MeasuredState | 'cordoned'

/** Why an upstream is in its state; a closed list, because metrics are labelled with it. */
export type HealthReason =
  | 'answers'
  | 'failures'
  | 'poll_failed'
  | 'hanging'
  | 'overtaken'
  | 'latency'
  | 'errors'
  | 'lag'
  | 'unhealthy'
  | 'wrong_chain'
  | 'operator'

/**
 * What an upstream's health lives in. `isPolled`: the poll finds out whether it is back, so callers
 * need not try it.
 */
export interface HealthDeps {
  readonly nowMs: () => number
  readonly isPolled: boolean
  readonly onChange: (change: HealthChange) => void
}

/**
 * One change of an upstream's state. `detail` says more about a failure (`econnrefused`); it never
 * holds an address.
 */
export interface HealthChange {
  readonly from: HealthState
  readonly to: HealthState
  readonly reason: HealthReason
  readonly detail: string | undefined
}
