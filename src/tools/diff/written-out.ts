import { type Contract, componentOf, type Schema } from '../../contract/contract.js'

const DEPTH = 16

/** A condition with its references expanded, so that their changes are found. */
export const writtenOut = (contract: Contract, value: unknown, depth = DEPTH): unknown => {
  if (depth === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => writtenOut(contract, item, depth - 1))
  const name = componentOf(value as Schema)
  if (name !== undefined) return writtenOut(contract, contract.components.schemas[name], depth - 1)
  const entries = Object.entries(value).filter(([key]) => !['title', 'description', 'examples'].includes(key))
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, writtenOut(contract, one, depth - 1)]),
  )
}
