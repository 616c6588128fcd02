/** How much an upstream may be relied on just now. */
export type HealthState = 'up' | 'slow' | 'behind' | 'down'

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

/** One change of an upstream's state. `detail` says more about a failure (`econnrefused`); it never holds an address. */
export interface HealthChange {
  readonly from: HealthState
  readonly to: HealthState
  readonly reason: HealthReason
  readonly detail: string | undefined
}
