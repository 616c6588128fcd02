import type { Contract, ContractAccess, ContractMethod, ContractPlaces, Position } from '../../contract/contract.js'
import { pointer } from '../../contract/lint/mistake.js'
import { isAddress } from '../../contract/lint/params/contract-addresses.js'
import { isOf, placesOfValues, schemasAt, schemasInParams } from '../../contract/lint/values.js'
import { type Effect, effectRules, familySigns } from './rules.js'

export interface Derived<Value> {
  readonly value: Value
  readonly reason: string
}

/** The family that the names of a document's methods suggest; undefined for a tie. */
export const familyOf = (names: readonly string[]): ContractMethod['x-family'] | undefined => {
  const count = (family: ContractMethod['x-family']) =>
    names.filter((name) => familySigns[family].some((sign) => sign.test(name))).length
  const [evm, solana] = [count('evm'), count('solana')]
  if (evm === solana) return undefined
  return evm > solana ? 'evm' : 'solana'
}

/**
 * Derives the effect of a method from its name. An unknown method counts as a write, which the
 * gateway never sends twice; a read is then only slower.
 */
export const effectOf = (name: string): Derived<Effect> => {
  const rule = effectRules.find(({ pattern }) => pattern.test(name))
  return rule ?? { value: 'write', reason: 'its name says nothing, and a write is never sent twice' }
}

/**
 * Derives the param that selects the state to read from the types: the first that accepts block
 * tags or a commitment.
 */
export const positionOf = (contract: Contract, { params, 'x-family': family }: ContractMethod): Position => {
  const member = (param: number, name: string, kind: 'block' | 'commitment') =>
    schemasAt(contract, params[param]!.schema, [name]).some((schema) => isOf(contract, schema, kind))
  for (const [param, { schema }] of params.entries()) {
    if (family === 'solana') {
      if (member(param, 'commitment', 'commitment')) return { kind: 'commitment', param }
      continue
    }
    if (isOf(contract, schema, 'block')) return { kind: 'block', param }
    if (member(param, 'fromBlock', 'block') && member(param, 'toBlock', 'block')) return { kind: 'block-range', param }
  }
  return { kind: 'none' }
}

/** Names of a contract's address in an object: of a transaction, of a filter. */
const addressMembers = ['to', 'address']

/** The place of a contract address in a parameter: undefined if none, null if no pointer fits. */
const addressIn = (contract: Contract, { name, schema }: ContractMethod['params'][number], index: number) => {
  const places = placesOfValues(contract, schema, pointer(index), name).filter((place) => isAddress(contract, place))
  if (places.length === 0) return undefined
  const paths = new Set(places.map(({ path }) => path))
  const all = [pointer(index), ...addressMembers.map((member) => pointer(index, member))]
  return all.find((path) => paths.has(path)) ?? null
}

/** The parts of a declaration that fit a method's params; undefined if an address does not. */
const fitting = (
  contract: Contract,
  method: ContractMethod,
  { addresses, beside = [] }: ContractPlaces,
): ContractPlaces | undefined => {
  const isThere = (text: string) => schemasInParams(contract, method, text).length > 0
  const kept = beside.filter(isThere)
  if (!addresses.every(isThere)) return undefined
  return kept.length === 0 ? { addresses } : { addresses, beside: kept }
}

/**
 * A limited key's access to a method: the known one, else the addresses and the block that its
 * types show. Undefined for none, as a param may name a contract elsewhere.
 */
export const contractsOf = (
  contract: Contract,
  method: ContractMethod,
  position: Position,
  known: ContractAccess | undefined,
): ContractAccess | undefined => {
  if (known === 'open') return known
  const same = known && fitting(contract, method, known)
  if (same !== undefined) return same
  if (method['x-family'] !== 'evm' || method['x-effect'] === 'write') return undefined
  const found = method.params.map((param, index) => addressIn(contract, param, index))
  const addresses = found.filter((path) => typeof path === 'string')
  if (addresses.length === 0 || found.includes(null)) return undefined
  const beside = position.kind === 'block' && position.param !== undefined ? [pointer(position.param)] : []
  return beside.length === 0 ? { addresses } : { addresses, beside }
}
