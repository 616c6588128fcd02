import type { MethodRow } from '../../../generated/methods.js'
import type { BlockByHash, LogFilter } from '../../../generated/types.js'
import { type BlockParameter, readBlock } from './block-parameter.js'

/**
 * From when on the answer to a call can no longer change: a block's number (once that block is
 * final), or a word.
 *
 * `always`   whatever block it is: the answer is a constant of the chain
 * `hash`     the block is named by its hash, so there is only one
 * `result`   the block's number stands in the result (a receipt), as `blockNumber`
 */
export type Finality = bigint | 'always' | 'hash' | 'result'

/**
 * When a call's answer becomes final, by what the contract says of its method (`x-finality`,
 * `x-position`); undefined: never.
 *
 * `earliest` is block 0; every other tag moves, and a block left out is `latest`. A hash with
 * `requireCanonical` never is: a reorganization turns the answer into an error. Nothing of a Solana
 * network is final: a caller names a commitment there, never a slot, so every answer is of the
 * newest slot there is.
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

/**
 * What names blocks in a filter, as it was sent: a member of another name in the contract does not
 * compile.
 */
type Filter = Partial<Readonly<Record<keyof Pick<LogFilter, 'fromBlock' | 'toBlock' | 'blockHash'>, unknown>>>

const finalityOfBlock = (value: unknown): Finality | undefined => {
  if (
    typeof value === 'object' &&
    (value as Partial<Pick<BlockByHash, 'requireCanonical'>> | null)?.requireCanonical === true
  )
    return
  const block = readBlock(value)
  return block?.kind === 'hash' ? 'hash' : numberOf(block)
}

/** A range is final once its end is. */
const finalityOfRange = ({ fromBlock, toBlock, blockHash }: Filter): Finality | undefined => {
  if (readBlock(blockHash) !== undefined) return 'hash'
  const [from, to] = [numberOf(readBlock(fromBlock)), numberOf(readBlock(toBlock))]
  return from === undefined || to === undefined || from > to ? undefined : to
}

const numberOf = (block: BlockParameter | undefined): bigint | undefined => {
  if (block?.kind === 'number') return block.number
  return block?.kind === 'tag' && block.tag === 'earliest' ? 0n : undefined
}
