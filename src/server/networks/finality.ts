import type { MethodRow } from '../../../generated/methods.js'
import type { BlockByHash, LogFilter } from '../../../generated/types.js'
import { fixedNumberOf, readBlockParameter } from './block-parameter.js'

/**
 * When the answer to a call becomes final: once this block number is final, or a word.
 *
 * `always`   the answer is a constant of the chain
 * `hash`     the call names its block by hash, so the block cannot change
 * `result`   once the block in the result's `blockNumber` is final (a receipt)
 */
export type Finality = bigint | 'always' | 'hash' | 'result'

/**
 * When a call's answer becomes final, from the contract's `x-finality` and `x-position`; undefined:
 * never.
 *
 * `earliest` is block 0; every other tag moves, and a missing block means `latest`. A hash with
 * `requireCanonical` never becomes final: a reorganization turns the answer into an error. Nor does
 * any Solana answer: callers name a commitment, never a slot, so every answer is about the newest
 * slot.
 * Source  EIP-1898; docs/specification.md, "Conventions"
 */
export const finalityOf = (row: MethodRow, params: readonly unknown[]): Finality | undefined => {
  if (row.finality === 'never') return undefined
  if (row.finality === 'constant') return 'always'
  const { position } = row
  if (position.kind === 'block') return finalityOfBlock(params[position.param])
  if (position.kind === 'block-range') return finalityOfRange((params[position.param] ?? {}) as Filter)
  return position.kind === 'none' ? 'result' : undefined
}

/** The filter members that name blocks. Renaming one in the contract breaks compilation here. */
type Filter = Partial<Readonly<Record<keyof Pick<LogFilter, 'fromBlock' | 'toBlock' | 'blockHash'>, unknown>>>

const finalityOfBlock = (value: unknown): Finality | undefined => {
  if (
    typeof value === 'object' &&
    (value as Partial<Pick<BlockByHash, 'requireCanonical'>> | null)?.requireCanonical === true
  )
    return
  const block = readBlockParameter(value)
  return block?.kind === 'hash' ? 'hash' : fixedNumberOf(block)
}

/** A range is final once its last block is. */
const finalityOfRange = ({ fromBlock, toBlock, blockHash }: Filter): Finality | undefined => {
  if (readBlockParameter(blockHash) !== undefined) return 'hash'
  const [from, to] = [fixedNumberOf(readBlockParameter(fromBlock)), fixedNumberOf(readBlockParameter(toBlock))]
  return from === undefined || to === undefined || from > to ? undefined : to
}
