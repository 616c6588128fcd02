import type { FollowedBlock, ResumePoint } from '../followed-block.js'
import type { ReadBlock } from './read-block.js'
import type { BlockRing } from './ring.js'

/** The maximum number of blocks between a resume point and the newest block. */
export const MAX_REPLAY = 128n

/** A block of a replay, delivered by this follower or not. */
export type ReplayBlock = FollowedBlock | ReadBlock

/** A block that has to be fetched. `number`: of a canonical one. */
interface Missing {
  readonly kind: 'missing'
  readonly hash: string
  readonly number?: bigint
}

/** The blocks of a replay, or what has to be fetched to find them. */
export type ReplayPlan =
  | { readonly kind: 'found'; readonly removed: readonly ReplayBlock[]; readonly added: readonly ReplayBlock[] }
  | Missing
  | { readonly kind: 'out-of-reach' }

const OUT_OF_REACH: ReplayPlan = { kind: 'out-of-reach' }

/**
 * Finds the blocks from a resume point to the ring's newest one. `known`: blocks besides the
 * ring's.
 */
export const planReplay = (
  ring: BlockRing,
  known: (hash: string) => ReadBlock | undefined,
  { blockHash, logIndex }: ResumePoint,
): ReplayPlan => {
  const lowest = ring.newest!.number - MAX_REPLAY
  const blockOf = (hash: string): ReplayBlock | undefined => ring.get(hash) ?? known(hash)
  const lower = new LowerBlocks(ring, blockOf)
  const removed: ReplayBlock[] = []
  for (let hash = blockHash; ; ) {
    const block = blockOf(hash)
    if (block === undefined) return { kind: 'missing', hash }
    if (block.number < lowest || block.number > ring.newest!.number + MAX_REPLAY) return OUT_OF_REACH
    const above = ring.isCanonical(hash) ? ring.above(hash) : lower.above(block)
    if (above !== undefined && 'kind' in above) return above
    if (above !== undefined) {
      // A subscriber has the head of its resume point, but perhaps not all logs.
      const isPartial = removed.length === 0 && logIndex !== undefined
      return { kind: 'found', removed, added: isPartial ? [block, ...above] : above }
    }
    removed.push(block)
    const parent = blockOf(block.parentHash)
    if (parent !== undefined && parent.number !== block.number - 1n) return OUT_OF_REACH
    hash = block.parentHash
  }
}

/** Canonical blocks below the ring, found along parent hashes. */
class LowerBlocks {
  /** Newest first. */
  private readonly blocks: ReplayBlock[] = []

  constructor(
    private readonly ring: BlockRing,
    private readonly blockOf: (hash: string) => ReplayBlock | undefined,
  ) {}

  /**
   * The canonical blocks above one below the ring, oldest first; undefined if it is not such a
   * block.
   */
  above(block: ReplayBlock): ReplayBlock[] | Missing | undefined {
    const { ring, blocks } = this
    let last: ReplayBlock = blocks.at(-1) ?? ring.oldest!
    while (last.number > block.number) {
      const next = this.blockOf(last.parentHash)
      if (next === undefined) return { kind: 'missing', hash: last.parentHash, number: last.number - 1n }
      // Numbers that contradict the parent hashes are no chain.
      if (next.number !== last.number - 1n) return undefined
      blocks.push(next)
      last = next
    }
    if (last.hash !== block.hash) return undefined
    const between = blocks.slice(0, blocks.indexOf(last)).reverse()
    return [...between, ring.oldest!, ...ring.above(ring.oldest!.hash)]
  }
}
