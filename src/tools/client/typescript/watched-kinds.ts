import { type Contract, type ContractMethod, resolved } from '../../../contract/contract.js'
import type { SubscriptionExtension, SubscriptionKindExtension } from '../../../contract/subscriptions/declared.js'
import { watchWords } from '../../../contract/subscriptions/watch-words.js'
import { number } from './markdown.js'

/** A kind of subscription as a member of a client that gives its events. */
export interface WatchedKind {
  /** Words of the member's name: `watch`, `new`, `heads`. */
  readonly words: readonly string[]
  /** The kind as a method: its params are those of a caller, its result is an event. */
  readonly method: ContractMethod
  readonly subscribe: string
  readonly unsubscribe: string
  readonly priceText: string
  /** The params before a caller's: the name of the kind, if the method has several. */
  readonly before: readonly string[]
  /** The event that gives a resume point; undefined if the kind cannot be resumed. */
  readonly resumesFrom: 'log' | 'head' | undefined
  /** The params of the kind whose events tell up to which block all logs came. */
  readonly heads: readonly unknown[] | undefined
  readonly state: SubscriptionKindExtension['state']
}

const priceText = ({ params, 'x-credits': credits, 'x-credits-if': rule }: SubscriptionKindExtension): string =>
  rule === undefined
    ? `${number(credits)} credits an event`
    : `${number(credits)} credits an event, ${number(rule.credits)} if ${params?.[rule.param]?.name}`

/**
 * The params that subscribe to heads behind their logs; undefined if the contract's gateway has no
 * such heads.
 */
const headsBehindLogs = (
  contract: Contract,
  { params, 'x-subscription': subscription }: ContractMethod,
): readonly unknown[] | undefined => {
  const options = params.at(-1)
  const isOffered = options !== undefined && resolved(contract, options.schema).properties?.behindLogs !== undefined
  const heads = Object.entries(subscription!.kinds).find(([, kind]) => kind.source === 'heads' && kind.resume === true)
  return isOffered && heads !== undefined ? [heads[0], { behindLogs: true }] : undefined
}

const watchedKind = (
  contract: Contract,
  { kind: pointer, kinds, unsubscribe }: SubscriptionExtension,
  method: ContractMethod,
  name: string,
): WatchedKind => {
  const kind = kinds[name]!
  const isNamed = pointer !== undefined
  const resumesFrom = kind.resume !== true ? undefined : kind.source === 'logs' ? 'log' : 'head'
  return {
    words: watchWords(method.name, isNamed ? name : undefined),
    method: {
      ...method,
      params: isNamed ? (kind.params ?? []) : method.params,
      result: { name: 'event', description: 'Each event.', schema: kind.event },
    },
    subscribe: method.name,
    unsubscribe,
    priceText: priceText(kind),
    before: isNamed ? [name] : [],
    resumesFrom,
    heads: resumesFrom === 'log' && isNamed ? headsBehindLogs(contract, method) : undefined,
    state: kind.state,
  }
}

/** Describes events that come without a connection; `onGap` is the option's name. */
const afterCut = ({ resumesFrom, heads, state }: WatchedKind, onGap: string): string => {
  if (heads !== undefined)
    return 'After a cut it goes on after the last event, so that none is lost or doubled. While nothing matches, it asks for one head about every 32 blocks, to know where to go on.'
  if (resumesFrom !== undefined) return 'After a cut it goes on after the last event, so that none is lost or doubled.'
  if (state === 'once')
    return 'The last event ends it. After a cut it subscribes again, and gets the event if it was missed.'
  return `After a cut it ends with ResumeLost, because events may be missing; with ${onGap} it subscribes again.`
}

/** A title with the price, and a text, for comments. */
export const aboutKind = (
  contract: Contract,
  one: WatchedKind,
  onGap: string,
): { readonly title: string; readonly text: string } => {
  const { method, before, priceText } = one
  const subject = before.length === 0 ? method.summary : `Events ${before.join()}`
  const event = resolved(contract, method.result.schema).description ?? ''
  return {
    title: `${subject}: ${priceText}, ${number(method['x-credits'])} for each subscription.`,
    text: `${before.length === 0 ? method.description : event} ${afterCut(one, onGap)}`,
  }
}

/** The kinds of subscriptions of a contract, in its order. */
export const watchedKinds = (contract: Contract): readonly WatchedKind[] =>
  contract.methods.flatMap((method) => {
    const { 'x-subscription': subscription } = method
    return subscription === undefined
      ? []
      : Object.keys(subscription.kinds).map((name) => watchedKind(contract, subscription, method, name))
  })

/** A contract without what subscribes and unsubscribes: a client calls the others. */
export const callsOf = (contract: Contract): Contract => ({
  ...contract,
  methods: contract.methods.filter((method) => method['x-effect'] !== 'subscription'),
})
