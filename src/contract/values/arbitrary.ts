import fc, { type Arbitrary } from 'fast-check'
import type { Document } from '../../../generated/document.js'
import { withPlainNumbers } from '../../runtime/exact-json.js'
import type { Schema } from '../contract.js'
import { flatAlternativesOf } from './alternatives.js'

/** Options for the values generated from a schema. */
export interface ValueWishes {
  /**
   * Objects get every described member, not only the required ones, and lists get an item; null
   * only if nothing else is allowed.
   */
  readonly isComplete: boolean
  /** The longest array where the schema has no limit. */
  readonly maxItems: number
}

/** Below this depth nothing optional is generated: a recursive schema would never end. */
const MAX_DEPTH = 8
const LARGEST_NUMBER = 2 ** 40
const MAX_TEXT = 64
/** Numbers from nodes have no leading zeros, although the pattern allows them. */
const HEX_NUMBER = '^0x[0-9a-fA-F]+$'

/**
 * Values that fit a schema of the document, as a fast-check arbitrary.
 *
 * Ignores `not`, `if` and `dependencies`: the method's validator decides.
 */
export const arbitraryOf = (document: Document, schema: Schema, wishes: ValueWishes): Arbitrary<unknown> =>
  new ArbitraryMaker(withPlainNumbers(document), wishes).of(withPlainNumbers(schema), 0)

class ArbitraryMaker {
  constructor(
    private readonly document: Document,
    private readonly wishes: ValueWishes,
  ) {}

  of(schema: Schema, depth: number): Arbitrary<unknown> {
    const all = flatAlternativesOf(this.document, schema)
    const others = all.filter(({ type }) => type !== 'null')
    const taken = this.wishes.isComplete && others.length > 0 ? others : all
    return fc.oneof(...taken.map((alternative) => this.ofPlain(alternative, depth)))
  }

  /** For a schema without references and combinations. */
  private ofPlain(schema: Schema, depth: number): Arbitrary<unknown> {
    if ('const' in schema) return fc.constant(schema.const)
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
    const types = [schema.type ?? guessedType(schema)].flat() as string[]
    return fc.oneof(...types.map((type) => this.ofType(type, schema, depth)))
  }

  private ofType(type: string, schema: Schema, depth: number): Arbitrary<unknown> {
    switch (type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
        return fc.integer(this.wholeRangeOf(schema))
      case 'number':
        return fc.double({ ...this.rangeOf(schema), noNaN: true, noDefaultInfinity: true })
      case 'array':
        return this.ofArray(schema, depth)
      case 'object':
        return this.ofObject(schema, depth)
      default:
        return textsOf(schema)
    }
  }

  private rangeOf({ minimum, maximum }: Schema): { min: number; max: number } {
    // Ignores a bound of 64 bits, near which numbers are not exact in JavaScript.
    const isBound = typeof maximum === 'number' && maximum <= Number.MAX_SAFE_INTEGER
    const min = typeof minimum === 'number' ? minimum : isBound ? Math.min(0, maximum) : 0
    return { min, max: isBound ? maximum : Math.max(min, LARGEST_NUMBER) }
  }

  private wholeRangeOf(schema: Schema): { min: number; max: number } {
    const { min, max } = this.rangeOf(schema)
    return { min: Math.ceil(min), max: Math.floor(max) }
  }

  private ofArray(schema: Schema, depth: number): Arbitrary<unknown> {
    const { items = {}, minItems, maxItems } = schema
    if (Array.isArray(items)) return fc.tuple(...items.map((item: Schema) => this.of(item, depth + 1)))
    const least = this.wishes.isComplete && maxItems !== 0 ? 1 : 0
    const minLength = Math.max(typeof minItems === 'number' ? minItems : 0, least)
    const most = Math.min(this.wishes.maxItems, typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY)
    const maxLength = depth > MAX_DEPTH ? minLength : Math.max(minLength, most)
    return fc.array(this.of(items as Schema, depth + 1), { minLength, maxLength })
  }

  private ofObject(schema: Schema, depth: number): Arbitrary<unknown> {
    const { properties = {}, required, minProperties, maxProperties, additionalProperties } = schema
    const needed = Array.isArray(required) ? (required as string[]) : []
    const known = [...new Set([...Object.keys(properties), ...needed])]
    if (known.length === 0 && typeof additionalProperties === 'object' && additionalProperties !== null)
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), this.of(additionalProperties as Schema, depth + 1), {
        maxKeys: this.wishes.maxItems,
      })
    const optional = depth > MAX_DEPTH ? [] : known.filter((name) => !needed.includes(name))
    const members = (names: readonly string[]): Record<string, Arbitrary<unknown>> =>
      Object.fromEntries(
        names.map((name) => {
          const member = properties[name]
          return [name, this.of(typeof member === 'object' ? member : {}, depth + 1)]
        }),
      )
    const all = members([...needed, ...optional])
    if (minProperties === undefined && maxProperties === undefined)
      return this.wishes.isComplete ? fc.record(all) : fc.record(all, { requiredKeys: needed })
    const within = (count: number) => Math.min(Math.max(0, count - needed.length), optional.length)
    const minLength = typeof minProperties === 'number' ? within(minProperties) : 0
    const maxLength = typeof maxProperties === 'number' ? within(maxProperties) : optional.length
    return fc
      .subarray(optional, { minLength, maxLength })
      .chain((names) => fc.record(Object.fromEntries([...needed, ...names].map((name) => [name, all[name]!]))))
  }
}

const guessedType = (schema: Schema): string => {
  if (schema.properties !== undefined || schema.required !== undefined) return 'object'
  return schema.items === undefined ? 'string' : 'array'
}

const textsOf = ({ pattern, minLength, maxLength }: Schema): Arbitrary<string> => {
  const least = typeof minLength === 'number' ? minLength : 0
  const most = typeof maxLength === 'number' ? maxLength : Math.max(MAX_TEXT, least)
  if (typeof pattern !== 'string') return fc.string({ minLength: least, maxLength: most })
  if (pattern === HEX_NUMBER) return fc.nat().map((number) => `0x${number.toString(16)}`)
  const matching = textsMatching(pattern)
  // Nodes write hexadecimal in lower case, whatever callers may write.
  const texts = pattern.startsWith('^0x') ? matching.map((text) => text.toLowerCase()) : matching
  return minLength === undefined && maxLength === undefined
    ? texts
    : texts.filter(({ length }) => length >= least && length <= most)
}

/** Building a generator for a pattern takes tens of milliseconds. */
const matchingTexts = new Map<string, Arbitrary<string>>()

const textsMatching = (pattern: string): Arbitrary<string> => {
  const known = matchingTexts.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  matchingTexts.set(pattern, known)
  return known
}
