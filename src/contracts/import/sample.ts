import { type Contract, resolved, type Schema } from '../contract.js'
import { accepts } from '../lint/values.js'
import { sampleTexts } from './rules.js'

const DEPTH = 12

const sampleObject = (contract: Contract, schema: Schema, depth: number): object => {
  const { properties = {}, required = [], allOf = [] } = schema
  const inner = allOf.map((one) => sampleOf(contract, one, depth - 1))
  const own = (required as readonly string[]).map((name) => {
    const member = properties[name]
    return [name, typeof member === 'object' ? sampleOf(contract, member, depth - 1) : null]
  })
  return Object.assign({}, ...inner, Object.fromEntries(own))
}

/** Guesses a value of a schema, with the required members only; whether it is one, a validator has to say. */
export const sampleOf = (contract: Contract, schema: Schema, depth = DEPTH): unknown => {
  const whole = resolved(contract, schema)
  const { anyOf, allOf = [], enum: listed, minimum = 0, minItems = 0, items } = whole
  if (depth === 0) return null
  if (Array.isArray(listed)) return listed[0]
  const type = [whole.type ?? []].flat()[0]
  if (type === 'array') {
    const item = Array.isArray(items) ? items : new Array(Number(minItems)).fill(items ?? {})
    return item.map((one: Schema) => sampleOf(contract, one, depth - 1))
  }
  if (type === 'object' || whole.properties !== undefined) return sampleObject(contract, whole, depth)
  if (type === 'string') return sampleTexts.find((text) => accepts(contract, whole, text)) ?? null
  if (type === 'integer' || type === 'number') return minimum
  if (type === 'boolean') return false
  if (type === 'null') return null
  if (anyOf !== undefined) return sampleOf(contract, anyOf.find((one) => one.type !== 'null') ?? {}, depth - 1)
  if (allOf.length === 1) return sampleOf(contract, allOf[0]!, depth - 1)
  return allOf.length > 0 ? sampleObject(contract, whole, depth) : null
}
