import { type Contract, componentOf, type Schema } from '../../contract/contract.js'
import { pointer } from '../../contract/lint/mistake.js'
import { schemaExtensions } from '../../contract/schemas.js'
import { exactJson } from '../../runtime/exact-json.js'
import { type Bound, largest, smallest } from './numbers.js'
import { type TextSet, textsOf } from './texts.js'
import { writtenOut } from './written-out.js'

/** A schema and its place in the document: a JSON pointer. */
export interface Placed {
  readonly schema: Schema | boolean
  readonly at: string
}

/** The values of one JSON type that satisfy all schemas that apply. */
export interface TypedValues {
  readonly type: JsonType
  readonly at: string
  /** For strings: the texts, in any of the sets. */
  readonly texts: readonly TextSet[]
  /** Enumerated values, as JSON; undefined without an enumeration. */
  readonly listed?: readonly string[]
  /** `minimum` and the like: the tightest of each. */
  readonly bounds: Readonly<Record<string, Bound>>
  readonly required: ReadonlySet<string>
  readonly properties: ReadonlyMap<string, readonly Placed[]>
  /** Schemas of unnamed members, or of items after those of a tuple. */
  readonly rest: readonly Placed[]
  readonly tuple: readonly (readonly Placed[])[]
  /** Keywords compared literally, as JSON. */
  readonly conditions: ReadonlySet<string>
}

const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'object', 'array'] as const
type JsonType = (typeof TYPES)[number]

/** Maximum number of alternatives of one schema; more are not distinguished. */
const MAX_BRANCHES = 256
const DEPTH = 16

const ANNOTATIONS = ['title', 'description', 'default', 'examples', ...schemaExtensions]
const LOWER = ['minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']
/** The keywords of bounds, by type. */
const BOUNDS: Readonly<Record<JsonType, readonly string[]>> = {
  null: [],
  boolean: [],
  string: [],
  integer: ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'],
  number: ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'],
  object: ['minProperties', 'maxProperties'],
  array: ['minItems', 'maxItems'],
}
/** Keywords compared literally, by type; `if` includes its branches. */
const CONDITIONS: readonly (readonly [keyword: string, types: readonly JsonType[]])[] = [
  ['not', TYPES],
  ['format', ['string', 'number', 'integer']],
  ['multipleOf', ['number', 'integer']],
  ['patternProperties', ['object']],
  ['propertyNames', ['object']],
  ['dependencies', ['object']],
  ['contains', ['array']],
  ['uniqueItems', ['array']],
]

/** Types with few values are treated as enumerations. */
const EVERY_VALUE: Readonly<Partial<Record<JsonType, readonly unknown[]>>> = { null: [null], boolean: [true, false] }

const typeOf = (value: unknown): JsonType => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as JsonType
}
const isOfType = (type: JsonType) => (value: unknown) =>
  typeOf(value) === type || (type === 'number' && typeOf(value) === 'integer')

const isBound = (value: unknown): value is Bound => typeof value === 'number' || typeof value === 'bigint'

const conditionsOf = (contract: Contract, schema: Schema, type: JsonType): ReadonlySet<string> => {
  const found = CONDITIONS.filter(([keyword, types]) => schema[keyword] !== undefined && types.includes(type))
  const all = found.map(([keyword]) => ({ [keyword]: schema[keyword] }))
  if (schema.if !== undefined) all.push({ if: ['if', 'then', 'else'].map((keyword) => schema[keyword] ?? true) })
  return new Set(all.map((one) => exactJson(writtenOut(contract, one))))
}

