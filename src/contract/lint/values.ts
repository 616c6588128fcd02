import { type Contract, type ContractMethod, resolved, type Schema } from '../contract.js'
import { partsOf } from '../visit-schema.js'
import { pointer } from './mistake.js'

/**
 * Sample texts that reveal a schema's purpose: a block parameter is one that accepts block tags,
 * whatever its component is called. The counterexamples exclude schemas that accept every text.
 */
export const samples = {
  address: { fits: [`0x${'aB'.repeat(20)}`], not: ['0x', `0x${'ab'.repeat(32)}`] },
  hash: { fits: [`0x${'aB'.repeat(32)}`], not: ['0x', 'latest', `0x${'ab'.repeat(20)}`, `0x${'ab'.repeat(33)}`] },
  quantity: { fits: ['0x0', '0x1f'], not: ['0x', 'latest'] },
  'storage-key': { fits: ['0x', '0x0', `0x${'aB'.repeat(32)}`], not: ['latest', `0x${'0'.repeat(65)}`] },
  block: { fits: ['latest', '0x1'], not: ['latst', 'late', 'latesttt'] },
  commitment: { fits: ['finalized', 'confirmed'], not: ['no commitment'] },
  // Characters of base64 that base58 lacks distinguish encoded data from a key. Base58 or base64,
  // as the call requests; base64 alone has other lengths.
  transaction: { fits: ['AQAB'.repeat(40), 'Q'.repeat(161)], not: ['0x1', '!'.repeat(120), 'latest'] },
  base64: { fits: ['AQAB'.repeat(40), 'AQAB+/=='], not: ['0x1', '!'.repeat(120), 'latest', 'Q'.repeat(161)] },
  signature: { fits: ['5'.repeat(88), '1'.repeat(64)], not: ['1'.repeat(44), '0'.repeat(88), 'AQAB'.repeat(40)] },
  pubkey: { fits: ['11111111111111111111111111111111'], not: ['0x1', 'no public key', '0'.repeat(32), 'O'.repeat(44)] },
} as const

const compiled = new WeakMap<Schema, RegExp>()

/** The pattern of a schema, compiled once: some places are tested with many texts. */
const patternOf = (schema: Schema, pattern: string): RegExp => {
  const known = compiled.get(schema)
  if (known?.source === pattern) return known
  const made = new RegExp(pattern, 'u')
  compiled.set(schema, made)
  return made
}

/**
 * True if the keywords of a schema accept a text, true, false, null or []. Patterns must have been
 * checked before. Ajv would need ten times as long, because it compiles each schema for a few
 * values.
 */
export const accepts = (contract: Contract, schema: Schema, value: string | boolean | null | readonly []): boolean => {
  const whole = resolved(contract, schema)
  const { type, enum: listed, const: only, pattern, not, allOf = [], anyOf, oneOf } = whole
  const inner = (one: Schema) => accepts(contract, one, value)
  const typeOfValue = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return (
    (type === undefined || [type].flat().includes(typeOfValue)) &&
    (!Array.isArray(listed) || listed.includes(value)) &&
    (only === undefined || only === value) &&
    (typeof pattern !== 'string' || typeof value !== 'string' || patternOf(whole, pattern).test(value)) &&
    (not === undefined || !inner(not as Schema)) &&
    allOf.every(inner) &&
    (anyOf === undefined || anyOf.some(inner)) &&
    (oneOf === undefined || oneOf.some(inner))
  )
}

/** True if a schema accepts the texts of a kind. */
export const letsPass = (contract: Contract, schema: Schema, kind: keyof typeof samples): boolean =>
  samples[kind].fits.every((text) => accepts(contract, schema, text))

/** True if a schema is specific to a kind: accepts its texts and rejects the counterexamples. */
export const isOf = (contract: Contract, schema: Schema, kind: keyof typeof samples): boolean =>
  letsPass(contract, schema, kind) && !samples[kind].not.some((text) => accepts(contract, schema, text))

/** The schemas that may apply to a value at a place, through all alternatives on the way. */
export const schemasAt = (
  contract: Contract,
  schema: Schema,
  [step, ...rest]: readonly string[],
): readonly Schema[] => {
  if (step === undefined) return [schema]
  const { members, alternatives } = partsOf(contract, schema)
  return [
    ...members.filter(([name]) => name === step).flatMap(([, member]) => schemasAt(contract, member, rest)),
    ...alternatives.flatMap((inner) => schemasAt(contract, inner, [step, ...rest])),
  ]
}

/** The schemas that may apply to a place in a method's params: a JSON pointer. */
export const schemasInParams = (contract: Contract, { params }: ContractMethod, place: string): readonly Schema[] => {
  const [, first = '', ...rest] = place.split('/')
  const param = params[Number(first)]
  return param === undefined ? [] : schemasAt(contract, param.schema, rest)
}

/** A place in a value that may hold a text; elements of an array share the array's place. */
export interface TextPlace {
  readonly path: string
  readonly name: string
  readonly schema: Schema
}

/** Every place in the values of a schema, including members of arrays and of alternatives. */
export const placesOfValues = (contract: Contract, schema: Schema, path: string, name: string): TextPlace[] => {
  const { alternatives, items, members } = partsOf(contract, schema)
  return [
    { path, name, schema },
    ...[...alternatives, ...items].flatMap((one) => placesOfValues(contract, one, path, name)),
    ...members.flatMap(([key, member]) => placesOfValues(contract, member, `${path}${pointer(key)}`, key)),
  ]
}

/** True if a schema, or one of its alternatives, accepts an array. */
export const canBeArray = (contract: Contract, schema: Schema): boolean => {
  const { whole, alternatives } = partsOf(contract, schema)
  if ([whole.type ?? []].flat().includes('array') || whole.items !== undefined) return true
  return alternatives.some((inner) => canBeArray(contract, inner))
}

/** True if the values of a schema, or the elements of its arrays, can have a member of a name. */
export const canHaveMember = (contract: Contract, schema: Schema, name: string): boolean => {
  const { alternatives, items, members } = partsOf(contract, schema)
  return (
    members.some(([member]) => member === name) ||
    [...alternatives, ...items].some((inner) => canHaveMember(contract, inner, name))
  )
}
