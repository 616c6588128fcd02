import { Ajv } from 'ajv'
import { type Contract, schemasPointer } from '../contract.js'
import { addSchemas, componentsId, schemaExtensions } from '../schemas.js'
import { componentsUsedBy, placesIn, type SchemaPlace } from '../visit-schema.js'
import { isFine, pointer, type Report } from './mistake.js'
import { inherited } from './names.js'
import { componentSchemas, type LintRule, type RuleContext } from './rule.js'
import { lintSchemaExtensions } from './schema-extensions.js'

const known = new Ajv()
// Draft 7 does not have them: to other readers of a contract they mean nothing.
for (const keyword of ['nullable', '$async', '$defs', '$vocabulary', 'contentSchema']) known.removeKeyword(keyword)

/** Keywords whose compiled form imports a part of Ajv; the generated validators have no imports. */
const needAjv = ['minLength', 'maxLength', 'uniqueItems', 'format']

const isComposite = (value: unknown): boolean => typeof value === 'object' && value !== null
const NOT_COMPARED = 'an object or array would need Ajv at run time: describe its members or items'

/** Finds values that the generated validators cannot compare, and those that stand twice. */
const lintListed = ({ path, schema }: SchemaPlace, report: Report): void => {
  if (isComposite(schema.const)) report(`${path}/const`, NOT_COMPARED)
  const firsts = new Map<unknown, number>()
  for (const [index, value] of (Array.isArray(schema.enum) ? schema.enum : []).entries()) {
    const first = firsts.get(value)
    if (isComposite(value)) report(`${path}/enum/${index}`, NOT_COMPARED)
    else if (first === undefined) firsts.set(value, index)
    else report(`${path}/enum/${index}`, `${JSON.stringify(value)} stands at ${first} already`)
  }
}

/** Finds unsatisfiable bounds, and required members without a description. */
const lintSense = ({ path, schema }: SchemaPlace, report: Report): void => {
  for (const [low, high] of [
    ['minimum', 'maximum'],
    ['minItems', 'maxItems'],
    ['minProperties', 'maxProperties'],
  ] as const)
    if (Number(schema[low]) > Number(schema[high]))
      report(`${path}/${low}`, `${low} is more than ${high}: nothing fits`)
  const { properties, required } = schema
  if (properties === undefined || !Array.isArray(required) || /\/(if|then|else|dependencies)(\/|$)/.test(path)) return
  for (const [index, name] of required.entries())
    if (!Object.hasOwn(properties, String(name)))
      report(`${path}/required/${index}`, `${name} is required, but is not among the properties`)
}

const INSTEAD: Readonly<Record<string, string>> = {
  nullable: ': use anyOf, with null',
  $defs: ': use components/schemas',
}

const lintPlace = ({ path, schema, isProperty }: SchemaPlace, report: Report): void => {
  for (const keyword of Object.keys(schema))
    if (known.RULES.keywords[keyword] === undefined && !schemaExtensions.includes(keyword))
      report(
        `${path}${pointer(keyword)}`,
        `${keyword} is not a keyword of draft 7 of JSON Schema${INSTEAD[keyword] ?? ''}`,
      )
  for (const keyword of needAjv)
    if (keyword in schema) report(`${path}/${keyword}`, `${keyword} would need Ajv at run time, use a pattern`)
  // Members of `if` and of dependencies repeat a property that is described at its declaration.
  const isDeclared = isProperty && !/\/(if|then|else|dependencies)\//.test(path)
  const name = isProperty ? path.slice(path.lastIndexOf('/') + 1) : undefined
  if (name !== undefined && inherited.includes(name))
    report(path, `${name} is a member of every object: the validators would find it in all of them`)
  if (isDeclared && schema.$ref === undefined && !schema.description) report(path, 'has no description')
}

/** The components that callers give. */
const givenIn = ({ methods, components }: Contract): ReadonlySet<string> => {
  const kinds = methods.flatMap(({ 'x-subscription': subscription }) => Object.values(subscription?.kinds ?? {}))
  return componentsUsedBy(
    [...methods, ...kinds].map(({ params }) => params),
    components.schemas,
  )
}

/** Clients read such integers as bigints, which they cannot write as JSON. */
const lintGiven = ({ path, schema }: SchemaPlace, report: Report): void => {
  if (schema['x-integer'] !== undefined && schema.type === 'integer')
    report(`${path}/x-integer`, 'is for results, and a parameter has this schema')
}

/** Compiling takes most of the time, and those of the base compiled when it was judged. */
const lintCompiled = (contract: Contract, report: Report, { ajv, base }: RuleContext): void => {
  addSchemas(ajv, contract)
  for (const [name, , path] of componentSchemas(contract)) {
    if (base !== undefined && Object.hasOwn(base.components.schemas, name)) continue
    try {
      ajv.getSchema(`${componentsId}${schemasPointer}${name}`)
    } catch (error) {
      report(path, (error as Error).message)
    }
  }
}

/**
 * Checks component schemas: titles, descriptions, known keywords, and the rules of a strict Ajv,
 * which contains the valid ones afterwards.
 */
export const lintSchemas: LintRule = (contract, report, context) => {
  const declared = contract['x-extensions'].filter(({ name }) => schemaExtensions.includes(name))
  const given = givenIn(contract)
  const canCompile = isFine(report, (found) => {
    for (const [name, schema, path] of componentSchemas(contract)) {
      if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) found(path, `${name} cannot name a type`)
      if (schema.title !== name) found(path, `its title must be its name, ${name}`)
      if (!schema.description) found(path, 'has no description')
      const places = placesIn(schema, path)
      for (const place of places) lintPlace(place, found)
      for (const place of places) lintSense(place, found)
      for (const place of places) lintListed(place, found)
      for (const place of places) lintSchemaExtensions(contract, place, declared, found)
      if (given.has(name)) for (const place of places) lintGiven(place, found)
    }
  })
  if (canCompile) lintCompiled(contract, report, context)
}
