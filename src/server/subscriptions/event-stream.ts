import type { Entitlement } from '../accounts/account.js'
import type { AccountShare } from '../accounts/account-share.js'
import type { StreamRefusal, WantedSubscription } from '../pipeline/call-subscriptions.js'
import type { EventCredits } from './event-credits.js'
import type { SubscriptionEvents } from './subscription-events.js'

/**
 * One event of a stream.
 *
 * `result`    the JSON of the notification's `params.result`: its bytes as latin1 text
 * `isFree`    true if it costs nothing (`removed: true`)
 * `seenAtMs`  when a node first showed it, in clock milliseconds
 */
export interface StreamEvent {
  readonly result: string
  readonly isFree: boolean
  readonly seenAtMs: number
}

/**
 * Why a stream ends before its subscriber wants it to: no node answered or gave complete logs for
 * too long, the gap to the newest block is too wide to be walked, or the events may be incomplete.
 * Reasons of close code 1012.
 */
export type StreamEnd = 'no_node' | 'no_logs' | 'gap_too_wide' | 'stream_broken'

/** Receives the events of one subscription, in order. */
export interface EventSink {
  /** Equal for the sinks of one connection, whose events of a step leave in one write. */
  readonly connection: object
  event(event: StreamEvent): void
  /** The last event was sent, as after a signature's confirmation: the subscription is over. */
  finished(): void
  /** The stream cannot go on exactly: the connection has to be closed. */
  broken(why: StreamEnd): void
}

export interface EventStream {
  /** Ends it; the sink receives nothing more. */
  close(): void
}

/** The account that pays for a stream, and for which nodes are asked. */
export interface StreamOwner {
  readonly id: string
  readonly share: AccountShare
}

/**
 * Opens streams of one source (heads, logs, pending transactions, a node's own subscriptions) on
 * one network. `params` are the subscription's params after its kind, valid by the contract.
 * Owners take turns in the delivery of events.
 */
export interface EventSource {
  open(params: readonly unknown[], sink: EventSink, owner: StreamOwner): Promise<EventStream | StreamRefusal>
}

/** The streams of one network. They outlive reloads of the configuration. */
export interface NetworkStreams {
  readonly events: SubscriptionEvents
  /** Undefined if no node gives events of this kind. */
  sourceOf(wanted: WantedSubscription): EventSource | undefined
  /** Begins to pay for the events of a subscription. `entitlement` returns the key's newest one. */
  creditsOf(entitlement: () => Entitlement, wanted: WantedSubscription): EventCredits
  /** Grows when the network leaves the configuration: the streams of before have no events more. */
  readonly generation: number
  /** False once the network's contract has the kind no longer. */
  offers(kind: WantedSubscription['kind']): boolean
}
