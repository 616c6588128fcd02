import { componentOf, type Schema } from './contract.js'
import { isObject } from './map-schema.js'

/** A document of thirty thousand methods is smaller. */
export const MAX_DOCUMENT_BYTES = 32_000_000
/**
 * Deeper than any contract is nested; what walks through a document calls itself for every level.
 */
const MAX_DEPTH = 200
/**
 * Schemas in a component once those that it refers to stand in it: hundreds of times what the
 * largest of known contracts has.
 */
const MAX_SCHEMAS = 100_000
/** What is said of a document that is nested too deep. */
export const TOO_DEEP = `is nested too deep: more than ${MAX_DEPTH} levels`
/**
 * What is said of a component that is too large. Not by `toLocaleString`, whose tables would be a
 * fortieth of every start of a gateway.
 */
export const TOO_LARGE = `is too large: it refers to others that refer to others, over ${MAX_SCHEMAS / 1_000},000 schemas in all`

/** Whether a value is nested deeper than what reads documents can follow. Reads each part once. */
export const isTooDeep = (document: unknown): boolean => {
  let level = [document]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}

/**
 * The components that are too large to be read: they refer to others so often that a document of a
 * few lines stands for millions of schemas. References must lead somewhere and not in a circle.
 */
export const tooLargeComponents = (schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> => {
  const sizes = new Map<string, number>()
  const sizeOf = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + sizeOf(one), 0)
    if (!isObject(value)) return 0
    // Every member is walked through, tables too, in which `$ref` may be the name of a property.
    const name = typeof value.$ref === 'string' ? componentOf(value as Schema) : undefined
    let size = 1 + (name === undefined ? 0 : sizeOfComponent(name))
    for (const [key, member] of Object.entries(value)) if (key !== 'examples') size += sizeOf(member)
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
