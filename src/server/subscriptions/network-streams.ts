import type { Entitlement } from '../accounts/account.js'
import type { WantedSubscription } from '../pipeline/call-subscriptions.js'
import type { EventCredits } from './event-credits.js'
import type { EventSource } from './event-stream.js'

/** The streams of one network. They outlive reloads of the configuration. */
export interface NetworkStreams {
  /** Undefined if no node gives events of this kind. */
  sourceOf(wanted: WantedSubscription): EventSource | undefined
  /** Begins to pay for the events of a subscription. `entitlement` returns the key's newest one. */
  creditsOf(entitlement: () => Entitlement, wanted: WantedSubscription): EventCredits
  /** False once the network's contract has the kind no longer. */
  offers(kind: WantedSubscription['kind']): boolean
}
