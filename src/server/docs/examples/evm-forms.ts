import type { SourceValue } from './source-text.js'
import {
  as,
  bigOf,
  type CallOf,
  hashOf,
  hexOf,
  listOf,
  type Members,
  membersOf,
  numberOf,
  type ParamForm,
  positional,
  tagOf,
} from './wire-call.js'

export const blockOf = (value: unknown): SourceValue => tagOf(value) ?? numberOf(value)

/**
 * A call with the block as its last argument. The libraries use the latest block by default, so the
 * argument is left out for it.
 */
export const atBlock = (name: string, ...forms: readonly ParamForm[]): CallOf => {
  const whole = positional(name, ...forms, blockOf)
  return (params) =>
    whole(params.at(-1) === 'latest' && params.length === forms.length + 1 ? params.slice(0, -1) : params)
}

const topicsOf = listOf((topic) => (topic === null ? null : (hexOf(topic) ?? listOf(hexOf)(topic))))

/** A filter of logs, as ethers and web3.js take it. */
export const logFilterOf = (value: unknown): Members | undefined =>
  membersOf(value, {
    address: as('address', (member) => hexOf(member) ?? listOf(hexOf)(member)),
    fromBlock: as('fromBlock', blockOf),
    toBlock: as('toBlock', blockOf),
    blockHash: as('blockHash', hashOf),
    topics: as('topics', topicsOf),
  })

/** A transaction, for a library with these names for its sender and its gas. */
export const transactionWith =
  (from: string, gas: string) =>
  (value: unknown): Members | undefined =>
    membersOf(value, {
      from: as(from, hexOf),
      to: as('to', hexOf),
      data: as('data', hexOf),
      input: as('data', hexOf),
      gas: as(gas, bigOf),
      gasPrice: as('gasPrice', bigOf),
      maxFeePerGas: as('maxFeePerGas', bigOf),
      maxPriorityFeePerGas: as('maxPriorityFeePerGas', bigOf),
      nonce: as('nonce', numberOf),
      value: as('value', bigOf),
    })
