import { type Contract, resolved, type Schema } from '../../contract/contract.js'
import { accepts } from '../../contract/lint/values.js'
import { sampleTexts } from './rules.js'

const DEPTH = 12
/** Values in one sample: a few schemas can require millions. */
const MAX_VALUES = 1_000

/** The part of a sample that may still be generated. */
interface Room {
  readonly depth: number
  readonly values: { left: number }
}

const sampleObject = (contract: Contract, schema: Schema, room: Room): object => {
  const { properties = {}, required = [], allOf = [] } = schema
  const inner = allOf.map((one) => sampleIn(contract, one, room))
  const own = (required as readonly string[]).map((name) => {
    const member = properties[name]
    return [name, typeof member === 'object' ? sampleIn(contract, member, room) : null]
  })
  return Object.assign({}, ...inner, Object.fromEntries(own))
}

/** Guesses a value of a schema, with the required members only; a validator must confirm it. */
export const sampleOf = (contract: Contract, schema: Schema): unknown =>
  sampleIn(contract, schema, { depth: DEPTH, values: { left: MAX_VALUES } })

const sampleIn = (contract: Contract, schema: Schema, { depth: above, values }: Room): unknown => {
  if (above === 0 || values.left-- <= 0) return null
  const room = { depth: above - 1, values }
  const whole = resolved(contract, schema)
  const { anyOf, allOf = [], enum: listed, minimum = 0, minItems = 0, items } = whole
  if (Array.isArray(listed)) return listed[0]
  const type = [whole.type ?? []].flat()[0]
  if (type === 'array') {
    const fewest = Math.min(Number(minItems), MAX_VALUES)
    const item = Array.isArray(items) ? items : new Array(fewest).fill(items ?? {})
    return item.map((one: Schema) => sampleIn(contract, one, room))
  }
  if (type === 'object' || whole.properties !== undefined) return sampleObject(contract, whole, room)
  if (type === 'string') return sampleTexts.find((text) => accepts(contract, whole, text)) ?? null
  if (type === 'integer' || type === 'number') return minimum
  if (type === 'boolean') return false
  if (type === 'null') return null
  if (anyOf !== undefined) return sampleIn(contract, anyOf.find((one) => one.type !== 'null') ?? {}, room)
  if (allOf.length === 1) return sampleIn(contract, allOf[0]!, room)
  return allOf.length > 0 ? sampleObject(contract, whole, room) : null
}
