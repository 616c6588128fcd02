/** Bytes of a block that a large answer is read into; what one read takes at most. */
export const BLOCK_BYTES = 65_536
/**
 * Blocks that wait for their next use, 40 MiB: eight answers of 5 MB that are held at once. More
 * are left to the garbage collector.
 */
const MAX_SPARE = 640
/**
 * Sizes of the blocks that whole answers are copied to, each with how many of them may wait: 4 MiB
 * of both.
 */
const COPY_SIZES = [
  [16_384, 256],
  [32_768, 128],
] as const
/** Below, a copy of its own costs less. */
const COPY_ABOVE_BYTES = 8_192
/** How often the blocks that were not needed since the last time are given up. */
const TRIM_EVERY_MS = 10_000

/** Free blocks of one size. */
class Supply {
  private readonly spare: Buffer[] = []
  /** The fewest spare blocks since the last trim: so many could have been done without. */
  private fewest = 0

  constructor(
    readonly blockBytes: number,
    private readonly maxSpare: number,
  ) {}

  take(): Buffer {
    const { spare } = this
    const block = spare.pop()
    if (spare.length < this.fewest) this.fewest = spare.length
    return block ?? Buffer.allocUnsafeSlow(this.blockBytes)
  }

  give(block: Buffer): void {
    if (this.spare.length < this.maxSpare) this.spare.push(block)
    if (trimming !== undefined) return
    trimming = setInterval(trim, TRIM_EVERY_MS)
    trimming.unref()
  }

  /** Gives up what was not needed; whether nothing is left that ever could be. */
  trim(): boolean {
    this.spare.length -= this.fewest
    this.fewest = this.spare.length
    return this.fewest === 0
  }
}

const large = new Supply(BLOCK_BYTES, MAX_SPARE)
const forCopies = COPY_SIZES.map(([blockBytes, maxSpare]) => new Supply(blockBytes, maxSpare))
const supplies = [large, ...forCopies]
let trimming: NodeJS.Timeout | undefined

/**
 * A block to read a large answer into; what it holds is whatever was there before.
 *
 * One supply for the process: new blocks count as memory outside the heap, of which every 64 MB
 * make V8 mark the whole heap, a third of what a 5 MB answer cost.
 */
export const takeBlock = (): Buffer => large.take()

/**
 * Gives back blocks of which no part is referenced any more. A caller that cannot be sure leaves
 * them to the garbage collector.
 */
export const giveBlocks = (blocks: readonly Buffer[]): void => {
  for (const block of blocks) large.give(block)
}

/**
 * Bytes of one's own, and what lets them be written over, as `giveBlocks` does; undefined if they
 * are in no block.
 */
export interface Copy {
  readonly bytes: Buffer
  readonly giveBack: (() => void) | undefined
}

/**
 * Copies an answer, `bytes` from `from` to `to`; if it is neither small nor large, to a block, of
 * which it fills more than half.
 */
export const copyOf = (bytes: Buffer, from: number, to: number): Copy => {
  const length = to - from
  const supply = length > COPY_ABOVE_BYTES ? forCopies.find(({ blockBytes }) => length <= blockBytes) : undefined
  if (supply === undefined) return { bytes: Buffer.from(bytes.subarray(from, to)), giveBack: undefined }
  const block = supply.take()
  bytes.copy(block, 0, from, to)
  return { bytes: block.subarray(0, length), giveBack: () => supply.give(block) }
}

const trim = (): void => {
  let isEmpty = true
  for (const supply of supplies) if (!supply.trim()) isEmpty = false
  if (!isEmpty) return
  clearInterval(trimming)
  trimming = undefined
}
