import { leftOut, type Position } from '../../../generated/methods.js'
import type { BlockByHash, BlockByNumber, BlockNumberOrTag, LogFilter } from '../../../generated/types.js'
import { quantityOf } from '../../runtime/quantity.js'

/**
 * State that a call reads if its params do not name one. The stages rely on these values: another
 * default in the contract does not compile.
 */
export const LEFT_OUT: { readonly block: 'latest'; readonly commitment: 'finalized' } = leftOut

/** A block as a caller names it: by number, by tag, or by its hash. */
export type BlockParameter =
  | { readonly kind: 'number'; readonly number: bigint }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'hash'; readonly hash: string }

/** True if the block is the newest one, whichever that is; so it is when left out. */
export const isNewest = (block: BlockParameter | undefined): boolean =>
  block === undefined || (block.kind === 'tag' && (block.tag === 'latest' || block.tag === 'pending'))

/** The number of a block if it is always the same one: a number, or the first block. */
export const fixedNumberOf = (block: BlockParameter | undefined): bigint | undefined => {
  if (block?.kind === 'number') return block.number
  return block?.kind === 'tag' && block.tag === 'earliest' ? 0n : undefined
}

/** A block's number as a param. */
export const blockParameterOf = (number: bigint): BlockNumberOrTag => quantityOf(number) as BlockNumberOrTag

/** The block parameters of a call; `hash` excludes the other two. */
export interface BlockRange {
  readonly from?: BlockParameter | undefined
  readonly to?: BlockParameter | undefined
  readonly hash?: BlockParameter | undefined
}

/**
 * Reads a block parameter that passed the contract's schema. Null and undefined count as absent.
 *
 * Source  EIP-1898 (objects); docs/specification.md, "Conventions" (numbers and tags)
 */
export const readBlockParameter = (value: unknown): BlockParameter | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') {
    if (!value.startsWith('0x')) return { kind: 'tag', tag: value }
    return value.length === 66 ? { kind: 'hash', hash: value } : { kind: 'number', number: BigInt(value) }
  }
  const { blockNumber, blockHash } = value as Partial<
    Pick<BlockByNumber, 'blockNumber'> & Pick<BlockByHash, 'blockHash'>
  >
  return readBlockParameter(blockHash ?? blockNumber)
}

/** True if a range begins at a number and ends at a tag, `latest` if left out. */
export const isOpenRange = ({ from, to }: BlockRange): boolean => from?.kind === 'number' && to?.kind !== 'number'

/** Reads the block parameters at the contract's position. One block counts as a range of one. */
export const readBlockRange = (position: Position, params: readonly unknown[]): BlockRange => {
  if (position.kind === 'block') {
    const block = readBlockParameter(params[position.param])
    return block?.kind === 'hash' ? { hash: block } : { from: block, to: block }
  }
  if (position.kind === 'block-range') {
    const filter = (params[position.param] ?? {}) as Pick<LogFilter, 'fromBlock' | 'toBlock' | 'blockHash'>
    return {
      from: readBlockParameter(filter.fromBlock),
      to: readBlockParameter(filter.toBlock),
      hash: readBlockParameter(filter.blockHash),
    }
  }
  return {}
}
