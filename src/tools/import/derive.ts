import type { Contract, ContractMethod, Position } from '../../contract/contract.js'
import { pointer } from '../../contract/lint/mistake.js'
import { isOf, letsPass, placesOfValues, schemasAt } from '../../contract/lint/values.js'
import { type Effect, effectRules, familySigns } from './rules.js'

/** Something derived, and from what. */
export interface Derived<Value> {
  readonly value: Value
  readonly reason: string
}

/** The family that the names of a document's methods speak of; undefined: of none, or of both as much. */
export const familyOf = (names: readonly string[]): ContractMethod['x-family'] | undefined => {
  const count = (family: ContractMethod['x-family']) =>
    names.filter((name) => familySigns[family].some((sign) => sign.test(name))).length
  const [evm, solana] = [count('evm'), count('solana')]
  if (evm === solana) return undefined
  return evm > solana ? 'evm' : 'solana'
}

/** How a method may be asked, by its name. What no rule knows is taken for a write: that is never asked twice, and only slower. */
export const effectOf = (name: string): Derived<Effect> => {
  const rule = effectRules.find(({ pattern }) => pattern.test(name))
  return rule ?? { value: 'write', reason: 'its name says nothing, and a write is never sent twice' }
}

/** Where params say which state is read, by their types: the first that lets block tags or a commitment pass. */
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

/** The names that a contract's address has in an object: of a transaction, of a filter. */
const addressMembers = ['to', 'address']

/**
 * Where the params of an EVM method name contracts: for each parameter that may hold an address one pointer. Undefined: there is a parameter
 * whose addresses no pointer leads to, such as those in the names of members.
 */
export const contractPointersOf = (contract: Contract, { params }: ContractMethod): readonly string[] | undefined => {
  const found = params.map(({ name, schema }, index) => {
    const places = placesOfValues(contract, schema, pointer(index), name).filter(
      ({ schema: inner, name: own }) =>
        isOf(contract, inner, 'address') ||
        (/address|contract|^to$/i.test(own) && letsPass(contract, inner, 'address')),
    )
    if (places.length === 0) return []
    const paths = new Set(places.map(({ path }) => path))
    const best = [pointer(index), ...addressMembers.map((member) => pointer(index, member))].find((path) =>
      paths.has(path),
    )
    return best === undefined ? undefined : [best]
  })
  return found.every((one) => one !== undefined) ? found.flat() : undefined
}
