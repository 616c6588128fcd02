import { isDeepStrictEqual } from 'node:util'
import { type Contract, type ContractMethod, type Schema, schemasPointer } from '../contract.js'
import { componentsUsedBy, referencesIn } from '../visit-schema.js'

type MergedSchemas = Contract['components']['schemas']

/**
 * An operator's document as part of a contract: its methods with all of their errors, and its name
 * for messages.
 */
export interface ContractPart {
  readonly documentName: string
  readonly contract: Contract
}

/** A method that two documents define differently. */
export interface MethodConflict {
  readonly method: string
  /** The document that defined it first; undefined if it is built in. */
  readonly first: string | undefined
  /** The document that defines it differently. */
  readonly second: string
}

/** A method of a part, as messages name it. */
interface NamedMethod {
  readonly documentName: string
  readonly method: string
}

/** Two subscriptions of different documents whose events callers could not tell apart. */
export interface NotificationConflict {
  readonly notification: string
  readonly first: NamedMethod
  readonly second: NamedMethod
}

/**
 * Subscriptions of different parts with one notification. The lint of a document compares its own
 * with the built-in ones.
 */
const sharedNotifications = (parts: readonly ContractPart[]): readonly NotificationConflict[] => {
  const owners = new Map<string, NamedMethod>()
  const conflicts: NotificationConflict[] = []
  for (const { documentName, contract } of parts)
    for (const { name: method, 'x-subscription': subscription } of contract.methods) {
      if (subscription === undefined) continue
      const { notification } = subscription
      const first = owners.get(notification)
      if (first === undefined) owners.set(notification, { documentName, method })
      else if (first.documentName !== documentName && first.method !== method)
        conflicts.push({ notification, first, second: { documentName, method } })
    }
  return conflicts
}

/**
 * Changes the value of every `$ref` in a value, but not in a list of examples. A member of that
 * name has a schema.
 */
const withReferences = (value: unknown, change: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string' || !member.startsWith(schemasPointer))
        return [key, key === 'examples' && Array.isArray(member) ? member : withReferences(member, change)]
      return [key, `${schemasPointer}${change(member.slice(schemasPointer.length))}`]
    }),
  )
}

/** Components that differ from those of the same name, directly or in a reference. */
const differingFrom = (known: MergedSchemas, schemas: MergedSchemas, used: ReadonlySet<string>): Set<string> => {
  const shared = [...used].filter((name) => known[name] !== undefined)
  const differing = new Set(shared.filter((name) => !isDeepStrictEqual(known[name], schemas[name])))
  const users = new Map<string, string[]>()
  for (const name of shared)
    for (const inner of referencesIn(schemas[name])) {
      const known = users.get(inner)
      if (known === undefined) users.set(inner, [name])
      else known.push(name)
    }
  // Iteration over a set includes the members added during it.
  for (const name of differing) for (const user of users.get(name) ?? []) differing.add(user)
  return differing
}

const freeName = (name: string, ...taken: readonly MergedSchemas[]): string => {
  for (let count = 2; ; count++)
    if (taken.every((one) => one[`${name}${count}`] === undefined)) return `${name}${count}`
}

/** Adds the components that methods use to the known ones; those that collide are renamed. */
const joined = (
  known: MergedSchemas,
  { methods, components: { schemas } }: Contract,
): { schemas: MergedSchemas; methods: readonly ContractMethod[] } => {
  const used = componentsUsedBy(methods, schemas)
  const names = new Map<string, string>()
  const all: Record<string, Schema> = { ...known }
  const differing = differingFrom(known, schemas, used)
  for (const name of used) {
    const newName = differing.has(name) ? freeName(name, schemas, all) : name
    names.set(name, newName)
    all[newName] ??= {}
  }
  const areAllKept = [...names].every(([name, newName]) => name === newName)
  const renamed = (value: unknown): unknown =>
    areAllKept ? value : withReferences(value, (name) => names.get(name) ?? name)
  for (const [name, newName] of names) {
    if (newName === name && known[name] !== undefined) continue
    const schema = renamed(schemas[name]) as Schema
    all[newName] = newName === name ? schema : { ...schema, title: newName }
  }
  return { schemas: all, methods: renamed(methods) as readonly ContractMethod[] }
}

/**
 * Merges several contracts: the base, then the methods of each part in order.
 *
 * A method that two parts define identically appears once. Component schemas with one name and
 * different contents are kept apart by a number after the name of the later one.
 */
export const mergeContracts = (
  base: Contract,
  parts: readonly ContractPart[],
): {
  readonly contract: Contract
  readonly conflicts: readonly MethodConflict[]
  readonly notifications: readonly NotificationConflict[]
} => {
  const conflicts: MethodConflict[] = []
  const owners = new Map<string, { documentName: string | undefined; written: Contract; method: ContractMethod }>(
    base.methods.map((method) => [method.name, { documentName: undefined, written: base, method }]),
  )
  let contract = base
  for (const { documentName, contract: part } of parts) {
    const added = part.methods.filter((method) => {
      const owner = owners.get(method.name)
      if (owner === undefined) {
        owners.set(method.name, { documentName, written: part, method })
        return true
      }
      if (!isSame(owner.written, owner.method, part, method))
        conflicts.push({ method: method.name, first: owner.documentName, second: documentName })
      return false
    })
    const { schemas, methods } = joined(contract.components.schemas, { ...part, methods: added })
    contract = {
      ...contract,
      methods: [...contract.methods, ...methods],
      components: { ...contract.components, schemas },
    }
  }
  return { contract, conflicts, notifications: sharedNotifications(parts) }
}

/** True if two documents define a method identically, including the components that it uses. */
const isSame = (one: Contract, method: ContractMethod, other: Contract, again: ContractMethod): boolean => {
  if (!isDeepStrictEqual(method, again)) return false
  const used = componentsUsedBy([method], one.components.schemas)
  return [...used].every((name) => isDeepStrictEqual(one.components.schemas[name], other.components.schemas[name]))
}

/** The contract with other, fixed prices; ignores unknown names. */
export const withPrices = (contract: Contract, prices: Readonly<Record<string, number>>): Contract => ({
  ...contract,
  methods: contract.methods.map((method) => {
    if (!Object.hasOwn(prices, method.name)) return method
    const { 'x-credits-by': _, ...others } = method
    return { ...others, 'x-credits': prices[method.name]! }
  }),
})

/** The contract with writes that are sent to all nodes. */
export const withBroadcast = (contract: Contract, names: readonly string[]): Contract => ({
  ...contract,
  methods: contract.methods.map((method) =>
    names.includes(method.name) ? { ...method, 'x-broadcast': true } : method,
  ),
})

/** The expression for a pattern of names, in which `*` stands for any characters: `eth_*`. */
export const namePattern = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$`)

/** True if a pattern (`eth_*`, `!debug_*`) matches a method, to include or to exclude it. */
export const speaksOf = (pattern: string, method: string): boolean =>
  namePattern(pattern.replace(/^!/, '')).test(method)

/**
 * True if patterns include a method: one includes it (or all patterns exclude), and none excludes
 * it.
 */
export const isTaken = (method: string, patterns: readonly string[]): boolean => {
  const takes = patterns.filter((pattern) => !pattern.startsWith('!'))
  const leaves = patterns.filter((pattern) => pattern.startsWith('!'))
  return (
    (takes.length === 0 || takes.some((pattern) => speaksOf(pattern, method))) &&
    !leaves.some((pattern) => speaksOf(pattern, method))
  )
}
