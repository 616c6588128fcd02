import type { Document } from '../../../generated/document.js'
import { type Schema, schemasPointer } from '../contract.js'

/** Combinations of combinations multiply; this many are enough to reach each branch. */
const MAX_ALTERNATIVES = 64

/**
 * A schema as a list of schemas without `$ref`, `allOf`, `anyOf` and `oneOf`: a value that fits one
 * of them fits the whole, as far as these keywords go. Leaves schemas of members unchanged.
 */
export const flatAlternativesOf = (document: Document, schema: Schema): Schema[] => {
  const { $ref, allOf = [], anyOf, oneOf, ...own } = schema
  const parts: Schema[][] = [[own as Schema]]
  if ($ref !== undefined) parts.push(flatAlternativesOf(document, referredTo(document, $ref)))
  for (const part of allOf) parts.push(flatAlternativesOf(document, part))
  for (const branches of [anyOf, oneOf])
    if (branches !== undefined) parts.push(branches.flatMap((branch) => flatAlternativesOf(document, branch)))
  return parts.reduce((merged, next) =>
    merged.flatMap((left) => next.map((right) => mergedOf(left, right))).slice(0, MAX_ALTERNATIVES),
  )
}

const referredTo = (document: Document, pointer: string): Schema =>
  document.components.schemas[pointer.slice(schemasPointer.length)] as Schema

/** A schema that requires what both require. */
const mergedOf = (left: Schema, right: Schema): Schema => {
  const merged: Record<string, unknown> = { ...left, ...right }
  if (left.properties && right.properties) merged.properties = membersOf(left.properties, right.properties)
  if (Array.isArray(left.required) && Array.isArray(right.required))
    merged.required = [...new Set([...left.required, ...right.required])]
  if (Array.isArray(left.enum) && Array.isArray(right.enum))
    merged.enum = left.enum.filter((value) => (right.enum as unknown[]).includes(value))
  return merged as Schema
}

type SchemaMembers = NonNullable<Schema['properties']>

const membersOf = (left: SchemaMembers, right: SchemaMembers): SchemaMembers => {
  const shared = Object.keys(left).filter((name) => typeof left[name] === 'object' && typeof right[name] === 'object')
  const both = shared.map((name) => [name, { allOf: [left[name], right[name]] }])
  return { ...left, ...right, ...Object.fromEntries(both) }
}
