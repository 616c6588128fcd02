import type { MethodRow } from '../../../generated/methods.js'
import { type BlockParameter, LEFT_OUT, readBlockRange } from '../../networks/block-parameter.js'
import type { Head } from '../../networks/head.js'
import type { Needs } from '../../upstreams/pool.js'
import type { Timed } from '../stage.js'

/** State that a node without an archive keeps: geth, reth and nethermind keep that of the newest 128 blocks. */
const RECENT_STATES = 128n

/**
 * What a call needs of an upstream, by the contract's position of its blocks: an archive for old state, for logs one that takes the range.
 *
 * Ranges with a tag count from the network's head by the poll; without one, or by hash, the range is not known and excludes no upstream.
 */
export const needsOf = (row: MethodRow, head: Pick<Head, 'known' | 'finalized'>): ((call: Timed) => Needs) => {
  const plain: Needs = { method: row.name, isArchive: false, blockRange: undefined }
  const old: Needs = { ...plain, isArchive: true }
  const { position } = row
  if (position.kind === 'block') {
    return ({ params }) => {
      const block = params[position.param]
      // By far the most calls.
      if (block === undefined || block === LEFT_OUT.block) return plain
      const number = numberOf(readBlockRange(position, params).from, head)
      const newest = head.known?.number
      return number !== undefined && newest !== undefined && number + RECENT_STATES <= newest ? old : plain
    }
  }
  if (position.kind === 'block-range') {
    return ({ params }) => {
      const { from, to, hash } = readBlockRange(position, params)
      if (hash !== undefined) return plain
      const [first, last] = [numberOf(from, head), numberOf(to, head)]
      if (first === undefined || last === undefined || last < first) return plain
      return { ...plain, blockRange: Number(last - first) + 1 }
    }
  }
  return () => plain
}

/** A block's number as far as it is known; a filter that names none means `latest`. */
const numberOf = (block: BlockParameter | undefined, head: Pick<Head, 'known' | 'finalized'>): bigint | undefined => {
  if (block?.kind === 'number') return block.number
  if (block?.kind === 'hash' || block?.tag === 'safe') return undefined
  if (block?.tag === 'earliest') return 0n
  return block?.tag === 'finalized' ? head.finalized : head.known?.number
}
