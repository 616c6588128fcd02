import { type Contract, resolved, type Schema } from '../contract.js'
import { pointer } from './mistake.js'

/**
 * Texts that show what a schema is for: a block parameter is what lets block tags pass, whatever
 * its component is called. The texts that must not pass keep a schema that lets every text pass
 * from being taken for all of them.
 */
export const samples = {
  address: { fits: [`0x${'aB'.repeat(20)}`], not: ['0x', `0x${'ab'.repeat(32)}`] },
  hash: { fits: [`0x${'aB'.repeat(32)}`], not: ['0x', 'latest', `0x${'ab'.repeat(20)}`, `0x${'ab'.repeat(33)}`] },
  quantity: { fits: ['0x0', '0x1f'], not: ['0x', 'latest'] },
  'storage-key': { fits: ['0x', '0x0', `0x${'aB'.repeat(32)}`], not: ['latest', `0x${'0'.repeat(65)}`] },
  block: { fits: ['latest', '0x1'], not: ['latst', 'late', 'latesttt'] },
  commitment: { fits: ['finalized', 'confirmed'], not: ['no commitment'] },
  // What base64 has and base58 has not tells encoded data from a key.
  // Base58 or base64, as the call says; base64 alone has lengths of its own.
  transaction: { fits: ['AQAB'.repeat(40), 'Q'.repeat(161)], not: ['0x1', '!'.repeat(120), 'latest'] },
  base64: { fits: ['AQAB'.repeat(40), 'AQAB+/=='], not: ['0x1', '!'.repeat(120), 'latest', 'Q'.repeat(161)] },
  signature: { fits: ['5'.repeat(88), '1'.repeat(64)], not: ['1'.repeat(44), '0'.repeat(88), 'AQAB'.repeat(40)] },
  pubkey: { fits: ['11111111111111111111111111111111'], not: ['0x1', 'no public key', '0'.repeat(32), 'O'.repeat(44)] },
} as const

const compiled = new WeakMap<Schema, RegExp>()

/** The pattern of a schema, compiled once: some places are asked about many texts. */
const patternOf = (schema: Schema, pattern: string): RegExp => {
  const known = compiled.get(schema)
  if (known?.source === pattern) return known
  const made = new RegExp(pattern, 'u')
  compiled.set(schema, made)
  return made
}

/**
 * True when the keywords of a schema let a text, true, false or null pass. Patterns must have been
 * judged before.
 */
export const accepts = (contract: Contract, schema: Schema, value: string | boolean | null): boolean => {
  const whole = resolved(contract, schema)
  const { type, enum: listed, const: only, pattern, not, allOf = [], anyOf, oneOf } = whole
  const inner = (one: Schema) => accepts(contract, one, value)
  return (
    (type === undefined || [type].flat().includes(value === null ? 'null' : typeof value)) &&
    (!Array.isArray(listed) || listed.includes(value)) &&
    (only === undefined || only === value) &&
    (typeof pattern !== 'string' || typeof value !== 'string' || patternOf(whole, pattern).test(value)) &&
    (not === undefined || !inner(not as Schema)) &&
    allOf.every(inner) &&
    (anyOf === undefined || anyOf.some(inner)) &&
    (oneOf === undefined || oneOf.some(inner))
  )
}

/** Whether a schema lets the texts of a kind pass. */
export const letsPass = (contract: Contract, schema: Schema, kind: keyof typeof samples): boolean =>
  samples[kind].fits.every((text) => accepts(contract, schema, text))

/** Whether a schema is about the texts of a kind: lets them pass, and not the others. */
export const isOf = (contract: Contract, schema: Schema, kind: keyof typeof samples): boolean =>
  letsPass(contract, schema, kind) && !samples[kind].not.some((text) => accepts(contract, schema, text))

const alternativesOf = (schema: Schema): readonly Schema[] => [
  ...(schema.allOf ?? []),
  ...(schema.anyOf ?? []),
  ...(schema.oneOf ?? []),
]

/** The schemas that a value at a place may have: every alternative on the way is followed. */
export const schemasAt = (
  contract: Contract,
  schema: Schema,
  [step, ...rest]: readonly string[],
): readonly Schema[] => {
  if (step === undefined) return [schema]
  const whole = resolved(contract, schema)
  const member = whole.properties?.[step]
  const own = typeof member === 'object' ? schemasAt(contract, member, rest) : []
  return [...own, ...alternativesOf(whole).flatMap((inner) => schemasAt(contract, inner, [step, ...rest]))]
}

/** A place in a value where a text may stand; elements of arrays are at the place of the array. */
export interface TextPlace {
  readonly path: string
  readonly name: string
  readonly schema: Schema
}

/** Every place in the values of a schema, the members of arrays and of alternatives included. */
export const placesOfValues = (contract: Contract, schema: Schema, path: string, name: string): TextPlace[] => {
  const whole = resolved(contract, schema)
  const items = whole.items === undefined ? [] : [whole.items].flat()
  const members = Object.entries(whole.properties ?? {}).flatMap(([key, member]) =>
    typeof member === 'object' ? placesOfValues(contract, member, `${path}${pointer(key)}`, key) : [],
  )
  const inner = [...alternativesOf(whole), ...items].flatMap((one) => placesOfValues(contract, one, path, name))
  return [{ path, name, schema }, ...inner, ...members]
}

/** Whether a schema lets an array pass, in one of its alternatives. */
export const canBeArray = (contract: Contract, schema: Schema): boolean => {
  const whole = resolved(contract, schema)
  if ([whole.type ?? []].flat().includes('array') || whole.items !== undefined) return true
  return alternativesOf(whole).some((inner) => canBeArray(contract, inner))
}

/**
 * Whether the values of a schema, or of the elements of its arrays, can have a member of a name.
 */
export const canHaveMember = (contract: Contract, schema: Schema, name: string): boolean => {
  const whole = resolved(contract, schema)
  if (typeof whole.properties?.[name] === 'object') return true
  const items = whole.items === undefined ? [] : [whole.items].flat()
  return [...alternativesOf(whole), ...items].some((inner) => canHaveMember(contract, inner, name))
}
