import { Ajv } from 'ajv'
import { type Contract, type Schema, schemasPointer } from '../contract.js'
import { subschemaKeywords } from '../map-schema.js'
import { addSchemas, componentsId, createAjv, schemaExtensions } from '../schemas.js'
import { type ContractMistake, isObject, pointer, wording } from './mistake.js'

type Declaration = Contract['x-extensions'][number]

interface SchemaPlace {
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

/** Keywords whose compiled form imports a part of Ajv; the generated validators import nothing. */
const needAjv = ['minLength', 'maxLength', 'uniqueItems', 'format']

/** Extensions of schemas: of the declared shape, and about keywords that stand beside them. */
const lintSchemaExtensions = (
  { path, schema }: SchemaPlace,
  declared: readonly Declaration[],
  errors: object,
): ContractMistake[] => {
  const mistakes = declared.flatMap(({ name, schema: shape }) =>
    schema[name] === undefined || known.validate(shape, schema[name])
      ? []
      : [{ path: `${path}${pointer(name)}`, message: wording(known.errors?.[0]?.message, known.errors?.[0]?.params) }],
  )
  if (mistakes.length > 0) return mistakes
  const { 'x-refused-with': error } = schema
  if (error !== undefined && !Object.hasOwn(errors, error))
    return [{ path: `${path}/x-refused-with`, message: `${error} is not an error of the contract` }]
  const idle = (schema['x-conformance'] ?? []).filter((keyword) => !Object.hasOwn(schema, keyword))
  return [
    ...idle.map((keyword) => ({ path: `${path}/x-conformance`, message: `${keyword} does not stand beside it` })),
    ...lintClientExtensions(path, schema),
  ]
}

/** What clients are told of a schema, against the keyword that it is said of. */
const lintClientExtensions = (path: string, schema: Schema): ContractMistake[] => {
  const count = schema.anyOf?.length ?? 0
  const beyond = Object.entries(schema['x-by-encoding'] ?? {}).flatMap(([encoding, places]) =>
    places.filter((place) => place >= count).map((place) => ({ encoding, place })),
  )
  const isIdle = schema['x-integer'] !== undefined && schema.type !== 'integer'
  return [
    ...(isIdle ? [{ path: `${path}/x-integer`, message: 'type is not integer beside it' }] : []),
    ...beyond.map(({ encoding, place }) => ({
      path: `${path}/x-by-encoding${pointer(encoding)}`,
      message: `anyOf has ${count} alternatives beside it, and none at ${place}`,
    })),
  ]
}

/** Bounds that nothing can keep, and required members that are not described. */
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
  const unknown = required.filter((name) => !Object.hasOwn(properties, String(name)))
  return [
    ...mistakes,
    ...unknown.map((name) => ({
      path: `${path}/required/${required.indexOf(name)}`,
      message: `${name} is required, but is not among the properties`,
    })),
  ]
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
  // A member of an `if` or of dependencies repeats a property that is described where it is declared.
  const isDeclared = isProperty && !/\/(if|then|else|dependencies)\//.test(path)
  if (isDeclared && schema.$ref === undefined && !schema.description)
    mistakes.push({ path, message: 'has no description' })
  return mistakes
}

const lintCompiled = (contract: Contract): ContractMistake[] => {
  const ajv = createAjv()
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

/** Component schemas: titles, descriptions, keywords that exist, and what a strict Ajv has against them. */
export const lintSchemas = (contract: Contract): ContractMistake[] => {
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
      ...places.flatMap((place) => lintSchemaExtensions(place, declared, contract.components.errors)),
    ]
  })
  return mistakes.length > 0 ? mistakes : lintCompiled(contract)
}
