import { type Contract, type ContractMethod, componentOf, resolved, type Schema } from '../../contract.js'
import { watchName, watchWords } from '../../subscriptions/watch-words.js'
import { pointer, type Report, under } from '../mistake.js'
import { type LintRule, methodRule } from '../rule.js'
import { isOf, schemasAt } from '../values.js'

/**
 * The mistake in the method that ends a subscription, if any: it must exist, and end nothing else.
 */
const unsubscribeTrouble = (contract: Contract, method: ContractMethod): string | undefined => {
  const { unsubscribe } = method['x-subscription']!
  const end = contract.methods.find(({ name }) => name === unsubscribe)
  if (end === undefined) return `${unsubscribe} is not a method of the contract`
  if (end['x-effect'] !== 'subscription' || end['x-subscription'] !== undefined)
    return `${unsubscribe} does not end a subscription (x-effect subscription alone)`
  if (end['x-family'] !== method['x-family']) return `${unsubscribe} is of the family ${end['x-family']}`
  const [id] = end.params
  return end.params.length === 1 && componentOf(id!.schema) === componentOf(method.result.schema)
    ? undefined
    : `${unsubscribe} must take one parameter, the result of ${method.name}`
}

/** Checks that the kinds are those that the first parameter names, or the notification alone. */
const lintKindNames = (contract: Contract, method: ContractMethod, report: Report): void => {
  const { kind, kinds, notification } = method['x-subscription']!
  const names = Object.keys(kinds)
  if (kind === undefined) {
    if (names.length !== 1 || names[0] !== notification)
      report('/kinds', `without a kind parameter there is one kind, ${notification}`)
    return
  }
  const [first] = method.params
  const { enum: listed } = first === undefined ? {} : resolved(contract, first.schema)
  if (!Array.isArray(listed)) return report('/kind', 'the first parameter lists no kinds (enum)')
  for (const name of listed)
    if (!names.includes(String(name))) report('/kinds', `${name} is a value of ${first!.name}, but no kind`)
  for (const name of names)
    if (!listed.includes(name)) report(`/kinds${pointer(name)}`, `${name} is no value of ${first!.name}`)
}

const lintKinds = (method: ContractMethod, report: Report, isBuiltIn: boolean): void => {
  const { kinds, kind } = method['x-subscription']!
  for (const [name, { source, state, params, resume, ...prices }] of Object.entries(kinds)) {
    const at = `/kinds${pointer(name)}`
    if (source !== 'node' && !isBuiltIn)
      report(`${at}/source`, `only the gateway's own contract has ${source}: it must be node`)
    if (state === 'once' && !isBuiltIn)
      report(`${at}/state`, "only the gateway's own contract has once: it must be latest or every")
    if ((source === 'node') !== (state !== undefined))
      report(at, 'a kind has a state (latest, once, every) exactly if its source is node')
    if (source === 'node' && resume === true)
      report(`${at}/resume`, 'what a node sends cannot go on from a resume point')
    if (kind === undefined && params !== undefined)
      report(`${at}/params`, 'the params of the only kind are those of the method')
    const firstOptional = params?.findIndex((one) => one.required !== true) ?? -1
    const late = params?.findLastIndex((one) => one.required === true) ?? -1
    if (firstOptional >= 0 && late > firstOptional)
      report(`${at}/params/${late}`, 'a required parameter stands behind an optional one')
    const param = prices['x-credits-if']?.param
    if (param !== undefined && (params ?? (kind === undefined ? method.params : []))[param] === undefined)
      report(`${at}/x-credits-if/param`, `${name} has no parameter ${param}`)
  }
}

/**
 * Checks that a notification is told apart from methods and from those of other subscriptions, and
 * so are the rows of usage, which are named after it. Of two subscriptions with one unsubscription
 * and one notification, the kinds differ.
 */
const lintNotification = (others: readonly ContractMethod[], method: ContractMethod, report: Report): void => {
  const { notification, unsubscribe, kinds } = method['x-subscription']!
  if (others.concat(method).some(({ name }) => name === notification))
    report('/notification', `${notification} is a method: events need another name`)
  for (const { name, 'x-subscription': other } of others) {
    if (other?.notification !== notification) continue
    if (other.unsubscribe !== unsubscribe)
      report('/notification', `${notification} brings the events of ${name} already`)
    else
      for (const kind of Object.keys(kinds))
        if (Object.hasOwn(other.kinds, kind)) report(`/kinds${pointer(kind)}`, `${name} has a kind ${kind} already`)
  }
}

