import { type Contract, resolved, type Schema } from '../../../contract/contract.js'

const requiredOf = (schema: Schema): readonly string[] => (schema.required ?? []) as readonly string[]

/**
 * What is true of each of several objects: all of their members, required where every one requires
 * it.
 */
const common = (objects: readonly Schema[]): Schema => {
  const [first, ...others] = objects
  const required = requiredOf(first!).filter((member) => others.every((one) => requiredOf(one).includes(member)))
  return { type: 'object', properties: Object.assign({}, ...objects.map(({ properties }) => properties)), required }
}

/**
 * What is true of a value that fits all of several objects; of a member that more than one
 * describes, the first is taken.
 */
const together = (objects: readonly Schema[]): Schema => {
  const properties: Record<string, Schema | boolean> = {}
  for (const object of objects)
    for (const [member, schema] of Object.entries(object.properties ?? {})) properties[member] ??= schema
  return { type: 'object', properties, required: [...new Set(objects.flatMap(requiredOf))] }
}

/**
 * A schema as one object: Python's types know no intersection, so what several schemas say together
 * is one type with the members of all. Undefined when the schema is none of objects alone.
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
