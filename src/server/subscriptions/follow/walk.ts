import type { BlockFetcher } from './block-fetcher.js'
import type { ReadBlock } from './read-block.js'
import type { BlockRing } from './ring.js'

/** The widest gap that is walked. */
const MAX_GAP = 1_024n

/** Blocks above the ring's canonical block `forkHash`, oldest first. */
export interface ChainBranch {
  readonly forkHash: string
  readonly blocks: readonly ReadBlock[]
}

/**
 * Walks from a node's newest block by parent hashes to the ring. Undefined if a block is missing;
 * what was fetched stays with the fetcher.
 */
export const walkToRing = async (
  newest: ReadBlock,
  ring: BlockRing,
  fetcher: BlockFetcher,
): Promise<ChainBranch | 'gap_too_wide' | undefined> => {
  const base = ring.newest!.number
  const bottom = ring.oldest!.number
  if (newest.number - base > MAX_GAP) return 'gap_too_wide'
  const blocks = [newest]
  // Each number is asked for once: what no node gave by number is asked for by its hash.
  let askedDownTo = newest.number
  for (let block = newest; ; ) {
    const { parentHash, number } = block
    if (ring.isCanonical(parentHash)) {
      const isNext = ring.get(parentHash)!.number === number - 1n
      return isNext ? { forkHash: parentHash, blocks: blocks.reverse() } : undefined
    }
    if (number <= bottom) return 'gap_too_wide'
    const isFarAbove = number - 1n > base + 1n && number - 1n < askedDownTo
    if (isFarAbove && fetcher.known(parentHash) === undefined)
      askedDownTo = await fetcher.prefetch(base + 1n, number - 1n)
    const parent = fetcher.known(parentHash) ?? (await fetcher.byHash(parentHash))
    if (parent?.number !== number - 1n) return undefined
    blocks.push(parent)
    block = parent
  }
}
