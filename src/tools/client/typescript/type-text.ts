import { commentText, componentOf, literal, quoted, type Schema } from '../../../contract/contract.js'

export interface TypeTextOptions {
  /** The components whose type depends on the requested encoding. */
  readonly byEncoding: ReadonlySet<string>
  /** True for values from callers: nothing is modified, and optional members may be undefined. */
  readonly isGiven: boolean
}

/** A name as a member of an object type. */
export const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

const deeper = (text: string): string => text.replaceAll('\n', '\n  ')

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never'

const grouped = (type: string): string => (/[|&]|^readonly /.test(type) ? `(${type})` : type)

const HEX_TEXT = `\`0x\${string}\``

/** Alternatives of a pattern without its anchors: fixed words, or patterns again. */
export const alternativesOf = (pattern: string): string[] => {
  const inner = /^\^(?:\(\?:)?(.*?)\)?\$$/.exec(pattern)?.[1] ?? ''
  return /^\^\(\?:/.test(pattern) && !/[()]/.test(inner) ? inner.split('|') : [pattern.slice(1, -1)]
}

export const isWord = (alternative: string): boolean => /^\w+$/.test(alternative) && !alternative.startsWith('0x')

/** The type of a pattern: fixed words, hexadecimal with 0x, or any text. */
const patternType = (pattern: string): string => {
  const types = alternativesOf(pattern).map((one) => {
    if (isWord(one)) return `'${one}'`
    // After 0x the template accepts any text, as the type system has no digits; the gateway reports
    // mistakes in it.
    return /^0x/.test(one) ? HEX_TEXT : 'string'
  })
  return types.includes('string') ? 'string' : union(types)
}

const arrayType = (schema: Schema, options: TypeTextOptions): string => {
  const only = options.isGiven ? 'readonly ' : ''
  const { items } = schema
  if (items === undefined) return `${only}unknown[]`
  if (!Array.isArray(items)) return `${only}${grouped(typeText(items as Schema, options))}[]`
  const fewest = Number(schema.minItems ?? 0)
  const types = (items as readonly Schema[]).map(
    (item, index) => `${grouped(typeText(item, options))}${index < fewest ? '' : '?'}`,
  )
  return `${only}[${types.join(', ')}]`
}

/** One member of an object type with its description; `false` as a schema forbids the member. */
const member = (name: string, schema: Schema | boolean, isRequired: boolean, options: TypeTextOptions): string => {
  const only = options.isGiven ? 'readonly ' : ''
  if (typeof schema === 'boolean') return `  ${only}${memberName(name)}?: ${schema ? 'unknown' : 'never'}`
  const { description } = schema
  const comment = description === undefined ? '' : `  /** ${commentText(description)} */\n`
  const type = deeper(typeText(schema, options))
  const orNothing = options.isGiven && !isRequired ? ' | undefined' : ''
  return `${comment}  ${only}${memberName(name)}${isRequired ? '' : '?'}: ${type}${orNothing}`
}

export type MemberSchemas = Readonly<Record<string, Schema | boolean>>

const objectType = (members: MemberSchemas, required: readonly string[], options: TypeTextOptions): string => {
  const lines = Object.entries(members).map(([name, schema]) => member(name, schema, required.includes(name), options))
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
}

const without = (members: MemberSchemas, names: readonly string[]): MemberSchemas =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))

/**
 * For a member that narrows others (`dependencies`): either it is absent, or the others meet its
 * condition.
 */
const dependentType = (
  schema: Schema,
  members: MemberSchemas,
  required: readonly string[],
  options: TypeTextOptions,
): string => {
  const dependencies = Object.entries(schema.dependencies as Readonly<Record<string, Schema>>)
  const touched = dependencies.flatMap(([name, { properties = {} }]) => [name, ...Object.keys(properties)])
  const choices = dependencies.map(([name, { properties = {} }]) => {
    const others = Object.keys(properties)
    const pick = (names: readonly string[]) => Object.fromEntries(names.map((one) => [one, members[one] ?? true]))
    const free = objectType({ ...pick(others), [name]: { type: 'null' } }, required, options)
    const bound = objectType({ ...pick([name]), ...(properties as MemberSchemas) }, [name, ...required], options)
    return `(${free} | ${bound})`
  })
  return [objectType(without(members, touched), required, options), ...choices].join(' & ')
}

/** Exactly one of the members. */
const oneOfMembers = (members: MemberSchemas, options: TypeTextOptions): string =>
  union(
    Object.keys(members).map((chosen) => {
      const entries = Object.entries(members).map(([name, schema]) => [name, name === chosen ? schema : false] as const)
      return objectType(Object.fromEntries(entries), [chosen], options)
    }),
  )

const structureText = (schema: Schema, options: TypeTextOptions): string => {
  const { properties, additionalProperties, dependencies } = schema
  const required = (schema.required ?? []) as readonly string[]
  if (properties === undefined)
    return typeof additionalProperties === 'object'
      ? `{ [name: string]: ${typeText(additionalProperties as Schema, options)} }`
      : '{ [name: string]: unknown }'
  if (dependencies !== undefined) return dependentType(schema, properties, required, options)
  const isChoice = schema.minProperties === 1 && schema.maxProperties === 1 && additionalProperties === false
  return isChoice ? oneOfMembers(properties, options) : objectType(properties, required, options)
}

const plainType = (type: string, schema: Schema, options: TypeTextOptions): string => {
  if (type === 'string') return typeof schema.pattern === 'string' ? patternType(schema.pattern) : 'string'
  if (type === 'integer' && schema['x-integer'] !== undefined) return 'bigint'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return arrayType(schema, options)
  return type === 'object' ? structureText(schema, options) : type
}

const chosenType = (schema: Schema, alternatives: readonly string[]): string => {
  const lines = Object.entries(schema['x-by-encoding'] ?? {}).map(
    ([encoding, places]) => `  ${memberName(encoding)}: ${union(places.map((place) => alternatives[place]!))}`,
  )
  return `{\n${lines.join('\n')}\n}[Encoding]`
}

/**
 * The TypeScript type of a schema, without its description; further lines are indented from the
 * first column on.
 */
export const typeText = (schema: Schema | boolean, options: TypeTextOptions): string => {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never'
  const name = componentOf(schema)
  if (name !== undefined) return options.byEncoding.has(name) ? `${name}<Encoding>` : name
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum))
    return union(schema.enum.map((value) => (typeof value === 'string' ? quoted(value) : literal(value))))
  const parts: string[] = []
  for (const some of [schema.anyOf, schema.oneOf]) {
    if (some === undefined) continue
    const types = some.map((one) => typeText(one, options))
    parts.push(schema['x-by-encoding'] === undefined ? union(types) : chosenType(schema, types))
  }
  for (const one of schema.allOf ?? []) parts.push(typeText(one, options))
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0) parts.push(union(types.map((type) => plainType(type, schema, options))))
  else if (schema.properties !== undefined) parts.push(structureText(schema, options))
  if (parts.length === 0) return 'unknown'
  return parts.length === 1 ? parts[0]! : parts.map(grouped).join(' & ')
}
