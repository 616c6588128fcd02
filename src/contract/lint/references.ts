import type { Contract } from '../contract.js'
import { TOO_LARGE, tooLargeComponents } from '../document-bounds.js'
import { isObject } from '../map-schema.js'
import { type ContractMistake, pointer } from './mistake.js'

interface Reference {
  readonly path: string
  /** Undefined: it is no text. */
  readonly target: string | undefined
}

/**
 * Every `$ref` in a value. Values of examples and errors are data: a `$ref` in them means nothing.
 */
const referencesIn = (value: unknown, path: string): Reference[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => referencesIn(item, `${path}/${index}`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    // An object is the schema of a member with this name.
    if (key === '$ref' && !isObject(member))
      return [{ path: `${path}/$ref`, target: typeof member === 'string' ? member : undefined }]
    return key === 'examples' ? [] : referencesIn(member, `${path}${pointer(key)}`)
  })
}

const resolves = (contract: Contract, target: string): boolean => {
  const [, components, kind, name, ...rest] = target.split('/')
  if (components !== 'components' || (kind !== 'schemas' && kind !== 'errors') || rest.length > 0) return false
  return name !== undefined && Object.hasOwn(contract.components[kind], name)
}

/** The components that can be reached from a component and lead back to it, as a row of names. */
const cycleFrom = (uses: ReadonlyMap<string, readonly string[]>, start: string): string[] | undefined => {
  const reachedFrom = new Map<string, string>()
  const reached = [start]
  for (const name of reached)
    for (const next of uses.get(name) ?? []) {
      if (next === start) {
        const row = [start]
        for (let at = name; at !== start; at = reachedFrom.get(at)!) row.unshift(at)
        return [start, ...row]
      }
      if (reachedFrom.has(next)) continue
      reachedFrom.set(next, name)
      reached.push(next)
    }
  return undefined
}

/** A document has one circle or two; more rows of names than this say nothing more. */
const MAX_CYCLES = 20

/**
 * The components that a circle can go through: those that are left when all whose references end
 * somewhere are taken away.
 */
const inCycles = (uses: ReadonlyMap<string, readonly string[]>): string[] => {
  const users = new Map<string, string[]>()
  for (const [name, targets] of uses)
    for (const target of targets) {
      const known = users.get(target)
      if (known === undefined) users.set(target, [name])
      else known.push(name)
    }
  const open = new Map([...uses].map(([name, targets]) => [name, targets.length]))
  const ended = [...uses.keys()].filter((name) => open.get(name) === 0)
  for (const name of ended)
    for (const user of users.get(name) ?? []) {
      const left = open.get(user)! - 1
      open.set(user, left)
      if (left === 0) ended.push(user)
    }
  return [...uses.keys()].filter((name) => open.get(name)! > 0)
}

/**
 * References: local, to a component that exists, never in a circle, and not so many that they stand
 * for millions of schemas.
 *
 * A remote reference would make the generator ask the network; a circle makes the dereferencer of
 * @open-rpc run out of memory.
 */
export const lintReferences = (contract: Contract): ContractMistake[] => {
  const mistakes = referencesIn(contract, '').flatMap(({ path, target }) => {
    if (target === undefined) return [{ path, message: 'must be a text, such as #/components/schemas/Quantity' }]
    if (!target.startsWith('#/')) return [{ path, message: `${target} is not a local reference (#/components/…)` }]
    return resolves(contract, target) ? [] : [{ path, message: `${target} leads nowhere` }]
  })
  const uses = new Map(
    Object.entries(contract.components.schemas).map(([name, schema]) => {
      const targets = referencesIn(schema, '').map(({ target }) => target?.split('/').at(-1) ?? '')
      return [name, targets] as const
    }),
  )
  let cycles = 0
  // References that lead nowhere never end either; they have been named.
  for (const name of mistakes.length > 0 ? [] : inCycles(uses)) {
    const cycle = cycles < MAX_CYCLES ? cycleFrom(uses, name) : undefined
    if (cycle === undefined) continue
    cycles += 1
    mistakes.push({ path: pointer('components', 'schemas', name), message: `refers to itself: ${cycle.join(' → ')}` })
  }
  if (mistakes.length > 0) return mistakes
  return [...tooLargeComponents(contract.components.schemas)].map((name) => ({
    path: pointer('components', 'schemas', name),
    message: TOO_LARGE,
  }))
}
