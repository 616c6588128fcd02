import { type Contract, type ContractMethod, componentOf, resolved } from '../../contract.js'
import { type ContractMistake, pointer } from '../mistake.js'

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
    if ((source === 'node') !== (state !== undefined))
      mistakes.push({ path: at, message: 'a kind has a state (latest, once, every) exactly if its source is node' })
    if (source === 'node' && resume === true)
      mistakes.push({ path: `${at}/resume`, message: 'what a node sends cannot go on from a resume point' })
    if (kind === undefined && params !== undefined)
      mistakes.push({ path: `${at}/params`, message: 'the params of the only kind are those of the method' })
    const param = prices['x-credits-if']?.param
    if (param !== undefined && (params ?? (kind === undefined ? method.params : []))[param] === undefined)
      mistakes.push({ path: `${at}/x-credits-if/param`, message: `${name} has no parameter ${param}` })
    return mistakes
  })
}

/** Checks that subscriptions can be begun, ended, and told apart. */
export const lintSubscriptions = (contract: Contract, isBuiltIn: boolean): ContractMistake[] => {
  const ends = new Set(contract.methods.map((method) => method['x-subscription']?.unsubscribe))
  return contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    if (method['x-effect'] !== 'subscription') return []
    if (method['x-subscription'] === undefined)
      return ends.has(method.name)
        ? []
        : [{ path, message: `${method.name} begins no subscription (x-subscription) and ends none` }]
    return [
      ...lintUnsubscribe(contract, method, path),
      ...lintKindNames(contract, method, path),
      ...lintKinds(method, path, isBuiltIn),
    ]
  })
}
