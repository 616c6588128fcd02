import type { Contract, Schema } from '../../../contract/contract.js'
import { componentOf, resolved } from '../../../contract/contract.js'
import { placesIn } from '../../../contract/visit-schema.js'
import type { ClientTypes } from '../typescript/type-module.js'
import { className } from './source-text.js'

/** Encodings that give results of one type. */
export interface EncodingGroup {
  readonly name: string
  /** `none`: for a call that requests none. */
  readonly encodings: readonly string[]
}

const tablesIn = (contract: Contract): readonly NonNullable<Schema['x-by-encoding']>[] =>
  Object.values(contract.components.schemas)
    .flatMap((schema) => placesIn(schema, ''))
    .map(({ schema }) => schema['x-by-encoding'])
    .filter((table) => table !== undefined)

/** The groups of a contract's encodings; empty if no result depends on one. */
export const encodingGroupsOf = (contract: Contract, { encodings }: ClientTypes): readonly EncodingGroup[] => {
  const tables = tablesIn(contract)
  const alike = new Map<string, string[]>()
  for (const encoding of encodings) {
    const places = JSON.stringify(tables.map((table) => table[encoding] ?? null))
    alike.set(places, [...(alike.get(places) ?? []), encoding])
  }
  return [...alike.values()].map((members) => ({
    name: members[0] === 'none' ? 'NoEncoding' : className(members[0]!),
    encodings: members,
  }))
}

/** The texts that a schema allows; undefined for any. */
const textsOf = (contract: Contract, schema: Schema | boolean | undefined): readonly unknown[] | undefined => {
  if (schema === undefined || typeof schema === 'boolean') return undefined
  const { enum: listed, anyOf } = resolved(contract, schema)
  if (Array.isArray(listed)) return listed
  const alternatives = anyOf?.map((one) => textsOf(contract, one))
  return alternatives?.flatMap((texts) => texts ?? [])
}

/**
 * The schema of a param for calls that request an encoding of a group; undefined if it cannot
 * request one.
 */
export const configFor = (contract: Contract, schema: Schema, group: EncodingGroup): Schema | undefined => {
  const config = resolved(contract, schema)
  const allowed = textsOf(contract, config.properties?.encoding)
  const asked = group.encodings.filter((one) => one !== 'none' && (allowed?.includes(one) ?? true))
  const isUnasked = group.encodings.includes('none')
  if (asked.length === 0 && !isUnasked) return undefined
  const encoding: Schema = isUnasked ? { anyOf: [{ enum: asked }, { type: 'null' }] } : { enum: asked }
  const properties: Record<string, Schema | boolean> = { ...config.properties, encoding }
  const others: [string, Schema][] = []
  for (const [member, condition] of Object.entries((config.dependencies ?? {}) as Record<string, Schema>)) {
    const wanted = textsOf(contract, condition.properties?.encoding)
    if (wanted === undefined) others.push([member, condition])
    // A member for other encodings only can but be null.
    else if (!isUnasked && !asked.some((one) => wanted.includes(one))) properties[member] = { type: 'null' }
  }
  const { dependencies: _, ...rest } = config
  const required = [...((config.required ?? []) as string[]), ...(isUnasked ? [] : ['encoding'])]
  const conditions = others.length === 0 ? {} : { dependencies: Object.fromEntries(others) }
  return { ...rest, ...conditions, properties, required }
}

/** The name of a param's type for calls that request an encoding of a group. */
export const configName = (schema: Schema, group: EncodingGroup): string => `${componentOf(schema)}${group.name}`