const wordsOf = (method: ContractMethod): readonly (readonly [kind: string, words: readonly string[]])[] => {
  const { kind, kinds = {} } = method['x-subscription'] ?? {}
  return Object.keys(kinds).map((name) => [name, watchWords(method.name, kind === undefined ? undefined : name)])
}

const membersOf = (method: ContractMethod): readonly (readonly [kind: string, member: string])[] =>
  wordsOf(method).map(([kind, words]) => [kind, watchName(words)])

/** Checks that no two kinds of a family give a client members of one name. */
const lintMembers = (others: readonly ContractMethod[], method: ContractMethod, report: Report): void => {
  const taken = others.filter((other) => other['x-family'] === method['x-family']).flatMap(membersOf)
  for (const [kind, member] of membersOf(method))
    if (taken.some(([, other]) => other === member))
      report(
        `/kinds${pointer(kind)}`,
        `${member} gives a client the events of another kind: the kind needs another name`,
      )
}

/**
 * Checks that no method is named as the member of a client, in TypeScript or Python, that gives
 * events.
 */
const lintWatchNames = (served: readonly ContractMethod[], { methods }: Contract, report: Report): void => {
  const inFamily = ({ 'x-family': family }: ContractMethod, name: string) => `${family} ${name}`
  const taken = new Set(
    [...served, ...methods].flatMap((method) =>
      wordsOf(method).flatMap(([, words]) => [inFamily(method, watchName(words)), inFamily(method, words.join('_'))]),
    ),
  )
  for (const [index, method] of methods.entries())
    if (taken.has(inFamily(method, method.name)))
      report(pointer('methods', index, 'name'), `clients give events by ${method.name}: the method needs another name`)
}

/**
 * Checks that clients can begin and end subscriptions, and distinguish their events. With a `base`,
 * the document is an operator's, and the gateway serves both.
 */
export const lintSubscriptions: LintRule = (contract, report, context) => {
  const { base } = context
  const ends = new Set(contract.methods.map((method) => method['x-subscription']?.unsubscribe))
  const names = new Set(contract.methods.map(({ name }) => name))
  const served = base?.methods.filter(({ name }) => !names.has(name)) ?? []
  lintWatchNames(served, contract, report)
  for (const [index, method] of contract.methods.entries()) {
    if (method['x-effect'] !== 'subscription') continue
    const path = pointer('methods', index)
    if (method['x-subscription'] === undefined) {
      if (!ends.has(method.name)) report(path, `${method.name} begins no subscription (x-subscription) and ends none`)
      continue
    }
    const others = [...served, ...contract.methods.slice(0, index)]
    const own = under(report, `${path}/x-subscription`)
    const trouble = unsubscribeTrouble(contract, method)
    if (trouble !== undefined) own('/unsubscribe', trouble)
    lintKindNames(contract, method, own)
    lintKinds(method, own, base === undefined)
    lintNotification([...others, ...contract.methods.slice(index + 1)], method, own)
    lintMembers(others, method, own)
  }
}

const takesResumePoint = (contract: Contract, schema: Schema): boolean =>
  schemasAt(contract, schema, ['after', 'blockHash']).some((one) => isOf(contract, one, 'hash'))

/**
 * Checks that the kinds that go on from a resume point can be given one, behind their own params,
 * and the others cannot.
 */
export const lintResumePoints = methodRule(
  ({ name: method, 'x-subscription': subscription, params }, report, contract) => {
    if (subscription === undefined) return
    const takes = (schema: Schema | undefined) => schema !== undefined && takesResumePoint(contract, schema)
    const kinds = Object.entries(subscription.kinds)
    for (const [name, kind] of kinds) {
      const at = `/x-subscription/kinds${pointer(name)}`
      const own = (kind.params ?? []).findIndex(({ schema }) => takes(schema))
      const place = subscription.kind === undefined ? params.length - 1 : (kind.params ?? []).length + 1
      if (own >= 0) report(`${at}/params/${own}`, 'a resume point stands behind the params of a kind')
      else if (kind.resume === true && !(takes(params[place]?.schema) && takes(params.at(-1)?.schema)))
        report(`${at}/resume`, `${method} takes no resume point behind the params of ${name}`)
    }
    if (kinds.some(([, { resume }]) => resume === true)) return
    const stray = params.findIndex(({ schema }) => takes(schema))
    if (stray >= 0) report(`/params/${stray}`, 'no kind goes on from a resume point')
  },
)
