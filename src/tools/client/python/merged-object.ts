import { type Contract, resolved, type Schema } from '../../../contract/contract.js'

const requiredOf = (schema: Schema): readonly string[] => (schema.required ?? []) as readonly string[]

/**
 * The constraints that several objects share: all of their members, required if every object
 * requires it.
 */
const common = (objects: readonly Schema[]): Schema => {
  const [first, ...others] = objects
  const required = requiredOf(first!).filter((member) => others.every((one) => requiredOf(one).includes(member)))
  return { type: 'object', properties: Object.assign({}, ...objects.map(({ properties }) => properties)), required }
}

/**
 * The constraints on a value that fits all of several objects; of a member described more than
 * once, the first description.
 */
const together = (objects: readonly Schema[]): Schema => {
  const properties: Record<string, Schema | boolean> = {}
  for (const object of objects)
    for (const [member, schema] of Object.entries(object.properties ?? {})) properties[member] ??= schema
  return { type: 'object', properties, required: [...new Set(objects.flatMap(requiredOf))] }
}

/**
 * A schema as one object: Python's types have no intersection, so one type gets the members of all
 * schemas. Undefined if the schema allows other values than objects.
 */
export const mergedObject = (contract: Contract, schema: Schema): Schema | undefined => {
  if (schema.properties !== undefined || (schema.type === 'object' && schema.allOf === undefined)) return schema
  if (schema.allOf === undefined) return undefined
  const parts = schema.allOf.map((part) => {
    const inner = resolved(contract, part)
    const alternatives = inner.anyOf?.map((one) => mergedObject(contract, resolved(contract, one)))
    if (alternatives === undefined) return mergedObject(contract, inner)
    return alternatives.every((one) => one !== undefined) ? common(alternatives) : undefined
  })
  if (parts.length < 2 || !parts.every((part) => part?.properties !== undefined)) return undefined
  const { description } = schema
  return { ...together(parts as readonly Schema[]), ...(description !== undefined && { description }) }
}
