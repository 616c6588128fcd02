import type { SubscriptionKind, SubscriptionRow } from '../../../generated/methods.js'
import type { OpenedSubscription } from '../../wire/jsonrpc/reply.js'
import type { Key } from '../accounts/account.js'

/**
 * A subscription that a call asks for.
 *
 * `params`    those behind the kind
 * `identity`  text that is equal for equal subscriptions
 * `key`       the caller's key, as it was when it permitted the call
 */
export interface WantedSubscription {
  readonly method: string
  readonly subscriptionRow: SubscriptionRow
  readonly kind: SubscriptionKind
  readonly params: readonly unknown[]
  readonly identity: string
  readonly key: Pick<Key, 'allowedMethods' | 'allowedContracts'>
}

/** Why no stream of events is opened. */
export type StreamRefusal =
  | { readonly kind: 'no-node' }
  /** No memory for its filter, or too many streams of the account are being opened. */
  | { readonly kind: 'no-room' }
  | { readonly kind: 'too-many'; readonly scope: 'connection' | 'account'; readonly maxSubscriptions: number }
  | { readonly kind: 'not-offered' }
  /** The params are too long for the WebSocket to a node, which all callers share. */
  | { readonly kind: 'params-too-long' }
  | { readonly kind: 'resume-point-unknown' }
  /** A node's own JSON-RPC error, as it sent it. */
  | { readonly kind: 'node-error'; readonly bytes: Buffer; readonly code: number; readonly message: string }

/** The outcome of a call that subscribes. */
export type SubscribeOutcome =
  /** `idText`: the id as JSON. */
  { readonly kind: 'subscribed'; readonly idText: string; readonly subscription: OpenedSubscription } | StreamRefusal

/** The subscriptions of the WebSocket on which a call came. */
export interface CallSubscriptions {
  /** Counts the subscription before it waits for anything. */
  subscribe(wanted: WantedSubscription): Promise<SubscribeOutcome>
  /** Ends a subscription; false if the connection has none with this id that the method ends. */
  unsubscribe(method: string, id: unknown): boolean
}

/** The indexes of params that are `true`: all that a price of events depends on. */
export const trueParamsOf = (params: readonly unknown[]): readonly number[] =>
  params.flatMap((param, index) => (param === true ? [index] : []))

/** The price of an event. */
export const eventPriceCredits = (
  { priceCredits, priceIf }: SubscriptionKind,
  trueParams: readonly number[],
): number => (priceIf !== undefined && trueParams.includes(priceIf.param) ? priceIf.credits : priceCredits)
