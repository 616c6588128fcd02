import { isObject } from '../runtime/is-object.js'
import type { Schema } from './contract.js'

/** Keywords whose value is a schema, or a list of schemas. */
const SCHEMAS: ReadonlySet<string> = new Set(
  `not if then else additionalProperties additionalItems propertyNames contains unlessNull items
  allOf anyOf oneOf`.split(/\s+/),
)
/** Keywords whose value is a table of schemas. */
const TABLES: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependencies', 'definitions'])

/** The content of a keyword: schemas, a table of schemas, or data. */
export const subschemaKind = (keyword: string): 'schemas' | 'table' | 'data' =>
  SCHEMAS.has(keyword) ? 'schemas' : TABLES.has(keyword) ? 'table' : 'data'

type SchemaChange = (schema: Schema) => Schema

const within = (value: unknown, change: SchemaChange): unknown =>
  Array.isArray(value) ? value.map((item) => within(item, change)) : isObject(value) ? change(value) : value

/** The schema with `change` applied to its direct subschemas. */
export const mapSubschemas = (schema: Schema, change: SchemaChange): Schema => {
  const entries = Object.entries(schema).map(([key, value]) => {
    const kind = subschemaKind(key)
    if (kind === 'schemas') return [key, within(value, change)]
    if (kind !== 'table' || !isObject(value)) return [key, value]
    return [key, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, within(member, change)]))]
  })
  return Object.fromEntries(entries)
}

/** The schema with `change` applied to it and to every schema in it, the inner ones first. */
export const mapSchema = (schema: Schema, change: SchemaChange): Schema =>
  change(mapSubschemas(schema, (inner) => mapSchema(inner, change)))
