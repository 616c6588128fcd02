import type { SubscriptionKind } from '../../../generated/methods.js'

/**
 * Names of the methods that begin or end a subscription, on any family: `eth_subscribe`,
 * `accountSubscribe`.
 */
export const SUBSCRIPTION_NAME = /(^|_)(un)?subscri(be|ption)|(Subscribe|Unsubscribe)$/

/** Names of the methods that begin a subscription on Solana: `accountSubscribe`. */
export const SOLANA_SUBSCRIBE = /Subscribe$/

interface SchemaReference {
  readonly $ref: string
  readonly [keyword: string]: unknown
}

/** One kind of events: its params behind the kind's name, its event, and the price of an event. */
export interface SubscriptionKindExtension {
  readonly source: SubscriptionKind['source']
  readonly params?: readonly { readonly name: string; readonly required?: boolean; readonly schema: SchemaReference }[]
  readonly event: SchemaReference
  readonly 'x-credits': number
  /** Another price, if a param of the kind is true. */
  readonly 'x-credits-if'?: { readonly param: number; readonly credits: number }
  readonly state?: SubscriptionKind['state']
  readonly resume?: boolean
}

/** The events of a method that begins a subscription: `x-subscription`. */
export interface SubscriptionExtension {
  readonly notification: string
  readonly unsubscribe: string
  readonly kind?: '/0'
  readonly kinds: Readonly<Record<string, SubscriptionKindExtension>>
}
