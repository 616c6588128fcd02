import type { Schema } from '../../contract/contract.js'
import { inherited } from '../../contract/lint/names.js'
import { alternativesIn, anchorsOf, isWhole, patternMistake } from '../../contract/lint/patterns.js'
import { isObject } from '../../runtime/is-object.js'
import { describedBy } from './names.js'
import { annotations, isCount, keptKeywords } from './rules.js'

export interface Normalizing {
  /**
   * A reference to the component that replaces another one; an empty schema if it cannot be
   * followed.
   */
  follow(reference: string, path: string): Schema
  note(path: string, message: string): void
}

type Keyword = (value: unknown, path: string, by: Normalizing) => Schema

const each = (value: unknown, path: string, by: Normalizing): Schema[] =>
  (Array.isArray(value) ? value : []).map((inner, index) => normalizedSchema(inner, `${path}/${index}`, by))

const one =
  (keyword: string): Keyword =>
  (value, path, by) => ({ [keyword]: normalizedSchema(value, path, by) })

/** Members of an object, each with a description, which the lint requires. */
const properties: Keyword = (value, path, by) => ({
  properties: Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) => {
      if (inherited.includes(name)) {
        by.note(`${path}/${name}`, `${name} is a member of every object: it is not checked`)
        return []
      }
      const schema = normalizedSchema(member, `${path}/${name}`, by)
      if (schema.description !== undefined || schema.$ref !== undefined) return [[name, schema]]
      return [[name, { description: describedBy(name), ...schema }]]
    }),
  ),
})

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Standalone validators cannot compare values that are objects. */
const listed: Keyword = (value, path, by) => {
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) return { enum: [...new Set(value)] }
  by.note(path, 'values that are objects or arrays are not compared')
  return {}
}

const text: Keyword = (value, path, by) => {
  const found = typeof value === 'string' ? anchored(value) : { mistake: 'is no text' }
  if ('pattern' in found) return found
  by.note(path, `${typeof value === 'string' ? `the pattern ${value}` : 'it'} is not checked: it ${found.mistake}`)
  return {}
}

const alternatives: Keyword = (value, path, by) => ({ anyOf: each(value, path, by) })

/** Lengths become a pattern; see `lengthPattern`. */
const length: Keyword = (value, path, by) => {
  if (!isCount(value)) by.note(path, 'is no length: it is not checked')
  return {}
}

/** The keywords that a contract expresses differently; the results of all keywords are combined. */
const conversions: Readonly<Record<string, Keyword>> = {
  properties,
  enum: listed,
  const: (value, path, by) => (value === null ? { type: 'null' } : listed([value], path, by)),
  pattern: text,
  anyOf: alternatives,
  // One matching alternative is enough: the node decides among similar ones.
  oneOf: alternatives,
  allOf: (value, path, by) => ({ allOf: each(value, path, by) }),
  not: one('not'),
  propertyNames: one('propertyNames'),
  contains: one('contains'),
  items: (value, path, by) =>
    Array.isArray(value) ? { items: each(value, path, by) } : { items: normalizedSchema(value, path, by) },
  prefixItems: (value, path, by) => ({ items: each(value, path, by) }),
  additionalProperties: (value, path, by) => ({
    additionalProperties: isObject(value) ? normalizedSchema(value, path, by) : true,
  }),
  patternProperties: (value, path, by) => ({
    patternProperties: Object.fromEntries(
      Object.entries(isObject(value) ? value : {}).flatMap(([pattern, member]) => {
        const key = anchored(pattern)
        return 'mistake' in key ? [] : [[key.pattern, normalizedSchema(member, `${path}/${pattern}`, by)]]
      }),
    ),
  }),
  minLength: length,
  maxLength: length,
  nullable: () => ({}),
}

const joinedKeywords = (schemas: readonly Schema[]): Schema => {
  const joined: Record<string, unknown> = {}
  const further: Schema[] = []
  for (const schema of schemas)
    for (const [keyword, value] of Object.entries(schema)) {
      if (joined[keyword] === undefined) joined[keyword] = value
      else further.push({ [keyword]: value })
    }
  return further.length === 0 ? joined : { ...joined, allOf: [...((joined.allOf as Schema[]) ?? []), ...further] }
}

