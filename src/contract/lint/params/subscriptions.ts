import { type Contract, type ContractMethod, componentOf, resolved, type Schema } from '../../contract.js'
import { watchName, watchWords } from '../../subscriptions/watch-words.js'
import { type ContractMistake, pointer } from '../mistake.js'
import { isOf, schemasAt } from '../values.js'

/**
 * The sources of events that only the gateway's own contract has: code of the gateway makes them.
 */
const OWN_SOURCES: ReadonlySet<string> = new Set(['heads', 'logs', 'pending'])

/** Checks that the method that ends a subscription exists, and ends nothing else. */
const lintUnsubscribe = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const { unsubscribe } = method['x-subscription']!
  const at = `${path}/x-subscription/unsubscribe`
  const end = contract.methods.find(({ name }) => name === unsubscribe)
  if (end === undefined) return [{ path: at, message: `${unsubscribe} is not a method of the contract` }]
  if (end['x-effect'] !== 'subscription' || end['x-subscription'] !== undefined)
    return [{ path: at, message: `${unsubscribe} does not end a subscription (x-effect subscription alone)` }]
  if (end['x-family'] !== method['x-family'])
    return [{ path: at, message: `${unsubscribe} is of the family ${end['x-family']}` }]
  const [id] = end.params
  if (end.params.length === 1 && componentOf(id!.schema) === componentOf(method.result.schema)) return []
  return [{ path: at, message: `${unsubscribe} must take one parameter, the result of ${method.name}` }]
}

/** Checks that the kinds are those that the first parameter names, or the notification alone. */
const lintKindNames = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const { kind, kinds, notification } = method['x-subscription']!
  const at = `${path}/x-subscription/kinds`
  const names = Object.keys(kinds)
  if (kind === undefined)
    return names.length === 1 && names[0] === notification
      ? []
      : [{ path: at, message: `without a kind parameter there is one kind, ${notification}` }]
  const [first] = method.params
  const { enum: listed } = first === undefined ? {} : resolved(contract, first.schema)
  if (!Array.isArray(listed))
    return [{ path: `${path}/x-subscription/kind`, message: 'the first parameter lists no kinds (enum)' }]
  return [
    ...listed
      .filter((name) => !names.includes(String(name)))
      .map((name) => ({ path: at, message: `${name} is a value of ${first!.name}, but no kind` })),
    ...names
      .filter((name) => !listed.includes(name))
      .map((name) => ({ path: `${at}${pointer(name)}`, message: `${name} is no value of ${first!.name}` })),
  ]
}

const lintKinds = (method: ContractMethod, path: string, isBuiltIn: boolean): ContractMistake[] => {
  const { kinds, kind } = method['x-subscription']!
  return Object.entries(kinds).flatMap(([name, { source, state, params, resume, ...prices }]) => {
    const at = `${path}/x-subscription/kinds${pointer(name)}`
    const mistakes: ContractMistake[] = []
    if (OWN_SOURCES.has(source) && !isBuiltIn)
      mistakes.push({ path: `${at}/source`, message: `only the gateway's own contract has ${source}: it must be node` })
    if (state === 'once' && !isBuiltIn)
      mistakes.push({
        path: `${at}/state`,
        message: "only the gateway's own contract has once: it must be latest or every",
      })
    if ((source === 'node') !== (state !== undefined))
      mistakes.push({ path: at, message: 'a kind has a state (latest, once, every) exactly if its source is node' })
    if (source === 'node' && resume === true)
      mistakes.push({ path: `${at}/resume`, message: 'what a node sends cannot go on from a resume point' })
    if (kind === undefined && params !== undefined)
      mistakes.push({ path: `${at}/params`, message: 'the params of the only kind are those of the method' })
    const firstOptional = params?.findIndex((one) => one.required !== true) ?? -1
    const late = params?.findLastIndex((one) => one.required === true) ?? -1
    if (firstOptional >= 0 && late > firstOptional)
      mistakes.push({ path: `${at}/params/${late}`, message: 'a required parameter stands behind an optional one' })
    const param = prices['x-credits-if']?.param
    if (param !== undefined && (params ?? (kind === undefined ? method.params : []))[param] === undefined)
      mistakes.push({ path: `${at}/x-credits-if/param`, message: `${name} has no parameter ${param}` })
    return mistakes
  })
}

/**
 * Checks that a notification is told apart from methods and from those of other subscriptions, and
 * so are the rows of usage, which are named after it. Of two subscriptions with one unsubscription
 * and one notification, the kinds differ.
 */
