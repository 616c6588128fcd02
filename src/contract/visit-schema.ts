import { isObject } from '../runtime/is-object.js'
import { type Contract, resolved, type Schema, schemasPointer } from './contract.js'
import { pointer } from './lint/mistake.js'
import { subschemaKind } from './map-schema.js'

/** A schema and its place: a JSON pointer. */
export interface SchemaPlace {
  readonly path: string
  readonly schema: Schema
  readonly isProperty: boolean
}

/** A schema and every schema in it, each with its place. Does not follow references. */
export const placesIn = (schema: unknown, path: string, isProperty = false): SchemaPlace[] => {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => placesIn(item, `${path}/${index}`))
  if (!isObject(schema)) return []
  const inner = Object.entries(schema).flatMap(([key, value]) => {
    const kind = subschemaKind(key)
    if (kind === 'schemas') return placesIn(value, `${path}/${key}`)
    if (kind !== 'table' || !isObject(value)) return []
    return Object.entries(value).flatMap(([name, member]) =>
      placesIn(member, `${path}/${key}${pointer(name)}`, key === 'properties'),
    )
  })
  return [{ path, schema: schema as Schema, isProperty }, ...inner]
}

/** The schemas that a schema has for its values and for what is in them. */
export interface SchemaParts {
  /** The schema, or the component that it refers to. */
  readonly whole: Schema
  /** Schemas for the same value: those of `allOf`, `anyOf` and `oneOf`. */
  readonly alternatives: readonly Schema[]
  /** The members that `properties` describes. */
  readonly members: readonly (readonly [name: string, schema: Schema])[]
  /** The schemas of an array's elements. */
  readonly items: readonly Schema[]
}

/**
 * The parts of a schema, with its reference followed. Readers of values call it at each level, and
 * recurse into the parts that they need.
 */
export const partsOf = (contract: Contract, schema: Schema): SchemaParts => {
  const whole = resolved(contract, schema)
  return {
    whole,
    alternatives: [...(whole.allOf ?? []), ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])],
    members: Object.entries(whole.properties ?? {}).filter((entry): entry is [string, Schema] => isObject(entry[1])),
    items: whole.items === undefined ? [] : [whole.items].flat(),
  }
}

/**
 * The components that a value refers to. Lists of examples contain no references; a member of that
 * name has a schema.
 */
export const referencesIn = (value: unknown, names = new Set<string>()): Set<string> => {
  if (typeof value !== 'object' || value === null) return names
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string' && member.startsWith(schemasPointer))
      names.add(member.slice(schemasPointer.length))
    else if (key !== 'examples' || !Array.isArray(member)) referencesIn(member, names)
  }
  return names
}

/** The components that a value uses, directly or indirectly. */
export const componentsUsedBy = (value: unknown, schemas: Contract['components']['schemas']): Set<string> => {
  const used = referencesIn(value)
  // Iteration over a set includes the members added during it.
  for (const name of used) for (const inner of referencesIn(schemas[name])) used.add(inner)
  return used
}
