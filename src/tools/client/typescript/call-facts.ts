import type { Contract, ContractMethod } from '../../../contract/contract.js'
import { listedErrors } from '../../../contract/with-errors.js'
import { number } from './markdown.js'
import { callsOf } from './watched-kinds.js'

export const limitsText = ({
  'x-credits': credits,
  'x-limits': { timeoutMs, maxParameters, maxResults },
}: ContractMethod): string =>
  [
    `${number(credits)} credits`,
    `${number(timeoutMs / 1000)} s`,
    ...(maxParameters === undefined ? [] : [`${number(maxParameters)} parameters`]),
    ...(maxResults === undefined ? [] : [`${number(maxResults)} results`]),
  ].join(', ')

/** The errors that every method of a family lists, in the order of the first one. */
export const commonErrors = (contract: Contract, family: ContractMethod['x-family']): readonly string[] => {
  const { methods } = callsOf(contract)
  const lists = methods.filter((method) => method['x-family'] === family).map(listedErrors)
  return lists[0]?.filter((name) => lists.every((list) => list.includes(name))) ?? []
}

/** The errors that a method lists besides those of its family, and where these are found. */
export const errorsText = (contract: Contract, method: ContractMethod, common: string): string => {
  const ofFamily = commonErrors(contract, method['x-family'])
  const own = listedErrors(method).filter((name) => !ofFamily.includes(name))
  const others = `those of every call (${common})`
  return own.length === 0 ? others : `${own.join(', ')}, and ${others}`
}
