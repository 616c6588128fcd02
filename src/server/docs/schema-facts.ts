import type { DocumentSchema } from '../../../generated/document.js'
import { exactJson } from '../../runtime/exact-json.js'
import { isObject } from '../../runtime/is-object.js'

/** Facts about a schema that a page shows, with references followed. */
export interface SchemaFacts {
  /** The component's name, if any; its values then mean more than their type. */
  readonly title?: string | undefined
  /** JSON types, without null. */
  readonly types: readonly string[]
  readonly isNullable: boolean
  readonly description?: string | undefined
  /** Allowed values, as JSON; empty: any. */
  readonly values: readonly string[]
  /** Other constraints by label: pattern, default, minimum. */
  readonly constraints: readonly { readonly label: string; readonly value: string }[]
  readonly members: readonly MemberFacts[]
  /** Alternative forms of a value; empty if there is no choice. */
  readonly alternatives: readonly SchemaFacts[]
  /** Facts about an array's elements: one for all, or one for each. */
  readonly elements: readonly SchemaFacts[]
  /** True if the schema contains itself: it is described once. */
  readonly isRepeated: boolean
}

interface MemberFacts {
  readonly name: string
  readonly isRequired: boolean
  readonly facts: SchemaFacts
}

export type ComponentSchemas = Readonly<Record<string, DocumentSchema>>

const SCHEMAS = '#/components/schemas/'
/** Deeper than any schema that people can read. */
const MAX_DEPTH = 32
const CONSTRAINTS: Readonly<Record<string, string>> = {
  pattern: 'pattern',
  format: 'format',
  default: 'default',
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'characters, at least',
  maxLength: 'characters, at most',
  minItems: 'elements, at least',
  maxItems: 'elements, at most',
  minProperties: 'members, at least',
  maxProperties: 'members, at most',
}

const isSchema = (value: unknown): value is DocumentSchema => isObject(value)
const schemasIn = (value: unknown): DocumentSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const EMPTY: SchemaFacts = {
  types: [],
  isNullable: false,
  values: [],
  constraints: [],
  members: [],
  alternatives: [],
  elements: [],
  isRepeated: false,
}

/**
 * Reads a schema with the components it refers to. Accepts any JSON Schema; unknown keywords are
 * left out.
 */
export const factsOf = (schemas: ComponentSchemas, schema: unknown, inside: readonly string[] = []): SchemaFacts => {
  if (!isSchema(schema)) return EMPTY
  const reference = textIn(schema.$ref)
  if (reference !== undefined) {
    const name = reference.startsWith(SCHEMAS) ? reference.slice(SCHEMAS.length) : reference
    const found = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (found === undefined || inside.includes(name) || inside.length >= MAX_DEPTH)
      return { ...EMPTY, title: name, isRepeated: true }
    return { ...factsOf(schemas, found, [...inside, name]), title: name }
  }
  const within = inside.length >= MAX_DEPTH ? undefined : inside
  const inner = (value: unknown) => (within === undefined ? EMPTY : factsOf(schemas, value, [...within, '']))
  const choices = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)].map(inner)
  const parts = schemasIn(schema.allOf).map(inner)
  return withChoices(parts.reduce(joined, ownFacts(schema, inner)), choices)
}

const ownFacts = (schema: DocumentSchema, inner: (value: unknown) => SchemaFacts): SchemaFacts => {
  const types = [schema.type].flat().filter((type) => typeof type === 'string')
  const listed = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : []
  const required = Array.isArray(schema.required) ? schema.required : []
  const members = isSchema(schema.properties) ? Object.entries(schema.properties) : []
  const others = isSchema(schema.additionalProperties)
    ? [['(any other name)', schema.additionalProperties] as const]
    : []
  return {
    title: textIn(schema.title),
    types: types.filter((type) => type !== 'null'),
    isNullable: types.includes('null') || listed.includes(null),
    description: textIn(schema.description),
    values: listed.filter((value) => value !== null).map((value) => exactJson(value)),
    constraints: Object.entries(CONSTRAINTS)
      .filter(([keyword]) => schema[keyword] !== undefined)
      .map(([keyword, label]) => ({ label, value: shown(schema[keyword]) })),
    // The schema `false` forbids a member.
    members: [...members, ...others]
      .filter(([, member]) => member !== false)
      .map(([name, member]) => ({ name, isRequired: required.includes(name), facts: inner(member) })),
    alternatives: [],
    elements: [schema.items].flat().filter(isSchema).map(inner),
    isRepeated: false,
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : exactJson(value))

/** Merges an outer schema with a part of it (`allOf`); the outer one's texts take precedence. */
const joined = (outer: SchemaFacts, part: SchemaFacts): SchemaFacts => ({
  title: outer.title ?? part.title,
  types: [...new Set([...outer.types, ...part.types])],
  isNullable: outer.isNullable || part.isNullable,
  description: outer.description ?? part.description,
  values: outer.values.length > 0 ? outer.values : part.values,
  constraints: [...outer.constraints, ...part.constraints],
  members: [...outer.members, ...part.members],
  alternatives: [...outer.alternatives, ...part.alternatives],
  elements: [...outer.elements, ...part.elements],
  isRepeated: outer.isRepeated || part.isRepeated,
})

const isNull = (facts: SchemaFacts): boolean => facts.isNullable && facts.types.length === 0 && !facts.title

/**
 * Merges a schema with its alternatives: null among them makes it nullable, and a single other one
 * becomes the schema itself.
 */
const withChoices = (own: SchemaFacts, choices: readonly SchemaFacts[]): SchemaFacts => {
  if (choices.length === 0) return own
  const others = choices.filter((choice) => !isNull(choice))
  const isNullable = own.isNullable || others.length < choices.length
  const [only] = others
  if (others.length === 1 && only !== undefined)
    return { ...joined(own, only), isNullable: isNullable || only.isNullable }
  return { ...own, isNullable, alternatives: [...own.alternatives, ...others] }
}

/** A short name for a value's type: `address`, `array of Log`, `string or object`. */
export const typeName = (facts: SchemaFacts): string => {
  const { title, types, alternatives, elements } = facts
  const [element] = elements
  if (types.includes('array') && elements.length === 1 && element !== undefined && types.length === 1)
    return `array of ${typeName(element)}`
  if (title !== undefined) return title
  if (types.length > 0) return types.join(' or ')
  return alternatives.length > 0 ? [...new Set(alternatives.map(typeName))].join(' or ') : 'any'
}
