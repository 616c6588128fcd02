import { Ajv } from 'ajv'
import { type Contract, type Schema, schemasPointer } from '../contract.js'
import { isObject, subschemaKeywords } from '../map-schema.js'
import { addSchemas, componentsId, schemaExtensions } from '../schemas.js'
import { type ContractMistake, pointer } from './mistake.js'
import { inherited } from './names.js'
import { lintSchemaExtensions } from './schema-extensions.js'

/** A schema and its place. */
export interface SchemaPlace {
  readonly path: string
  readonly schema: Schema
  readonly isProperty: boolean
}

/** A schema and every schema in it, each with its place. */
export const placesIn = (schema: unknown, path: string, isProperty = false): SchemaPlace[] => {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => placesIn(item, `${path}/${index}`))
  if (!isObject(schema)) return []
  const { one, list, table } = subschemaKeywords as Record<string, readonly string[]>
  const inner = Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'items' || one?.includes(key) || list?.includes(key)) return placesIn(value, `${path}/${key}`)
    if (!table?.includes(key) || !isObject(value)) return []
    return Object.entries(value).flatMap(([name, member]) =>
      placesIn(member, `${path}/${key}${pointer(name)}`, key === 'properties'),
    )
  })
  return [{ path, schema: schema as Schema, isProperty }, ...inner]
}

const known = new Ajv()

/** Keywords whose compiled form imports a part of Ajv; the generated validators have no imports. */
const needAjv = ['minLength', 'maxLength', 'uniqueItems', 'format']

/** A value as text, equal for values that JSON Schema considers equal: members in any order. */
const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  )

const lintEnum = ({ path, schema }: SchemaPlace): ContractMistake[] => {
  if (!Array.isArray(schema.enum)) return []
  const firsts = new Map<string, number>()
  return schema.enum.flatMap((value, index) => {
    const text = canonicalText(value)
    const first = firsts.get(text)
    if (first === undefined) firsts.set(text, index)
    return first === undefined ? [] : [{ path: `${path}/enum/${index}`, message: `${text} stands at ${first} already` }]
  })
}

/** Finds unsatisfiable bounds, and required members without a description. */
const lintSense = ({ path, schema }: SchemaPlace): ContractMistake[] => {
  const mistakes: ContractMistake[] = []
  for (const [low, high] of [
    ['minimum', 'maximum'],
    ['minItems', 'maxItems'],
    ['minProperties', 'maxProperties'],
  ] as const)
    if (Number(schema[low]) > Number(schema[high]))
      mistakes.push({ path: `${path}/${low}`, message: `${low} is more than ${high}: nothing fits` })
  const { properties, required } = schema
  if (properties === undefined || !Array.isArray(required) || /\/(if|then|else|dependencies)(\/|$)/.test(path))
    return mistakes
  const unknown = required.flatMap((name, index) =>
    Object.hasOwn(properties, String(name))
      ? []
      : [{ path: `${path}/required/${index}`, message: `${name} is required, but is not among the properties` }],
  )
  return [...mistakes, ...unknown]
}

const lintPlace = ({ path, schema, isProperty }: SchemaPlace): ContractMistake[] => {
  const strange = Object.keys(schema).filter(
    (keyword) => known.RULES.keywords[keyword] === undefined && !schemaExtensions.includes(keyword),
  )
  const mistakes = strange.map((keyword) => ({
    path: `${path}${pointer(keyword)}`,
    message: `${keyword} is not a keyword of JSON Schema`,
  }))
  for (const keyword of needAjv)
    if (keyword in schema)
      mistakes.push({ path: `${path}/${keyword}`, message: `${keyword} would need Ajv at run time, use a pattern` })
  // Members of `if` and of dependencies repeat a property that is described at its declaration.
  const isDeclared = isProperty && !/\/(if|then|else|dependencies)\//.test(path)
  const name = isProperty ? path.slice(path.lastIndexOf('/') + 1) : undefined
  if (name !== undefined && inherited.includes(name))
    mistakes.push({ path, message: `${name} is a member of every object: the judges would find it in all of them` })
  if (isDeclared && schema.$ref === undefined && !schema.description)
    mistakes.push({ path, message: 'has no description' })
  return mistakes
}

const lintCompiled = (contract: Contract, ajv: Ajv): ContractMistake[] => {
  try {
    addSchemas(ajv, contract)
  } catch (error) {
    return [{ path: pointer('methods'), message: (error as Error).message }]
  }
  return Object.keys(contract.components.schemas).flatMap((name) => {
    try {
      ajv.getSchema(`${componentsId}${schemasPointer}${name}`)
      return []
    } catch (error) {
      return [{ path: pointer('components', 'schemas', name), message: (error as Error).message }]
    }
  })
}

/**
 * Checks component schemas: titles, descriptions, known keywords, and the rules of a strict Ajv,
 * which contains the valid ones afterwards.
 */
export const lintSchemas = (contract: Contract, ajv: Ajv): ContractMistake[] => {
  const declared = contract['x-extensions'].filter(({ name }) => schemaExtensions.includes(name))
  const mistakes = Object.entries(contract.components.schemas).flatMap(([name, schema]) => {
    const path = pointer('components', 'schemas', name)
    const own: ContractMistake[] = []
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) own.push({ path, message: `${name} cannot name a type` })
    if (schema.title !== name) own.push({ path, message: `its title must be its name, ${name}` })
    if (!schema.description) own.push({ path, message: 'has no description' })
    const places = placesIn(schema, path)
    return [
      ...own,
      ...places.flatMap(lintPlace),
      ...places.flatMap(lintSense),
      ...places.flatMap(lintEnum),
      ...places.flatMap((place) => lintSchemaExtensions(contract, place, declared)),
    ]
  })
  return mistakes.length > 0 ? mistakes : lintCompiled(contract, ajv)
}
