import type { Contract, ContractMethod } from '../../contract.js'
import { stepsOf } from '../../json-pointer.js'
import { methodRule } from '../rule.js'
import { accepts, isOf, letsPass, schemasAt } from '../values.js'

/** The missing condition for the gateway to know a method's answer, if any. */
const answerNeeds = (
  contract: Contract,
  method: ContractMethod,
  answers: NonNullable<ContractMethod['x-answers']>,
): string | undefined => {
  const { 'x-family': family, 'x-finality': finality, params, result } = method
  if (family !== 'evm') return 'the family evm'
  if (params.length > 0) return 'a method without params'
  if (!isOf(contract, result.schema, 'quantity')) return 'a quantity ("0x1") as its result'
  if (answers === 'chain-id') return finality === 'constant' ? undefined : 'x-finality constant: a chain keeps its id'
  return finality === 'never' ? undefined : 'x-finality never: there will be a newer block'
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
 * (`x-answers`, `x-proof`, `x-unknown-as`).
 */
export const lintKnownAnswers = methodRule((method, report, contract) => {
  const { 'x-answers': answers, 'x-proof': proof, 'x-unknown-as': unknown, name, result } = method
  const known = answers === undefined ? undefined : answerNeeds(contract, method, answers)
  if (known !== undefined) report('/x-answers', `${answers} needs ${known}, and ${name} has it not`)
  const storageProof = proof === undefined ? undefined : storageProofNeeds(contract, method)
  if (storageProof !== undefined) report('/x-proof', `${proof} needs ${storageProof}, and ${name} has it not`)
  const places = unknown === undefined ? [] : schemasAt(contract, result.schema, stepsOf(unknown.at))
  if (unknown !== undefined && !places.some((schema) => accepts(contract, schema, unknown.is)))
    report('/x-unknown-as', `the result of ${name} cannot have ${JSON.stringify(unknown.is)} at ${unknown.at}`)
})
