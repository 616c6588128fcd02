import { readFileSync } from 'node:fs'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { isObject } from '../../../src/runtime/is-object.js'

const SCHEMA = 'src/server/config/config.schema.json'
/** The first line of what is generated from the configuration's schema. */
export const configBanner = `// @generated from ${SCHEMA} by scripts/generate — do not edit\n`

type Schema = Readonly<Record<string, unknown>>

/**
 * The schema of what is left once defaults are filled in: what has a default is always there.
 * Bounds are no types.
 */
const filled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filled)
  if (!isObject(value)) return value
  // Beside a reference nothing else counts in draft 7; the compiler would declare the type again
  // for it.
  if (typeof value.$ref === 'string') return { $ref: value.$ref }
  const { minItems: _, maxItems: __, propertyNames: ___, ...kept } = value
  const schema = Object.fromEntries(Object.entries(kept).map(([key, member]) => [key, filled(member)]))
  if (!isObject(value.properties)) return schema
  const given = Object.entries(value.properties).flatMap(([name, member]) =>
    isObject(member) && 'default' in member ? [name] : [],
  )
  return { ...schema, required: [...new Set([...((value.required as string[]) ?? []), ...given])] }
}

const capitalized = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

/**
 * Adds a section, `#/definitions/<Name>Data`, for each object at the top, each kind of named entry
 * (`plans`, `networks`) and each definition.
 */
const withSections = (schema: Schema): JSONSchema => {
  const sections: Record<string, unknown> = {}
  const section = (name: string, inner: unknown) => {
    sections[`${capitalized(name)}Data`] = inner
    return { $ref: `#/definitions/${capitalized(name)}Data` }
  }
  for (const [name, inner] of Object.entries(schema.definitions as Schema)) section(name, inner)
  const properties = Object.entries(schema.properties as Record<string, Schema>).map(([name, inner]) => {
    if (inner.properties !== undefined) return [name, section(name, inner)]
    if (!isObject(inner.additionalProperties)) return [name, inner]
    return [name, { ...inner, additionalProperties: section(name.replace(/s$/, ''), inner.additionalProperties) }]
  })
  const { definitions: _, $id: __, $schema: ___, ...root } = schema
  const whole = { ...root, title: 'ConfigData', properties: Object.fromEntries(properties), definitions: sections }
  const text = JSON.stringify(whole).replace(
    /"#\/definitions\/([a-z]\w*)"/g,
    (_all, name: string) => `"#/definitions/${capitalized(name)}Data"`,
  )
  return JSON.parse(text) as JSONSchema
}

/**
 * The types of a configuration that passed its schema, defaults filled in. `schemaText` is
 * config.schema.json.
 */
export const emitConfig = async (schemaText = readFileSync(SCHEMA, 'utf8')): Promise<string> => {
  const schema = withSections(filled(JSON.parse(schemaText)) as Schema)
  const source = await compile(schema, 'ConfigData', {
    bannerComment: '',
    additionalProperties: false,
    style: { singleQuote: true, semi: false, printWidth: 120 },
  })
  return `${configBanner}\n${source}`
}