const lintNotification = (others: readonly ContractMethod[], method: ContractMethod, path: string) => {
  const { notification, unsubscribe, kinds } = method['x-subscription']!
  const at = `${path}/x-subscription`
  const mistakes: ContractMistake[] = []
  if (others.concat(method).some(({ name }) => name === notification))
    mistakes.push({ path: `${at}/notification`, message: `${notification} is a method: events need another name` })
  for (const { name, 'x-subscription': other } of others) {
    if (other?.notification !== notification) continue
    if (other.unsubscribe !== unsubscribe)
      mistakes.push({ path: `${at}/notification`, message: `${notification} brings the events of ${name} already` })
    else
      mistakes.push(
        ...Object.keys(kinds)
          .filter((kind) => Object.hasOwn(other.kinds, kind))
          .map((kind) => ({ path: `${at}/kinds${pointer(kind)}`, message: `${name} has a kind ${kind} already` })),
      )
  }
  return mistakes
}

const membersOf = (method: ContractMethod): readonly (readonly [kind: string, member: string])[] => {
  const { kind, kinds = {} } = method['x-subscription'] ?? {}
  return Object.keys(kinds).map((name) => [
    name,
    watchName(watchWords(method.name, kind === undefined ? undefined : name)),
  ])
}

/** Checks that each kind has a member of its own in a client of the family. */
const lintMembers = (others: readonly ContractMethod[], method: ContractMethod, path: string): ContractMistake[] => {
  const taken = others.filter((other) => other['x-family'] === method['x-family']).flatMap(membersOf)
  return membersOf(method)
    .filter(([, member]) => taken.some(([, other]) => other === member))
    .map(([kind, member]) => ({
      path: `${path}/x-subscription/kinds${pointer(kind)}`,
      message: `${member} gives a client the events of another kind: the kind needs another name`,
    }))
}

/**
 * Checks that subscriptions can be begun, ended, and told apart. With a `base`, the document is an
 * operator's, and is served beside it.
 */
export const lintSubscriptions = (contract: Contract, base: Contract | undefined): ContractMistake[] => {
  const ends = new Set(contract.methods.map((method) => method['x-subscription']?.unsubscribe))
  const names = new Set(contract.methods.map(({ name }) => name))
  const served = base?.methods.filter(({ name }) => !names.has(name)) ?? []
  return contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    if (method['x-effect'] !== 'subscription') return []
    if (method['x-subscription'] === undefined)
      return ends.has(method.name)
        ? []
        : [{ path, message: `${method.name} begins no subscription (x-subscription) and ends none` }]
    const others = [...served, ...contract.methods.slice(0, index)]
    return [
      ...lintUnsubscribe(contract, method, path),
      ...lintKindNames(contract, method, path),
      ...lintKinds(method, path, base === undefined),
      ...lintNotification([...others, ...contract.methods.slice(index + 1)], method, path),
      ...lintMembers(others, method, path),
    ]
  })
}

const takesResumePoint = (contract: Contract, schema: Schema): boolean =>
  schemasAt(contract, schema, ['after', 'blockHash']).some((one) => isOf(contract, one, 'hash'))

/**
 * Checks that the kinds that go on from a resume point can be given one, behind their own params,
 * and the others cannot.
 */
export const lintResumePoints = (contract: Contract): ContractMistake[] =>
  contract.methods.flatMap((method, index) => {
    const { 'x-subscription': subscription, params } = method
    if (subscription === undefined) return []
    const path = pointer('methods', index)
    const takes = (schema: Schema | undefined) => schema !== undefined && takesResumePoint(contract, schema)
    const kinds = Object.entries(subscription.kinds)
    const mistakes = kinds.flatMap(([name, kind]): ContractMistake[] => {
      const at = `${path}/x-subscription/kinds${pointer(name)}`
      const own = (kind.params ?? []).findIndex(({ schema }) => takes(schema))
      if (own >= 0)
        return [{ path: `${at}/params/${own}`, message: 'a resume point stands behind the params of a kind' }]
      if (kind.resume !== true) return []
      const place = subscription.kind === undefined ? params.length - 1 : (kind.params ?? []).length + 1
      if (takes(params[place]?.schema) && takes(params.at(-1)?.schema)) return []
      return [{ path: `${at}/resume`, message: `${method.name} takes no resume point behind the params of ${name}` }]
    })
    if (kinds.some(([, { resume }]) => resume === true)) return mistakes
    const stray = params.findIndex(({ schema }) => takes(schema))
    if (stray < 0) return mistakes
    return [...mistakes, { path: `${path}/params/${stray}`, message: 'no kind goes on from a resume point' }]
  })
