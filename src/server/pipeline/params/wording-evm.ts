import type { MethodRow, ValueKind } from '../../../../generated/methods.js'
import type { BlockByHash, BlockByNumber, LogFilter } from '../../../../generated/types.js'
import { quoted, type Violation } from './violation.js'

/** geth's type name for a hex string, and its number of digits. */
const FIXED_HEX = {
  address: { type: 'common.Address', digits: 40 },
  hash: { type: 'common.Hash', digits: 64 },
} as const satisfies Partial<Record<ValueKind, { type: string; digits: number }>>
/** Members with their own messages. Renaming one in the contract breaks compilation here. */
const TOPICS: keyof LogFilter = 'topics'
const BLOCK_HASH: keyof BlockByHash = 'blockHash'
const BLOCK_NUMBER: keyof BlockByNumber = 'blockNumber'

/**
 * The message of a contract violation on an EVM network, in geth's words.
 *
 * Source  go-ethereum rpc/json.go, common/hexutil, eth/filters/api.go, internal/ethapi
 *         (decodeStorageKey); docs/wire-facts.md, 1.1
 */
export const evmWording = (row: MethodRow, violation: Violation): string => {
  if (violation.index === undefined) return countWording(row, violation)
  if (violation.kind === 'storage-key' && typeof violation.value === 'string') return storageKeyWording(violation.value)
  return `invalid argument ${violation.index}: ${problemOf(row, violation)}`
}

const countWording = (row: MethodRow, { value, keyword }: Violation): string =>
  keyword === 'minItems'
    ? `missing value for required argument ${(value as unknown[]).length}`
    : `too many arguments, want at most ${row.params.length}`

const storageKeyWording = (key: string): string =>
  /^0x[0-9a-fA-F]{65,}$/.test(key)
    ? `storage key too long (want at most 32 bytes): ${quoted(key)}`
    : `invalid hex in storage key: ${quoted(key)}`

const problemOf = (row: MethodRow, violation: Violation): string => {
  const { kind, path, keyword, value } = violation
  if (kind === 'addresses') return addressesProblem(value)
  if (kind === 'topics') return topicProblem(value)
  if (keyword === 'maxItems' && path.endsWith(`/${TOPICS}`)) return 'exceed max topics'
  if (keyword === 'minimum' || keyword === 'maximum') return `number out of range: ${value}`
  if (kind === 'block' || isPosition(row, violation)) return blockProblem(value)
  if (kind === 'address' || kind === 'hash') return fixedHexProblem(value, FIXED_HEX[kind])
  const type = kind === 'storage-key' ? 'string' : isLogFilter(row, violation) ? 'filters.input' : undefined
  return `json: cannot unmarshal ${jsonType(value)} into Go value${type === undefined ? '' : ` of type ${type}`}`
}

/** True for the parameter that chooses the block. Its other accepted forms do not matter here. */
const isPosition = ({ position }: MethodRow, { index }: Violation): boolean =>
  position.kind === 'block' && position.param === index

/** True for the whole parameter that is a filter of logs. */
const isLogFilter = ({ position }: MethodRow, { index, path }: Violation): boolean =>
  position.kind === 'block-range' && position.param === index && path === `/${index}`

const addressesProblem = (value: unknown): string => {
  if (typeof value === 'string') return `invalid address: ${fixedHexProblem(value, FIXED_HEX.address)}`
  if (!Array.isArray(value)) return 'invalid addresses in query'
  const index = value.findIndex((element) => typeof element !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(element))
  if (typeof value[index] !== 'string') return `non-string address at index ${index}`
  return `invalid address at index ${index}: ${fixedHexProblem(value[index], FIXED_HEX.address)}`
}

const topicProblem = (value: unknown): string => {
  const bad = Array.isArray(value)
    ? value.find((element) => element !== null && !(typeof element === 'string' && /^0x[0-9a-fA-F]{64}$/.test(element)))
    : value
  return typeof bad === 'string' ? fixedHexProblem(bad, FIXED_HEX.hash) : 'invalid topic(s)'
}

const fixedHexProblem = (value: unknown, { type, digits }: { type: string; digits: number }): string => {
  if (typeof value !== 'string') return `json: cannot unmarshal non-string into Go value of type ${type}`
  if (!value.startsWith('0x'))
    return `json: cannot unmarshal hex string without 0x prefix into Go value of type ${type}`
  const length = value.length - 2
  if (length % 2 === 1) return `json: cannot unmarshal hex string of odd length into Go value of type ${type}`
  if (length !== digits) return `hex string has length ${length}, want ${digits} for ${type}`
  return `json: cannot unmarshal invalid hex string into Go value of type ${type}`
}

const blockProblem = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) {
    return BLOCK_HASH in value && BLOCK_NUMBER in value
      ? 'cannot specify both BlockHash and BlockNumber, choose one or the other'
      : 'at least one of BlockNumber or BlockHash is needed if a dictionary is provided'
  }
  if (typeof value !== 'string')
    return `json: cannot unmarshal ${jsonType(value)} into Go value of type rpc.BlockNumber`
  if (!value.startsWith('0x')) return 'hex string without 0x prefix'
  if (value === '0x') return 'hex string "0x"'
  return /^0x[0-9a-fA-F]+$/.test(value) ? 'hex number > 64 bits' : 'invalid hex string'
}

const jsonType = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint') return 'number'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