/** The values of a type that a schema allows, ignoring `allOf`, `anyOf` and `oneOf`. */
const ownBranch = (contract: Contract, { schema, at }: { schema: Schema; at: string }, type: JsonType): TypedValues => {
  const all = (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as unknown[] | undefined
  const listed = (all ?? EVERY_VALUE[type])?.filter(isOfType(type))
  const isObject = type === 'object'
  const tuple = type === 'array' && Array.isArray(schema.items) ? schema.items : []
  const restKey = isObject ? 'additionalProperties' : tuple.length > 0 ? 'additionalItems' : 'items'
  const rest = (isObject || type === 'array' ? schema[restKey] : undefined) as Schema | boolean | undefined
  const members = isObject ? Object.entries(schema.properties ?? {}) : []
  return {
    type,
    at,
    texts: type === 'string' ? textsOf(schema, listed) : [],
    ...(listed !== undefined && type !== 'string' && { listed: listed.map((value) => exactJson(value)) }),
    bounds: Object.fromEntries(BOUNDS[type].flatMap((key) => (isBound(schema[key]) ? [[key, schema[key]]] : []))),
    required: new Set(isObject ? ((schema.required ?? []) as string[]) : []),
    properties: new Map(
      members.map(([name, one]) => [name, [{ schema: one, at: `${at}/properties${pointer(name)}` }]]),
    ),
    rest: rest === undefined || rest === true ? [] : [{ schema: rest, at: `${at}/${restKey}` }],
    tuple: tuple.map((one, index) => [{ schema: one, at: `${at}/items/${index}` }]),
    conditions: conditionsOf(contract, schema, type),
  }
}

const bothBounds = (a: TypedValues['bounds'], b: TypedValues['bounds']): TypedValues['bounds'] => {
  const of = (keys: readonly string[], pick: typeof largest) =>
    keys.flatMap((key) => {
      const [first, ...others] = [a[key], b[key]].filter((value) => value !== undefined)
      return first === undefined ? [] : [[key, pick([first, ...others])] as const]
    })
  return Object.fromEntries([...of(LOWER, largest), ...of(UPPER, smallest)])
}

const bothTexts = (a: readonly TextSet[], b: readonly TextSet[]): readonly TextSet[] =>
  a.flatMap((one) =>
    b.map((other) => {
      const patterns = [...new Set([...one.patterns, ...other.patterns])]
      const { listed = other.listed } = one
      const common = listed?.filter((text) => other.listed?.includes(text) ?? true)
      return common === undefined ? { patterns } : { patterns, listed: common }
    }),
  )

/** The values that both branches allow; undefined if their types differ. */
const both = (a: TypedValues, b: TypedValues): TypedValues | undefined => {
  const isNumber = a.type !== b.type && [a.type, b.type].every((type) => type === 'integer' || type === 'number')
  if (a.type !== b.type && !isNumber) return undefined
  const names = [...new Set([...a.properties.keys(), ...b.properties.keys()])]
  const listed = (a.listed ?? b.listed)?.filter((value) => b.listed?.includes(value) ?? true)
  const length = Math.max(a.tuple.length, b.tuple.length)
  return {
    type: isNumber ? 'integer' : a.type,
    at: a.at,
    texts: bothTexts(a.texts, b.texts),
    ...(listed !== undefined && { listed }),
    bounds: bothBounds(a.bounds, b.bounds),
    required: new Set([...a.required, ...b.required]),
    properties: new Map(
      names.map((name) => [name, [...(a.properties.get(name) ?? []), ...(b.properties.get(name) ?? [])]]),
    ),
    rest: [...a.rest, ...b.rest],
    tuple: Array.from({ length }, (_, index) => [...(a.tuple[index] ?? a.rest), ...(b.tuple[index] ?? b.rest)]),
    conditions: new Set([...a.conditions, ...b.conditions]),
  }
}

const cross = (all: readonly TypedValues[], others: readonly TypedValues[]): TypedValues[] =>
  all.flatMap((one) => others.flatMap((other) => both(one, other) ?? [])).slice(0, MAX_BRANCHES)

const branchesOfOne = (contract: Contract, { schema, at }: Placed, depth: number): readonly TypedValues[] => {
  if (schema === false) return []
  const whole: Schema = schema === true ? {} : schema
  const name = componentOf(whole)
  if (name !== undefined) {
    const component = contract.components.schemas[name]
    if (component === undefined) throw new Error(`${at}/$ref: there is no component ${name}`)
    const place = `/components/schemas${pointer(name)}`
    if (depth === 0) throw new Error(`${at}/$ref: more than ${DEPTH} schemas stand in one another here`)
    return branchesOfOne(contract, { schema: component, at: place }, depth - 1)
  }
  const keys = Object.keys(whole).filter((key) => !ANNOTATIONS.includes(key))
  const alone = (['anyOf', 'oneOf', 'allOf'] as const).find((key) => whole[key] !== undefined)
  // A mere wrapper takes the place of its content.
  if (keys.length === 1 && alone !== undefined && (alone !== 'allOf' || whole.allOf!.length === 1))
    return alternativesOf(contract, whole, alone, at, depth)
  const types =
    whole.type === undefined ? TYPES.filter((type) => type !== 'integer') : ([whole.type].flat() as JsonType[])
  let branches: TypedValues[] = types.map((type) => ownBranch(contract, { schema: whole, at }, type))
  for (const [index, inner] of (whole.allOf ?? []).entries())
    branches = cross(branches, branchesOfOne(contract, { schema: inner, at: `${at}/allOf/${index}` }, depth - 1))
  for (const keyword of ['anyOf', 'oneOf'] as const)
    if (whole[keyword] !== undefined) branches = cross(branches, alternativesOf(contract, whole, keyword, at, depth))
  return branches
}

/** The branches of all alternatives. `oneOf` is a condition, too, if two of them may overlap. */
const alternativesOf = (
  contract: Contract,
  whole: Schema,
  keyword: 'anyOf' | 'oneOf' | 'allOf',
  at: string,
  depth: number,
): readonly TypedValues[] => {
  const each = whole[keyword]!.map((schema, index) =>
    branchesOfOne(contract, { schema, at: `${at}/${keyword}/${index}` }, depth - 1),
  )
  const overlaps = each.some((own, index) => cross(own, each.slice(index + 1).flat()).some(mayBe(contract)))
  if (keyword !== 'oneOf' || !overlaps) return each.flat()
  const condition = exactJson(writtenOut(contract, { oneOf: whole.oneOf }))
  return each.flat().map((one) => ({ ...one, conditions: new Set([...one.conditions, condition]) }))
}

/** False if a branch has no value, or a required member has none by its schemas' own keywords. */
const mayBe = (contract: Contract) => (branch: TypedValues) =>
  !isEmpty(branch) &&
  [...branch.required].every((name) => {
    const member = branch.properties.get(name) ?? []
    if (member.some(({ schema }) => schema === false)) return false
    return !member.every(isPlain) || branchesOf(contract, member).length > 0
  })

const isPlain = ({ schema }: Placed): boolean =>
  typeof schema === 'object' && !['$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => key in schema)

const isEmpty = ({ listed, texts }: TypedValues): boolean =>
  listed?.length === 0 || (texts.length > 0 && texts.every((set) => set.listed?.length === 0))

/**
 * Joins the strings of all branches, and the enumerated values of each type: it does not matter
 * which alternative has them.
 */
const joined = (branches: readonly TypedValues[]): readonly TypedValues[] => {
  const kept: TypedValues[] = []
  for (const branch of branches) {
    const { type, conditions, listed } = branch
    const isPlain = (type === 'string' || listed !== undefined) && conditions.size === 0
    const at = kept.findIndex(
      (one) => one.type === type && one.conditions.size === 0 && (one.listed === undefined) === (listed === undefined),
    )
    if (!isPlain || at < 0) kept.push(branch)
    else {
      const first = kept[at]!
      const values = listed && { listed: [...new Set([...first.listed!, ...listed])] }
      kept[at] = { ...first, texts: [...first.texts, ...branch.texts], ...values }
    }
  }
  return kept
}

/** The values that all of the schemas allow, by type. Errors: throws for a dangling reference. */
export const branchesOf = (contract: Contract, placed: readonly Placed[]): readonly TypedValues[] => {
  const [first, ...others] = placed.map((one) => branchesOfOne(contract, one, DEPTH))
  const all =
    first === undefined ? branchesOfOne(contract, { schema: true, at: '' }, DEPTH) : others.reduce(cross, first)
  return joined(all.filter((branch) => !isEmpty(branch)))
}
