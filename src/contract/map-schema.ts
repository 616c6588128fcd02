import type { Schema } from './contract.js'

/**
 * Keywords whose value is a schema, a list of schemas, or a table of schemas; everything else in a
 * schema is data.
 */
export const subschemaKeywords = {
  one: [
    'not',
    'if',
    'then',
    'else',
    'additionalProperties',
    'additionalItems',
    'propertyNames',
    'contains',
    'unlessNull',
  ],
  list: ['allOf', 'anyOf', 'oneOf'],
  table: ['properties', 'patternProperties', 'dependencies', 'definitions'],
} as const

type SchemaChange = (schema: Schema) => Schema
/** True if a value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const within = (value: unknown, change: SchemaChange): unknown =>
  Array.isArray(value) ? value.map((item) => within(item, change)) : isObject(value) ? change(value) : value

/** The schema with `change` applied to its direct subschemas. */
export const mapSubschemas = (schema: Schema, change: SchemaChange): Schema => {
  const { one, list, table } = subschemaKeywords as Record<string, readonly string[]>
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === 'items' || one?.includes(key) || list?.includes(key)) return [key, within(value, change)]
    if (!table?.includes(key) || !isObject(value)) return [key, value]
    return [key, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, within(member, change)]))]
  })
  return Object.fromEntries(entries)
}

/** The schema with `change` applied to it and to every schema in it, the inner ones first. */
export const mapSchema = (schema: Schema, change: SchemaChange): Schema =>
  change(mapSubschemas(schema, (inner) => mapSchema(inner, change)))
