import { isObject } from '../../runtime/is-object.js'
import type { Contract } from '../contract.js'
import { TOO_LARGE, tooLargeComponents } from '../document-bounds.js'
import { isFine, pointer, type Report } from './mistake.js'
import { componentSchemas } from './rule.js'

interface Reference {
  readonly path: string
  /** Undefined if it is not a string. */
  readonly target: string | undefined
}

/** Every `$ref` in a value, except in lists of examples, whose values are data. */
const referencesIn = (value: unknown, path: string): Reference[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => referencesIn(item, `${path}/${index}`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    // An object is the schema of a property with this name.
    if (key === '$ref' && !isObject(member))
      return [{ path: `${path}/$ref`, target: typeof member === 'string' ? member : undefined }]
    return key === 'examples' && Array.isArray(member) ? [] : referencesIn(member, `${path}${pointer(key)}`)
  })
}

const resolves = (contract: Contract, target: string): boolean => {
  const [, components, kind, name, ...rest] = target.split('/')
  if (components !== 'components' || (kind !== 'schemas' && kind !== 'errors') || rest.length > 0) return false
  return name !== undefined && Object.hasOwn(contract.components[kind], name)
}

/** A cycle from a component back to itself, as a list of names. */
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

/** A document has one cycle or two; more lists of names add nothing. */
const MAX_CYCLES = 20

/**
 * The components that may be part of a cycle: the rest after removing all whose references end
 * somewhere.
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

const lintTargets = (contract: Contract, report: Report): void => {
  for (const { path, target } of referencesIn(contract, ''))
    if (target === undefined) report(path, 'must be a text, such as #/components/schemas/Quantity')
    else if (!target.startsWith('#/')) report(path, `${target} is not a local reference (#/components/…)`)
    else if (!resolves(contract, target)) report(path, `${target} leads nowhere`)
}

/** Finds cycles; dangling references, which never end either, must have been reported. */
const lintCycles = (contract: Contract, report: Report): void => {
  const uses = new Map(
    componentSchemas(contract).map(([name, schema]) => {
      const targets = referencesIn(schema, '').map(({ target }) => target?.split('/').at(-1) ?? '')
      return [name, targets] as const
    }),
  )
  let cycles = 0
  for (const name of inCycles(uses)) {
    const cycle = cycles < MAX_CYCLES ? cycleFrom(uses, name) : undefined
    if (cycle === undefined) continue
    cycles += 1
    report(pointer('components', 'schemas', name), `refers to itself: ${cycle.join(' → ')}`)
  }
}

/**
 * Checks references: local, to an existing component, without cycles, and not so many that they
 * stand for millions of schemas.
 *
 * A remote reference would make the generator access the network; a cycle makes the dereferencer of
 * @open-rpc run out of memory.
 */
export const lintReferences = (contract: Contract, report: Report): void => {
  const canFollow =
    isFine(report, (found) => lintTargets(contract, found)) && isFine(report, (found) => lintCycles(contract, found))
  if (!canFollow) return
  for (const name of tooLargeComponents(contract.components.schemas))
    report(pointer('components', 'schemas', name), TOO_LARGE)
}
