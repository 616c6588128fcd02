import type { Contract } from '../../contract/contract.js'
import { parseExact } from '../../runtime/exact-json.js'
import { branchesOf, type Placed, type TypedValues } from './branches.js'
import { moved, smallest } from './numbers.js'
import { shortestText } from './texts.js'

const DEPTH = 8

const sampleOf = (contract: Contract, placed: readonly Placed[], depth: number): unknown => {
  const [first] = depth === 0 ? [] : branchesOf(contract, placed)
  return first === undefined ? null : sampleOfBranch(contract, first, depth - 1)
}

/** Guesses a value of a branch, with the required members only; a validator must confirm it. */
export const sampleOfBranch = (contract: Contract, branch: TypedValues, depth = DEPTH): unknown => {
  const { type, listed, bounds, required, properties, tuple, rest, texts } = branch
  if (listed !== undefined) return parseExact(listed[0]!)
  if (type === 'null') return null
  if (type === 'string') return texts.map(shortestText).find((text) => text !== undefined) ?? 'text'
  if (type === 'object') {
    const member = (name: string) => [name, sampleOf(contract, properties.get(name) ?? rest, depth)]
    return Object.fromEntries([...required].map(member))
  }
  if (type === 'array') {
    const length = Math.min(Math.max(Number(bounds.minItems ?? 0), 0), 100)
    return Array.from({ length }, (_, index) => sampleOf(contract, tuple[index] ?? rest, depth))
  }
  const least =
    bounds.minimum ?? (bounds.exclusiveMinimum === undefined ? undefined : moved(bounds.exclusiveMinimum, 1))
  return least ?? smallest([0, bounds.maximum ?? 0])
}
