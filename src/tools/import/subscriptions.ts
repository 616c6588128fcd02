import { type Contract, type ContractMethod, resolved, type Schema } from '../../contract/contract.js'
import { identifier } from '../../contract/lint/methods.js'
import { SUBSCRIPTION_NAME, type SubscriptionExtension } from '../../contract/subscriptions/declared.js'
import type { WrittenContract } from '../../contract/with-errors.js'
import { isObject } from '../../runtime/is-object.js'
import { followed, type ImportedComponents } from './components.js'
import type { MethodShape, Say } from './method.js'
import { type PriceTable, priceOf } from './prices.js'
import { type SourceMethod, sourcesOf } from './source.js'

const BEGINS = /(_s|S)ubscribe$/
const ENDS = /(_uns|Uns)ubscribe$/

/** True if a name is that of a method that ends a subscription. */
export const ends = (name: string): boolean => ENDS.test(name)

const endOf = (begin: string): string =>
  begin.replace(/_subscribe$/, '_unsubscribe').replace(/Subscribe$/, 'Unsubscribe')
const beginOf = (end: string): string => end.replace(/_unsubscribe$/, '_subscribe').replace(/Unsubscribe$/, 'Subscribe')
const notificationOf = (begin: string): string =>
  begin.replace(/_subscribe$/, '_subscription').replace(/Subscribe$/, 'Notification')

type SubscriptionParts = Partial<ContractMethod> & Pick<ContractMethod, 'x-effect'>

/** The event of a notification in a document: its parameter `result`, alone or in an object. */
const eventIn = (document: unknown, { value, path }: SourceMethod) => {
  const params = (Array.isArray(value.params) ? value.params : []).map((param) => followed(document, param))
  for (const [index, param] of params.entries()) {
    if (!isObject(param)) continue
    const at = `${path}/params/${index}/schema`
    if (param.name === 'result') return { schema: param.schema, at }
    const whole = followed(document, param.schema)
    if (isObject(whole) && isObject(whole.properties) && whole.properties.result !== undefined)
      return { schema: whole.properties.result, at: `${at}/properties/result` }
  }
  return undefined
}

/**
 * The subscriptions of an imported document: `acme_subscribe` and `acme_unsubscribe`, or
 * `voteSubscribe` and `voteUnsubscribe`. Their events come from nodes.
 */
export class ImportedSubscriptions {
  private readonly sources: ReadonlyMap<string, SourceMethod>

  constructor(
    private readonly document: unknown,
    private readonly components: ImportedComponents,
    private readonly options: { readonly base: WrittenContract; readonly prices?: PriceTable | undefined },
  ) {
    this.sources = new Map(sourcesOf(document).map((source) => [source.name, source]))
  }

  /** Why a subscription cannot be taken; undefined for other methods. */
  refusalOf(name: string): string | undefined {
    if (!SUBSCRIPTION_NAME.test(name)) return undefined
    const isBegin = BEGINS.test(name)
    if (!isBegin && !ends(name)) return 'subscriptions are begun by *_subscribe or *Subscribe'
    const other = isBegin ? endOf(name) : beginOf(name)
    if (this.sources.has(other)) return undefined
    return isBegin ? `${other}, which ends it, is not in the document` : `${other} is not in the document`
  }

  /** The parts of a method that belong to a subscription; undefined if it has none. */
  partsOf(
    shape: MethodShape,
    family: ContractMethod['x-family'],
    price: number,
    say: Say,
  ): SubscriptionParts | undefined {
    const isBegin = BEGINS.test(shape.name)
    if (!isBegin && !ends(shape.name)) return undefined
    const { params, result, examples } = shape
    const [id, end] = this.ownTypes(family)
    if (isBegin) {
      say('changed', "its ids are the gateway's own")
      say(
        'guessed',
        'keys limited to contracts may not call it: its params do not say of which contracts its events are',
      )
      const declared = this.declare(shape, price, say)
      return { 'x-effect': 'subscription', result: { ...result, schema: id }, 'x-subscription': declared }
    }
    const [first = { name: 'subscription', description: 'The id.' }] = params
    return {
      'x-effect': 'subscription',
      params: [{ ...first, required: true, schema: id }],
      result: { ...result, schema: end },
      // A key that the operator lets begin a subscription must be able to end it.
      ...(family === 'evm' && { 'x-contracts': 'open' as const }),
      examples: examples.filter((example) => example.params.length === 1),
    }
  }

  /** The types of ids, which the gateway gives, and of the reply to an unsubscription. */
  private ownTypes(family: ContractMethod['x-family']): readonly [id: Schema, end: Schema] {
    const { base } = this.options
    const begin = base.methods.find((one) => one['x-family'] === family && one['x-subscription'] !== undefined)!
    const end = base.methods.find(({ name }) => name === begin['x-subscription']!.unsubscribe)!
    return [
      this.components.refer(resolved(base, begin.result.schema), 'subscription id', ''),
      this.components.refer(resolved(base, end.result.schema), 'is ended', ''),
    ]
  }

  private declare({ name, params }: MethodShape, price: number, say: Say): SubscriptionExtension {
    const notification = notificationOf(name)
    const source = this.sources.get(notification)
    const found = source && eventIn(this.document, source)
    const event = this.components.refer(found?.schema ?? {}, `${name} event`, found?.at ?? '')
    say(
      'guessed',
      found === undefined
        ? `its notification is ${notification}; the document has no schema of an event: any value is one`
        : `its events have the schema of ${notification}`,
    )
    const [kind, ...others] = params
    const listed = this.kindsOf(kind)
    const rows = listed?.map((one) => [one, `${notification}:${one}`] as const) ?? [
      [notification, notification] as const,
    ]
    const kinds = rows.map(([one, row]) => {
      const credits = priceOf(row, this.options.prices ?? {}) ?? price
      say('guessed', `an event ${row} costs ${credits} credits: --prices can name it; state is every`)
      const own = others.map(({ name: param, description = '', required, schema }) => ({
        name: param,
        description,
        ...(required === true && { required }),
        schema,
      }))
      const ofKind = listed === undefined || own.length === 0 ? {} : { params: own }
      return [one, { source: 'node', state: 'every', ...ofKind, event, 'x-credits': credits }] as const
    })
    return {
      notification,
      unsubscribe: endOf(name),
      ...(listed !== undefined && { kind: '/0' as const }),
      kinds: Object.fromEntries(kinds) as SubscriptionExtension['kinds'],
    }
  }

  /** The kinds of events that a first parameter lists; undefined if it lists none. */
  private kindsOf(first: ContractMethod['params'][number] | undefined): readonly string[] | undefined {
    if (first?.required !== true) return undefined
    const { enum: listed } = resolved({ components: this.components } as unknown as Contract, first.schema)
    const isName = (value: unknown): value is string => typeof value === 'string' && identifier.test(value)
    return Array.isArray(listed) && listed.length > 0 && listed.every(isName) ? listed : undefined
  }
}
