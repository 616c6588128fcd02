import { Ajv } from 'ajv'
import { type Contract, type Schema, schemasPointer } from '../contract.js'
import { addSchemas, componentsId, createAjv, subschemaKeywords } from '../schemas.js'
import { isObject, type Mistake, pointer } from './mistake.js'

interface Place {
  readonly path: string
  readonly schema: Schema
  readonly isProperty: boolean
}

/** A schema and every schema in it, each with its place. */
const placesIn = (schema: unknown, path: string, isProperty = false): Place[] => {
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

const lintPlace = ({ path, schema, isProperty }: Place): Mistake[] => {
  const strange = Object.keys(schema).filter((keyword) => known.RULES.keywords[keyword] === undefined)
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

const lintCompiled = (contract: Contract): Mistake[] => {
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
export const lintSchemas = (contract: Contract): Mistake[] => {
  const mistakes = Object.entries(contract.components.schemas).flatMap(([name, schema]) => {
    const path = pointer('components', 'schemas', name)
    const own: Mistake[] = []
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) own.push({ path, message: `${name} cannot name a type` })
    if (schema.title !== name) own.push({ path, message: `its title must be its name, ${name}` })
    if (!schema.description) own.push({ path, message: 'has no description' })
    return [...own, ...placesIn(schema, path).flatMap(lintPlace)]
  })
  return mistakes.length > 0 ? mistakes : lintCompiled(contract)
}
