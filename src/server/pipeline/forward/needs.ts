import type { MethodRow } from '../../../../generated/methods.js'
import { type BlockParameter, LEFT_OUT, readBlockRange } from '../../networks/block-parameter.js'
import type { Head } from '../../networks/head.js'
import { type Needs, needsOfMethod } from '../../upstreams/upstream.js'
import { asksForLogs } from '../logs/log-range.js'
import type { ChargedCall } from '../stage.js'

/** State that a non-archive node keeps: geth, reth and nethermind keep the newest 128 blocks. */
const RECENT_STATES = 128n

/**
 * A call's requirements for an upstream, by the position of its blocks: an archive for old state;
 * for logs, one that accepts the range; rather one that has the newest block named.
 *
 * Ranges with a tag count from the polled head. Without a head, or by hash, the range is unknown
 * and excludes no upstream.
 */
export const needsOf = (
  row: MethodRow,
  head: Pick<Head, 'known' | 'finalized' | 'newestServed'>,
): ((call: ChargedCall) => Needs) => {
  const plain = needsOfMethod(row.name)
  const old: Needs = { ...plain, isArchive: true }
  const { position } = row
  if (position.kind === 'block') {
    return ({ params }) => {
      const block = params[position.param]
      // The most common case.
      if (block === undefined || block === LEFT_OUT.block) return plain
      const { from } = readBlockRange(position, params)
      const number = numberOf(from, head)
      const newest = head.known?.number
      if (number !== undefined && newest !== undefined && number + RECENT_STATES <= newest) return old
      return from?.kind === 'number' && isShown(from.number, head) ? { ...plain, block: from.number } : plain
    }
  }
  if (asksForLogs(row)) {
    return ({ params }) => {
      const { from, to, hash } = readBlockRange(position, params)
      if (hash !== undefined) return plain
      const [first, last] = [numberOf(from, head), numberOf(to, head)]
      if (first === undefined || last === undefined || last < first) return plain
      const block = to?.kind === 'number' && isShown(last, head) ? last : undefined
      return { ...plain, blockRange: Number(last - first) + 1, block }
    }
  }
  return () => plain
}

/**
 * True if the network has shown the block. One node alone may claim more, and is not preferred for
 * that.
 */
const isShown = (number: bigint, { known, newestServed }: Pick<Head, 'known' | 'newestServed'>): boolean =>
  number <= (known?.number ?? -1n) || number <= (newestServed ?? -1n)

/** A block's number, if known; a filter without a block means `latest`. */
const numberOf = (block: BlockParameter | undefined, head: Pick<Head, 'known' | 'finalized'>): bigint | undefined => {
  if (block?.kind === 'number') return block.number
  if (block?.kind === 'hash' || block?.tag === 'safe') return undefined
  if (block?.tag === 'earliest') return 0n
  return block?.tag === 'finalized' ? head.finalized : head.known?.number
}
