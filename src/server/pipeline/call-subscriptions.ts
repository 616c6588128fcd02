import type { SubscriptionKind, SubscriptionRow } from '../../../generated/methods.js'
import { SOLANA_SUBSCRIBE, SUBSCRIPTION_NAME } from '../../contract/subscriptions/declared.js'
import type { Member } from '../../wire/jsonrpc/body.js'
import type { OpenedSubscription, Reply, ResultReply } from '../../wire/jsonrpc/reply.js'
import { type Written, writeBatch } from '../../wire/jsonrpc/write-reply.js'
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
  /** Nodes closed their WebSockets instead of answering, perhaps because of the subscription. */
  | { readonly kind: 'cut-off' }
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

/** The refusals that end a WebSocket, if they come again and again. */
export const isRefusedSubscription = ({ name }: Exclude<Reply, ResultReply>, member: Member): boolean => {
  if (member.kind !== 'call') return false
  const { method } = member.envelope
  // @solana/web3.js 1 repeats the call after any error.
  if (SOLANA_SUBSCRIBE.test(method)) return name !== 'throttled-solana' && name !== 'too-many-subscriptions'
  if (name === 'unknown-subscription-kind') return true
  return (name === 'method-not-found' || name === 'method-unavailable') && SUBSCRIPTION_NAME.test(method)
}

/**
 * A batch's answer without its refused subscriptions, for a WebSocket that repeats them. Undefined
 * if it has none of them, or nothing else.
 *
 * `refused`  indexes in `replies`
 */
export const withoutRefused = (
  refused: readonly number[],
  idTexts: readonly string[],
  replies: readonly Reply[],
): Written | undefined => {
  if (refused.length === 0 || refused.length === replies.length) return undefined
  const isRefused = new Set(refused)
  const isKept = (_: unknown, index: number) => !isRefused.has(index)
  return writeBatch(idTexts.filter(isKept), replies.filter(isKept), replies)
}
