import { componentOf, type Schema } from '../contract.js'
import { mapSubschemas } from '../map-schema.js'

/** Component schemas by their names. */
type Schemas = Readonly<Record<string, Schema>>

/** Keywords that say something about a schema and nothing about its values. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  '$comment',
])
/**
 * Keywords that judge a value whatever its type is: with them, null would not be let in by `type`
 * alone.
 */
const FOR_ANY_TYPE: ReadonlySet<string> = new Set([
  '$ref',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
])
/**
 * Keywords that other schemas must not stand beside: what others say beside them changes what they
 * mean.
 */
const NOT_ALONE: ReadonlySet<string> = new Set([
  '$ref',
  'items',
  'additionalItems',
  'additionalProperties',
  'if',
  'then',
  'else',
])
/** Lists of keywords, which a schema that was made of several has together. */
const LISTS: ReadonlySet<string> = new Set(['x-conformance', 'x-rewrite'])

/**
 * A schema on its way, and the components that it was made of: a component within itself stays a
 * reference.
 */
interface Flat {
  readonly schema: Schema
  readonly inside: ReadonlySet<string>
}

const parted = (schema: Schema): { annotations: Schema; rest: Schema } => {
  const entries = Object.entries(schema)
  return {
    annotations: Object.fromEntries(entries.filter(([key]) => ANNOTATIONS.has(key))),
    rest: Object.fromEntries(entries.filter(([key]) => !ANNOTATIONS.has(key))),
  }
}

/**
 * What a schema refers to, flat itself; undefined within itself and where nothing is referred to
 * that is known.
 */
const opened = (schemas: Schemas, schema: Schema, inside: ReadonlySet<string>): Flat | undefined => {
  const name = componentOf(schema)
  if (name === undefined) return schema.$ref === undefined ? collapsed(schemas, { schema, inside }) : undefined
  const component = schemas[name]
  if (component === undefined || inside.has(name)) return undefined
  const within = new Set([...inside, name])
  return component.$ref === undefined
    ? collapsed(schemas, { schema: component, inside: within })
    : opened(schemas, component, within)
}

/**
 * Whether the schemas can stand in one object: no keyword of one is another's, or means something
 * else beside another's.
 */
const areDisjoint = (parts: readonly Schema[]): boolean => {
  if (parts.length < 2) return true
  const keys = parts.flatMap((part) => Object.keys(part).filter((key) => !LISTS.has(key) && key !== 'type'))
  const types = new Set(parts.flatMap(({ type }) => (type === undefined ? [] : [JSON.stringify(type)])))
  return new Set(keys).size === keys.length && types.size < 2 && !keys.some((key) => NOT_ALONE.has(key))
}

const merged = (parts: readonly Schema[]): Schema => {
  const lists = [...LISTS].flatMap((key) => {
    const all = parts.flatMap((part) => (part[key] as readonly string[] | undefined) ?? [])
    return all.length === 0 ? [] : [[key, [...new Set(all)]] as const]
  })
  return { ...Object.assign({}, ...parts), ...Object.fromEntries(lists) } as Schema
}

/** `allOf` of schemas that can stand in one, as that one. */
const withoutAllOf = (schemas: Schemas, { schema, inside }: Flat): Flat | undefined => {
  const { annotations, rest } = parted(schema)
  const { allOf, ...own } = rest
  const members = allOf?.map((member) => opened(schemas, member, inside)) ?? []
  if (members.length === 0 || members.includes(undefined)) return undefined
  const found = members as readonly Flat[]
  const all = [...found.map((member) => parted(member.schema).rest), own as Schema]
  const parts = all.filter((part) => Object.keys(part).length > 0)
  if (!areDisjoint(parts)) return undefined
  // One schema that is said more about keeps its name; of several, none is the whole.
  const inherited = found.length === 1 ? parted(found[0]!.schema).annotations : {}
  return {
    schema: { ...inherited, ...annotations, ...merged(parts) },
    inside: new Set(found.flatMap((member) => [...member.inside])),
  }
}

/**
 * The schema, and null beside what it allows; undefined where that takes another schema around it.
 */
const nullable = (schema: Schema): Schema | undefined => {
  const { type, enum: values } = schema as Schema & { readonly enum?: readonly unknown[] }
  if (type === undefined || Object.keys(schema).some((key) => FOR_ANY_TYPE.has(key))) return undefined
  const types = [...new Set([type, 'null'].flat())]
  return { ...schema, type: types, ...(values && { enum: [...new Set([...values, null])] }) }
}

/** `anyOf [X, null]` as X that may be null. */
const withoutAnyOf = (schemas: Schemas, { schema, inside }: Flat): Flat | undefined => {
  const { annotations, rest } = parted(schema)
  const { anyOf = [], ...own } = rest
  const others = anyOf.filter((member) => member.type !== 'null' || Object.keys(member).length > 1)
  if (anyOf.length !== 2 || others.length !== 1 || Object.keys(own).length > 0) return undefined
  const found = opened(schemas, others[0]!, inside)
  if (found === undefined) return undefined
  const inner = parted(found.schema)
  // What may be null is not what the title names.
  const { title: _, ...inherited } = inner.annotations
  const isChoice = Object.keys(inner.rest).join() === 'anyOf'
  const choice = { anyOf: [...(inner.rest.anyOf ?? []).filter(({ type }) => type !== 'null'), { type: 'null' }] }
  const made = isChoice ? choice : nullable(inner.rest)
  return made && { schema: { ...inherited, ...annotations, ...made }, inside: found.inside }
}

const collapsed = (schemas: Schemas, flat: Flat): Flat =>
  withoutAllOf(schemas, flat) ?? withoutAnyOf(schemas, flat) ?? flat

/**
 * The same schema for readers that lose the description of a schema with `allOf` or `anyOf` in it,
 * as the OpenRPC project's docs do: what such a wrapper refers to is written in its place, where
 * that is the same in meaning.
 */
export const flatSchema = (schemas: Schemas, schema: Schema, inside: ReadonlySet<string> = new Set()): Schema => {
  const flat = collapsed(schemas, { schema, inside })
  return mapSubschemas(flat.schema, (inner) => flatSchema(schemas, inner, flat.inside))
}
