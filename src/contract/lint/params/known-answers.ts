import type { Contract, ContractMethod } from '../../contract.js'
import { type ContractMistake, pointer } from '../mistake.js'
import { isOf, letsPass } from '../values.js'

/** The missing condition for a method to answer with the number of the newest block, if any. */
const newestBlockNeeds = (contract: Contract, method: ContractMethod): string | undefined => {
  if (method['x-family'] !== 'evm') return 'the family evm'
  if (method.params.length > 0) return 'a method without params'
  if (!isOf(contract, method.result.schema, 'quantity')) return 'a quantity ("0x1") as its result'
  return method['x-finality'] === 'never' ? undefined : 'x-finality never: there will be a newer block'
}

/** The missing condition for eth_getProof to prove a method's answers, if any. */
const storageProofNeeds = (contract: Contract, method: ContractMethod): string | undefined => {
  const { 'x-family': family, 'x-failover': failover, 'x-position': position, params, result } = method
  const [address, key, block] = params
  if (family !== 'evm') return 'the family evm'
  if (!failover) return 'x-failover true: only what a partner answers is proven'
  if (address === undefined || !isOf(contract, address.schema, 'address')) return 'an address as its first parameter'
  if (key === undefined || !isOf(contract, key.schema, 'storage-key'))
    return 'a storage position as its second parameter'
  if (block === undefined || position.kind !== 'block' || position.param !== 2) return 'a block as its third parameter'
  return letsPass(contract, result.schema, 'hash') ? undefined : 'a storage value as its result'
}

/**
 * Checks the types of methods about whose answers the gateway's code makes assumptions
 * (`x-answers`, `x-proof`).
 */
export const lintKnownAnswers = (contract: Contract): ContractMistake[] =>
  contract.methods.flatMap((method, index) => {
    const { 'x-answers': answers, 'x-proof': proof } = method
    const lacking = [
      ['x-answers', answers, answers === undefined ? undefined : newestBlockNeeds(contract, method)],
      ['x-proof', proof, proof === undefined ? undefined : storageProofNeeds(contract, method)],
    ] as const
    return lacking.flatMap(([name, value, need]) =>
      need === undefined
        ? []
        : [{ path: pointer('methods', index, name), message: `${value} needs ${need}, and ${method.name} has it not` }],
    )
  })
