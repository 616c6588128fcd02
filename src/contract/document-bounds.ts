import { isObject } from '../runtime/is-object.js'
import { componentOf, type Schema } from './contract.js'

/** A document of thirty thousand methods is smaller. */
export const MAX_DOCUMENT_BYTES = 32_000_000
/** Deeper than any contract is nested; readers of a document recurse at every level. */
const MAX_DEPTH = 200
/**
 * Schemas in a component after its references are expanded: hundreds of times the largest of known
 * contracts.
 */
const MAX_SCHEMAS = 100_000
/** The message for a document that is nested too deep. */
export const TOO_DEEP = `is nested too deep: more than ${MAX_DEPTH} levels`
/**
 * The message for a component that is too large. Without `toLocaleString`, whose tables would take
 * a fortieth of every start of a gateway.
 */
export const TOO_LARGE = `is too large: it refers to others that refer to others, over ${MAX_SCHEMAS / 1_000},000 schemas in all`

/** True if a value is nested deeper than readers of documents can follow. Visits each part once. */
export const isTooDeep = (document: unknown): boolean => {
  let level = [document]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}

/**
 * The components that are too large to be read: with references to references, a document of a few
 * lines can stand for millions of schemas. References must resolve and form no cycle.
 */
export const tooLargeComponents = (schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> => {
  const sizes = new Map<string, number>()
  const sizeOf = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + sizeOf(one), 0)
    if (!isObject(value)) return 0
    // Visits every member, including tables, in which `$ref` may be the name of a property.
    const name = typeof value.$ref === 'string' ? componentOf(value as Schema) : undefined
    let size = 1 + (name === undefined ? 0 : sizeOfComponent(name))
    for (const [key, member] of Object.entries(value))
      if (key !== 'examples' || !Array.isArray(member)) size += sizeOf(member)
    return size
  }
  const sizeOfComponent = (name: string): number => {
    const known = sizes.get(name)
    if (known !== undefined) return known
    const size = Object.hasOwn(schemas, name) ? sizeOf(schemas[name]) : 0
    sizes.set(name, size)
    return size
  }
  return new Set(Object.keys(schemas).filter((name) => sizeOfComponent(name) > MAX_SCHEMAS))
}
