import { componentOf, type Schema } from '../contract.js'
import { mapSubschemas } from '../map-schema.js'

type Schemas = Readonly<Record<string, Schema>>

/** Keywords that describe a schema without constraining its values. */
const ANNOTATIONS: ReadonlySet<string> = new Set('title description default examples deprecated $comment'.split(' '))
/** Keywords that constrain a value of any type: with them, `type` alone would not admit null. */
const FOR_ANY_TYPE: ReadonlySet<string> = new Set('$ref const allOf anyOf oneOf not if then else'.split(' '))
/** Keywords that must not be merged with others, which would change their meaning. */
const NOT_ALONE: ReadonlySet<string> = new Set(
  '$ref items additionalItems additionalProperties if then else'.split(' '),
)
/** Keywords with list values, which are concatenated when schemas are merged. */
const LISTS: ReadonlySet<string> = new Set(['x-conformance', 'x-left-out', 'x-rewrite'])

/** A schema being flattened, and its components: one within itself stays a reference. */
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

/** The flat target of a reference; undefined within itself and if the target is unknown. */
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
 * True if the schemas can be merged into one object: no keyword appears twice, or changes the
 * meaning of another schema's keyword.
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

/** Replaces `allOf` by one schema, if its schemas can be merged. */
const withoutAllOf = (schemas: Schemas, { schema, inside }: Flat): Flat | undefined => {
  const { annotations, rest } = parted(schema)
  const { allOf, ...own } = rest
  const members = allOf?.map((member) => opened(schemas, member, inside)) ?? []
  if (members.length === 0 || members.includes(undefined)) return undefined
  const found = members as readonly Flat[]
  const all = [...found.map((member) => parted(member.schema).rest), own as Schema]
  const parts = all.filter((part) => Object.keys(part).length > 0)
  if (!areDisjoint(parts)) return undefined
  // A single schema with additions keeps its name; of several, no name fits the whole.
  const inherited = found.length === 1 ? parted(found[0]!.schema).annotations : {}
  return {
    schema: { ...inherited, ...annotations, ...merged(parts) },
    inside: new Set(found.flatMap((member) => [...member.inside])),
  }
}

/** The schema, extended to allow null; undefined if that requires a wrapper. */
const nullable = (schema: Schema): Schema | undefined => {
  const { type, enum: values } = schema as Schema & { readonly enum?: readonly unknown[] }
  if (type === undefined || Object.keys(schema).some((key) => FOR_ANY_TYPE.has(key))) return undefined
  const types = [...new Set([type, 'null'].flat())]
  return { ...schema, type: types, ...(values && { enum: [...new Set([...values, null])] }) }
}

/** Replaces `anyOf [X, null]` by X that may be null. */
const withoutAnyOf = (schemas: Schemas, { schema, inside }: Flat): Flat | undefined => {
  const { annotations, rest } = parted(schema)
  const { anyOf = [], ...own } = rest
  const others = anyOf.filter((member) => member.type !== 'null' || Object.keys(member).length > 1)
  if (anyOf.length !== 2 || others.length !== 1 || Object.keys(own).length > 0) return undefined
  const found = opened(schemas, others[0]!, inside)
  if (found === undefined) return undefined
  const inner = parted(found.schema)
  // The title does not describe a value that may be null.
  const { title: _, ...inherited } = inner.annotations
  const isChoice = Object.keys(inner.rest).join() === 'anyOf'
  const choice = { anyOf: [...(inner.rest.anyOf ?? []).filter(({ type }) => type !== 'null'), { type: 'null' }] }
  const made = isChoice ? choice : nullable(inner.rest)
  return made && { schema: { ...inherited, ...annotations, ...made }, inside: found.inside }
}

const collapsed = (schemas: Schemas, flat: Flat): Flat =>
  withoutAllOf(schemas, flat) ?? withoutAnyOf(schemas, flat) ?? flat

/**
 * An equivalent schema for readers that lose the description of a schema with `allOf` or `anyOf` in
 * it, as the OpenRPC project's docs do: replaces such wrappers by their contents where the meaning
 * stays the same.
 */
export const flatSchema = (schemas: Schemas, schema: Schema, inside: ReadonlySet<string> = new Set()): Schema => {
  const flat = collapsed(schemas, { schema, inside })
  return mapSubschemas(flat.schema, (inner) => flatSchema(schemas, inner, flat.inside))
}
