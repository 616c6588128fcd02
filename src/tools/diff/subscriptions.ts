import type { ContractMethod } from '../../contract/contract.js'
import { pointer } from '../../contract/lint/mistake.js'
import type { SubscriptionKindExtension } from '../../contract/subscriptions/declared.js'
import type { DiffFinding } from './finding.js'
import { numberRule } from './numbers.js'
import { type DiffTools, type MethodPair, paramListFindings } from './params.js'
import type { DiffRuleId } from './rules.js'
import { resultFindings } from './schema-findings.js'

/** One kind of events in both contracts, and its pointer in each. */
interface KindPair {
  readonly name: string
  readonly old: SubscriptionKindExtension
  readonly now: SubscriptionKindExtension
  readonly oldAt: string
  readonly at: string
}

/** The price of an event of calls to which `x-credits-if` applies. */
const conditionalPrice = (kind: SubscriptionKindExtension): number => kind['x-credits-if']?.credits ?? kind['x-credits']

const factsOf = ({ old, now, at }: KindPair, method: string): readonly DiffFinding[] => {
  const finding = (rule: DiffRuleId, key: string, a: unknown, b: unknown): DiffFinding => ({
    rule,
    path: `${at}/${key}`,
    methods: [method],
    old: a,
    new: b,
  })
  const prices = (key: string, a: number, b: number) =>
    numberRule(a, b, 'EVENT_PRICE_LOWERED', 'EVENT_PRICE_RAISED').map(([rule]) => finding(rule, key, a, b))
  const [rule, nowRule] = [old['x-credits-if'], now['x-credits-if']]
  const isOfOther = rule !== undefined && nowRule !== undefined && rule.param !== nowRule.param
  const resume = now.resume === true ? 'RESUME_STARTED' : 'RESUME_ENDED'
  return [
    ...prices('x-credits', old['x-credits'], now['x-credits']),
    ...(isOfOther
      ? [finding('EVENT_PRICE_RAISED', 'x-credits-if', rule, nowRule)]
      : rule === undefined && nowRule === undefined
        ? []
        : prices('x-credits-if', conditionalPrice(old), conditionalPrice(now))),
    ...(old.source === now.source ? [] : [finding('EVENT_SOURCE_CHANGED', 'source', old.source, now.source)]),
    ...(old.state === now.state ? [] : [finding('EVENT_STATE_CHANGED', 'state', old.state, now.state)]),
    ...((old.resume === true) === (now.resume === true)
      ? []
      : [finding(resume, 'resume', old.resume === true, now.resume === true)]),
  ]
}

const kindFindings = (pair: KindPair, method: ContractMethod, isNamed: boolean, tools: DiffTools) => {
  const { name, old, now, oldAt, at } = pair
  const events = [
    { schema: old.event, at: `${oldAt}/event` },
    { schema: now.event, at: `${at}/event` },
  ] as const
  return [
    ...factsOf(pair, method.name),
    // The params of an only kind are those of the method.
    ...(isNamed
      ? paramListFindings(
          { params: old.params ?? [], at: `${oldAt}/params` },
          { params: now.params ?? [], at: `${at}/params` },
          { method, first: 1, start: [name] },
          tools,
        )
      : []),
    ...resultFindings(tools.ways, events, { methods: [method.name], start: 'event' }),
  ]
}

/** Changes in the events of a method: their kinds, names, schemas and prices. */
export const subscriptionFindings = ({ old, now, oldAt, at }: MethodPair, tools: DiffTools): readonly DiffFinding[] => {
  const [before, after] = [old['x-subscription'], now['x-subscription']]
  const base = { methods: [now.name] }
  const [oldKinds, kinds] = [before?.kinds ?? {}, after?.kinds ?? {}]
  const [oldPlace, place] = [oldAt, at].map((one) => `${one}/x-subscription/kinds`)
  const renamed = (rule: DiffRuleId, key: 'notification' | 'unsubscribe'): readonly DiffFinding[] =>
    before === undefined || after === undefined || before[key] === after[key]
      ? []
      : [{ ...base, rule, path: `${at}/x-subscription/${key}`, old: before[key], new: after[key] }]
  const gone = Object.keys(oldKinds).filter((name) => !Object.hasOwn(kinds, name))
  return [
    ...renamed('NOTIFICATION_RENAMED', 'notification'),
    ...renamed('UNSUBSCRIBE_CHANGED', 'unsubscribe'),
    ...gone.map(
      (name): DiffFinding => ({ ...base, rule: 'KIND_REMOVED', path: `${oldPlace}${pointer(name)}`, old: name }),
    ),
    ...Object.entries(kinds).flatMap(([name, kind]): readonly DiffFinding[] => {
      const path = `${place}${pointer(name)}`
      if (!Object.hasOwn(oldKinds, name)) return [{ ...base, rule: 'KIND_ADDED', path, new: name }]
      const pair = { name, old: oldKinds[name]!, now: kind, oldAt: `${oldPlace}${pointer(name)}`, at: path }
      return kindFindings(pair, old, before?.kind !== undefined && after?.kind !== undefined, tools)
    }),
  ]
}
