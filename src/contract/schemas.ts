import {
  _,
  Ajv,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type KeywordErrorDefinition,
  type Options,
  stringify,
} from 'ajv'
import type { KeywordErrorCxt } from 'ajv/dist/types/index.js'
import * as enumModule from 'ajv/dist/vocabularies/validation/enum.js'
import { withPlainNumbers } from '../runtime/exact-json.js'
import {
  type Contract,
  type ContractMethod,
  componentOf,
  requiredCount,
  type Schema,
  schemasPointer,
} from './contract.js'
import { mapSchema } from './map-schema.js'
import type { SubscriptionExtension } from './subscriptions/declared.js'

type EnumDefinition = CodeKeywordDefinition & {
  readonly error: KeywordErrorDefinition & { params(cxt: KeywordErrorCxt): ReturnType<typeof stringify> }
}
// CommonJS imported from an ES module, compiled by a tool that may or may not unwrap its default.
const loaded = enumModule as unknown as { default: EnumDefinition | { default: EnumDefinition } }
const ajvEnum = 'default' in loaded.default ? loaded.default.default : loaded.default

/** For up to this many values, Ajv writes code without imports. */
const MAX_COMPARED = 199
/** The number of values of a long list that an error message names. */
const MAX_NAMED = 20

const isLong = (values: readonly unknown[]): boolean =>
  values.length > MAX_COMPARED && values.every((value) => typeof value !== 'object' || value === null)

/**
 * Ajv's `enum`, except that a set looks up values of a long list of texts and numbers. Ajv would
 * compare each value on every call, with a function that generated code cannot import.
 */
const longEnum: CodeKeywordDefinition = {
  ...ajvEnum,
  error: {
    ...ajvEnum.error,
    params: (cxt) =>
      isLong(cxt.schema) ? _`{allowedValues: ${stringify(cxt.schema.slice(0, MAX_NAMED))}}` : ajvEnum.error.params(cxt),
  },
  code: (cxt) => {
    const values = cxt.schema as readonly unknown[]
    if (!isLong(values)) return ajvEnum.code(cxt)
    const code = _`new Set(${stringify(values)})`
    const known = cxt.gen.scopeValue('schema', { ref: new Set(values), key: values, code })
    cxt.pass(_`${known}.has(${cxt.data})`)
  },
}

/** Extensions of schemas; declared in `x-extensions`, as those of methods are. */
export const schemaExtensions: readonly string[] =
  'x-rewrite x-left-out x-conformance x-refused-with x-integer x-by-encoding'.split(' ')

const annotations = new Set(['title', 'description', 'default', 'examples', '$comment', ...schemaExtensions])

/**
 * A schema in the form for validators: equivalent, with better errors.
 *
 * `anyOf [X, null]` would report a mistake in X and then "must match a schema in anyOf";
 * `unlessNull` reports the mistake only. Annotations would end up as dead data in the generated
 * code.
 */
const forValidation = (schema: Schema): Schema =>
  mapSchema(schema, (inner) => {
    // A separate stage checks the condition, and answers with the error named here.
    if (inner['x-refused-with'] !== undefined) return {}
    const bare = Object.fromEntries(Object.entries(inner).filter(([key]) => !annotations.has(key))) as Schema
    const [keyword, ...others] = Object.keys(bare)
    if (others.length > 0) return bare
    if (keyword === 'allOf' && bare.allOf?.length === 1) return bare.allOf[0] as Schema
    const [first, second] = bare.anyOf ?? []
    if (bare.anyOf?.length !== 2 || first === undefined || second === undefined) return bare
    if (second.type === 'null') return { unlessNull: first }
    return first.type === 'null' ? { unlessNull: second } : bare
  })

const unlessNull = (cxt: KeywordCxt): void => {
  const valid = cxt.gen.let('valid', true)
  const inner = cxt.gen.name('_valid')
  cxt.gen.if(_`${cxt.data} !== null`, () => {
    cxt.subschema({ keyword: 'unlessNull' }, inner)
    cxt.gen.assign(valid, inner)
  })
  cxt.ok(valid)
}

/** Keywords of conditions: a looser schema within them would make the whole stricter. */
const NOT_IN_STRUCTURE = ['not', 'if', 'then', 'else']

/**
 * A schema of results without the rules for conformance checks only (`x-conformance`). A null
 * member counts as absent: something is missing, but nothing has the wrong type. Accepts every
 * value of the schema: several alternatives of `oneOf` may fit once they are looser.
 */
const structureOf = (schema: Schema): Schema =>
  mapSchema(schema, (inner) => {
    const dropped = new Set([...NOT_IN_STRUCTURE, ...(inner['x-conformance'] ?? [])])
    const { properties, oneOf, ...others } = Object.fromEntries(
      Object.entries(inner).filter(([keyword]) => !dropped.has(keyword)),
    ) as Schema
    const loose = oneOf === undefined ? others : { ...others, allOf: [...(others.allOf ?? []), { anyOf: oneOf }] }
    if (properties === undefined) return loose
    const members = Object.entries(properties).map(([name, member]) => [name, orNull(member)])
    return { ...loose, properties: Object.fromEntries(members) }
  })