/**
 * Applies only in conformance checks: nodes deviate in it more often than a document shows, and a
 * false alarm excludes a node.
 */
const structuralOnly = (schema: Schema): Schema => {
  const lenient = ['required', 'pattern', 'enum'].filter((keyword) => schema[keyword] !== undefined)
  return lenient.length === 0 ? schema : { ...schema, 'x-conformance': lenient }
}

const normalizedKeyword = (keyword: string, value: unknown, path: string, by: Normalizing): Schema => {
  if (Object.hasOwn(conversions, keyword)) return conversions[keyword]!(value, `${path}/${keyword}`, by)
  const isRight = keptKeywords.get(keyword)
  if (isRight?.(value) === true) return { [keyword]: value }
  // Draft 4 has boolean `exclusiveMinimum` and `required`.
  if (isRight !== undefined && typeof value !== 'boolean')
    by.note(`${path}/${keyword}`, `its value is none that ${keyword} can have: it is not checked`)
  if (isRight !== undefined) return {}
  if (keyword === '$ref' && typeof value === 'string') return { allOf: [by.follow(value, path)] }
  if (!annotations.has(keyword) && !keyword.startsWith('x-')) by.note(`${path}/${keyword}`, `${keyword} is not checked`)
  return {}
}

/**
 * A schema of any draft in the form for a contract: keywords that the validators know, whole
 * patterns, and objects with further members, which are passed on to the node.
 */
export const normalizedSchema = (schema: unknown, path: string, by: Normalizing): Schema => {
  if (schema === false) return { not: {} }
  if (!isObject(schema)) return {}
  const { title: _, ...said } = schema
  if (typeof said.$ref === 'string' && Object.keys(said).length === 1) return by.follow(said.$ref, path)
  const parts = Object.entries(said).map(([keyword, value]) => normalizedKeyword(keyword, value, path, by))
  const length = lengthPattern(said as Schema)
  const whole = joinedKeywords(length === undefined ? parts : [...parts, { pattern: length }])
  const opened = whole.properties !== undefined && whole.additionalProperties === undefined
  const normalized = structuralOnly(opened ? { ...whole, additionalProperties: true } : whole)
  return said.nullable === true ? { anyOf: [normalized, { type: 'null' }] } : normalized
}

/** An equivalent expression that matches whole texts, as the lint requires. */
const wholeOf = (pattern: string): string => {
  const alternatives = alternativesIn(pattern)
  if (alternatives.length > 1 && alternatives.every(isWhole))
    return `^(?:${alternatives.map((one) => one.slice(1, -1)).join('|')})$`
  if (isWhole(pattern)) return pattern
  const { begins, ends } = anchorsOf(pattern)
  if (begins) return `${pattern.replace(/(?<!\\)\.\*$/, '')}[\\s\\S]*$`
  return ends ? `^[\\s\\S]*?${pattern.replace(/^\.\*/, '')}` : `^(?:[\\s\\S]*?(?:${pattern})[\\s\\S]*)$`
}

/** A pattern in the form that the lint requires, or the reason against it. */
const anchored = (pattern: string): { readonly pattern: string } | { readonly mistake: string } => {
  const own = patternMistake(pattern)
  if (own !== undefined) return { mistake: own }
  const whole = wholeOf(pattern)
  const mistake = patternMistake(whole)
  return mistake === undefined ? { pattern: whole } : { mistake }
}

/** A length of texts as a pattern, if possible: the validators have no keyword for it. */
const lengthPattern = ({ minLength, maxLength }: Schema): string | undefined => {
  const [least, most] = [isCount(minLength) ? minLength : 0, isCount(maxLength) ? maxLength : undefined]
  if ((least === 0 && most === undefined) || (most !== undefined && most < least)) return undefined
  return `^[\\s\\S]{${least},${most ?? ''}}$`
}
