import type { UnpaidReason } from './event-credits.js'
import type { StreamEnd } from './event-stream.js'

/** Why the gateway ends the subscriptions of a connection: the reasons of close codes. */
export type ClosingReason = StreamEnd | UnpaidReason | 'method_removed' | 'allowlist_refused' | 'restarting'

/**
 * The end of a subscription. `finished`: its last event was sent, as a signature's; `closed`: the
 * connection was closed by other means.
 */
export interface SubscriptionEnd {
  /** See SubscriptionKind.usageName. */
  readonly kind: string
  readonly keyId: string
  readonly accountId: string
  readonly reason: ClosingReason | 'unsubscribed' | 'finished' | 'closed'
  readonly events: number
  readonly costCredits: number
  readonly durationMs: number
}

/** Receives what happens to the subscriptions of one network. `kind` is their name in usage. */
export interface SubscriptionEvents {
  subscribed(kind: string): void
  unsubscribed(end: SubscriptionEnd): void
  /** An event was written `delayMs` after a node first showed it. `isFree`: see StreamEvent. */
  sent(kind: string, isFree: boolean, delayMs: number, costCredits: number): void
  /** The gateway closes a connection with subscriptions. */
  closing(reason: ClosingReason): void
}

/** The outcome of a request for a block's logs. */
export type LogsFetched = 'ok' | 'incomplete' | 'error'

/** Receives what a follower does, for metrics and log. */
export interface FollowEvents {
  fetchedLogs(result: LogsFetched): void
  /** Blocks that the follower is behind the newest one it has seen. */
  lagging(blocks: number): void
  reorganized(depth: number): void
  /** Called once: the headers' blooms deny logs, so they are compared no more. */
  bloomsIgnored(): void
  /** No node gave the logs of a block for too long. `nodes`: why, by name. */
  logsMissing(blockHash: string, nodes: Readonly<Record<string, string>>): void
  bug(error: unknown): void
}
