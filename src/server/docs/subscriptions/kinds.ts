import type { DocumentContent, DocumentMethod } from '../../../../generated/document.js'
import type { ContractMethod } from '../../../contract/contract.js'

type DeclaredEvents = NonNullable<ContractMethod['x-subscription']>

export interface EventKind {
  /** Undefined if the method has one kind, which its params do not name. */
  readonly name: string | undefined
  /** The params of a caller, without the kind's name. */
  readonly params: readonly DocumentContent[]
  readonly event: DocumentContent
  readonly credits: number
  /** Another price of an event, if a param is true: the param's index and name. */
  readonly otherPrice: { readonly param: number; readonly name: string; readonly credits: number } | undefined
  readonly isResumed: boolean
  /** Params of an example, the kind's name among them. */
  readonly example: readonly unknown[]
}

/** The events that a method declares; undefined if it begins no subscription. */
export const subscriptionOf = (method: DocumentMethod): DeclaredEvents | undefined =>
  method['x-subscription'] as DeclaredEvents | undefined

/** True for methods that only a WebSocket connection has. */
export const isOfSubscriptions = (method: DocumentMethod): boolean => method['x-effect'] === 'subscription'

const examplesOf = ({ examples }: DocumentMethod): unknown[][] =>
  examples.map(({ params }) => params.map(({ value }) => value))

/** The kinds of a method's events; empty for other methods. */
export const eventKinds = (method: DocumentMethod): readonly EventKind[] => {
  const subscription = subscriptionOf(method)
  if (subscription === undefined) return []
  const isNamed = subscription.kind !== undefined
  const examples = examplesOf(method)
  return Object.entries(subscription.kinds).map(([name, kind]) => {
    const own = (isNamed ? (kind.params ?? []) : method.params) as readonly DocumentContent[]
    const resume = kind.resume === true ? method.params.slice(-1) : []
    const rule = kind['x-credits-if']
    return {
      name: isNamed ? name : undefined,
      params: isNamed ? [...own, ...resume] : own,
      event: { name: 'event', schema: kind.event as DocumentContent['schema'] },
      credits: kind['x-credits'],
      otherPrice: rule && { ...rule, name: own[rule.param]?.name ?? '' },
      isResumed: kind.resume === true,
      example: isNamed ? (examples.find(([first]) => first === name) ?? [name]) : (examples[0] ?? []),
    }
  })
}

/** The facts with which the page's script watches a kind. */
interface KindTerms {
  readonly name: string | undefined
  readonly credits: number
  /** Another price, if the param at the index is true. */
  readonly dearer: { readonly param: number; readonly credits: number } | undefined
  /** Index of the param that names the last event; undefined if the kind does not resume. */
  readonly resumeAt: number | undefined
  /** True if one event is all that comes. */
  readonly isOnce: boolean
}

/** The terms of a method's events, and the words around them; undefined for other methods. */
export const eventTerms = (method: DocumentMethod) => {
  const subscription = subscriptionOf(method)
  if (subscription === undefined) return undefined
  const { notification, unsubscribe, kinds } = subscription
  const states = Object.values(kinds).map(({ state }) => state)
  return {
    notification,
    unsubscribe,
    kinds: eventKinds(method).map(({ name, credits, otherPrice, isResumed, params }, index): KindTerms => {
      const first = name === undefined ? 0 : 1
      return {
        name,
        credits,
        dearer: otherPrice && { param: first + otherPrice.param, credits: otherPrice.credits },
        resumeAt: isResumed ? first + params.length - 1 : undefined,
        isOnce: states[index] === 'once',
      }
    }),
  }
}
