import type { Contract, ContractMethod, Schema } from '../../contract.js'
import { type ContractMistake, pointer } from '../mistake.js'
import { canBeArray, isOf, letsPass, placesOfValues, schemasAt } from '../values.js'

const addressName = /address|contract|^to$/i

/** Where the params of a method may hold a contract address, as pointers into the params. */
const addressPlaces = (contract: Contract, method: ContractMethod): string[] =>
  method.params.flatMap(({ name: param, schema }, index) =>
    placesOfValues(contract, schema, pointer(index), param)
      .filter(
        ({ name, schema: inner }) =>
          isOf(contract, inner, 'address') || (addressName.test(name) && letsPass(contract, inner, 'address')),
      )
      .map(({ path }) => path),
  )

/** The places that may hold a contract address although no pointer of `x-contracts` leads there, and no reason is given. */
const unseenAddresses = (contract: Contract, method: ContractMethod): readonly string[] => {
  const { 'x-family': family, 'x-contracts': seen, 'x-reasons': reasons } = method
  if (family !== 'evm' || (seen !== undefined && reasons?.['x-contracts'] !== undefined)) return []
  // Beside a contract that is shown, members of other params (a sender, a fee recipient) are no contract that is asked.
  const isShown = (place: string) =>
    (seen ?? []).some((text) => text === place || text.startsWith(`${place}/`) || place.split('/').length > 2)
  return [...new Set(addressPlaces(contract, method))].filter((place) => !isShown(place))
}

/**
 * Whether the contract shows every contract address that a call of the method names. A key that is limited to contracts may not call another
 * method: what it asks for cannot be seen.
 */
export const showsContracts = (contract: Contract, method: ContractMethod): boolean => {
  const isKept = method['x-contracts'] === undefined && method['x-reasons']?.['x-contracts'] !== undefined
  return !isKept && unseenAddresses(contract, method).length === 0
}

const schemasOf = (contract: Contract, method: ContractMethod, text: string): readonly Schema[] => {
  const [, first = '', ...rest] = text.split('/')
  const param = method.params[Number(first)]
  return param === undefined ? [] : schemasAt(contract, param.schema, rest)
}

const lintPointers = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] =>
  (method['x-contracts'] ?? []).flatMap((text, index) => {
    const schemas = schemasOf(contract, method, text)
    const places = schemas.flatMap((schema) => placesOfValues(contract, schema, '', ''))
    if (
      schemas.length === 0 ||
      places.some((place) => place.path === '' && letsPass(contract, place.schema, 'address'))
    )
      return []
    return [{ path: `${path}/x-contracts/${index}`, message: `no contract address can stand at ${text}` }]
  })

const lintPresence = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const { 'x-contracts': seen, 'x-reasons': reasons } = method
  if (reasons?.['x-contracts'] !== undefined)
    return (seen ?? []).length === 0
      ? []
      : [{ path: `${path}/x-reasons/x-contracts`, message: 'a reason is for x-contracts that is empty or left out' }]
  if (seen !== undefined && seen.length === 0)
    return [{ path: `${path}/x-contracts`, message: 'an empty list needs its reason, in x-reasons (x-contracts)' }]
  const [unseen] = unseenAddresses(contract, method)
  const isWrite = (method as { readonly 'x-effect'?: unknown })['x-effect'] === 'write' && method['x-family'] === 'evm'
  if (unseen === undefined && !(isWrite && seen === undefined)) return []
  const right =
    unseen === undefined
      ? 'a transaction names a contract that the params do not show'
      : `${unseen} may hold a contract address: x-contracts must have ${JSON.stringify(unseen)}`
  return [
    {
      path: seen === undefined ? path : `${path}/x-contracts`,
      message: `${right}, or x-reasons (x-contracts) says why keys limited to contracts may (an empty list) or may not (left out) call ${method.name}`,
    },
  ]
}

const lintCounted = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] =>
  (method['x-limits']?.countedParameters ?? []).flatMap((text, index) => {
    const schemas = schemasOf(contract, method, text)
    if (schemas.length === 0 || schemas.some((schema) => canBeArray(contract, schema))) return []
    return [
      {
        path: `${path}/x-limits/countedParameters/${index}`,
        message: `${text} takes no array, so there is nothing to count`,
      },
    ]
  })

const lintResults = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] =>
  method['x-limits']?.maxResults === undefined || canBeArray(contract, method.result.schema)
    ? []
    : [
        {
          path: `${path}/x-limits/maxResults`,
          message: `the result of ${method.name} is no array: leave maxResults out`,
        },
      ]

/** What is said about places in params against the types there: contract addresses, and what is counted. */
export const lintPlaces = (contract: Contract): ContractMistake[] =>
  contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    return [
      ...lintPointers(contract, method, path),
      ...lintPresence(contract, method, path),
      ...lintCounted(contract, method, path),
      ...lintResults(contract, method, path),
    ]
  })