const orNull = (schema: Schema | boolean): Schema | boolean => {
  if (typeof schema === 'boolean') return schema
  return schema.anyOf?.some(({ type }) => type === 'null') ? schema : { anyOf: [schema, { type: 'null' }] }
}

/**
 * `$id` of the schema that holds all components; a `/` in an id would change how references
 * resolve.
 */
export const componentsId = 'contract'
/** `$id` of the schema that holds the structure of all components. */
export const structureId = 'structure'

/**
 * The meta-schema, without the rule that the values of an `enum` differ: Ajv compares all pairs,
 * which takes minutes for 200,000 of them. The lint compares them in linear time.
 */
const schemaOfSchemas = (): Schema => {
  const whole = new Ajv().schemas['http://json-schema.org/draft-07/schema']!.schema as Schema
  const { uniqueItems: _unique, ...list } = whole.properties!.enum as Schema
  return { ...whole, properties: { ...whole.properties, enum: list } }
}

/**
 * An Ajv that is strict about keywords. Disables the options beyond `strict` that good schemas
 * violate: `required` next to a `$ref`, a tuple without fixed length.
 */
const createStrict = (options: Options): Ajv => {
  const ajv = new Ajv({
    ...options,
    strict: true,
    strictTuples: false,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    meta: false,
  })
  ajv.addMetaSchema(schemaOfSchemas())
  ajv.removeKeyword('enum').addKeyword(longEnum)
  ajv.addKeyword('components')
  return ajv.addKeyword({ keyword: 'unlessNull', schemaType: ['object', 'boolean'], code: unlessNull })
}

/** An Ajv that compiles to source without imports. */
export const createAjv = (options: Pick<Options, 'messages'> = {}): Ajv =>
  createStrict({ ...options, code: { source: true, esm: true, lines: true, optimize: 2 } })

/**
 * An Ajv for a few values with the results of `createAjv`: optimizing its code would take longer
 * than running it.
 */
export const createPlainAjv = (): Ajv => createStrict({ code: { optimize: false } })

/** A schema from outside the components, with its references pointing to them. */
export const outside = (schema: Schema, id = componentsId): Schema =>
  mapSchema(forValidation(schema), (inner) => {
    const name = componentOf(inner)
    return name === undefined ? inner : { $ref: `${id}${schemasPointer}${name}` }
  })

/**
 * The params of a method whose first param names a kind of events: behind it come the kind's own
 * params, of which those that are not required may be omitted or null, and a resume point.
 */
const paramsByKind = (method: ContractMethod, { kinds }: SubscriptionExtension): Schema => {
  const [kind] = method.params
  const resume = method.params.at(-1)!
  const rules = Object.entries(kinds).map(([name, { params = [], resume: resumes }]) => {
    const required = params.filter((param) => param.required === true).length
    const own = [...params, ...(resumes === true ? [resume] : [])]
    const items = own.map(({ schema }, index) =>
      outside(index < required ? schema : { anyOf: [schema, { type: 'null' }] }),
    )
    return {
      if: { type: 'array', items: [{ enum: [name] }] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: {
        type: 'array',
        ...(required > 0 && { minItems: required + 1 }),
        items: [{}, ...items],
        maxItems: items.length + 1,
      },
    }
  })
  return { type: 'array', minItems: 1, items: [outside(kind!.schema)], allOf: rules }
}

/**
 * The positional params of a method as one schema: optional ones come last, and may be omitted or
 * null.
 */
const paramsSchema = (method: ContractMethod): Schema => {
  const { 'x-subscription': subscription } = method
  if (subscription?.kind !== undefined) return paramsByKind(method, subscription)
  const required = requiredCount(method)
  const items = method.params.map(({ schema }, index) =>
    index < required ? outside(schema) : outside({ anyOf: [schema, { type: 'null' }] }),
  )
  const length = { type: 'array', minItems: required, maxItems: items.length }
  return items.length === 0 ? length : { ...length, items, additionalItems: false }
}

const componentsSchema = (id: string, contract: Contract, change: (schema: Schema) => Schema): object => {
  const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => [name, change(schema)])
  return { $id: id, components: { schemas: Object.fromEntries(schemas) } }
}

/** Registers all components, for schemas of `outside`. */
export const addComponents = (ajv: Ajv, exact: Contract): void => {
  ajv.addSchema(componentsSchema(componentsId, withPlainNumbers(exact), forValidation))
}

/** Registers all components, and for every method the schema `<method>.params`. */
export const addParamsSchemas = (ajv: Ajv, exact: Contract): void => {
  const contract = withPlainNumbers(exact)
  addComponents(ajv, contract)
  for (const method of contract.methods) ajv.addSchema({ $id: `${method.name}.params`, ...paramsSchema(method) })
}

/**
 * Registers all components, and for every method the schemas `<method>.params`, `<method>.result`
 * and `<method>.structure`.
 */
export const addSchemas = (ajv: Ajv, exact: Contract): void => {
  const contract = withPlainNumbers(exact)
  addParamsSchemas(ajv, contract)
  ajv.addSchema(componentsSchema(structureId, contract, (schema) => forValidation(structureOf(schema))))
  for (const method of contract.methods) {
    ajv.addSchema({ $id: `${method.name}.result`, ...outside(method.result.schema) })
    ajv.addSchema({ $id: `${method.name}.structure`, ...outside(method.result.schema, structureId) })
  }
}
