/** Bytes of a block for large answers; the most that one read takes. */
export const BLOCK_BYTES = 65_536
/**
 * Spare blocks to keep, 40 MiB: eight answers of 5 MB at once. More are left to the garbage
 * collector.
 */
const MAX_SPARE = 640
/** Block sizes for copies of whole answers, each with its number of spare blocks: 4 MiB of each. */
const COPY_SIZES = [
  [16_384, 256],
  [32_768, 128],
] as const
/** Smaller copies cost less in separate buffers. */
const COPY_ABOVE_BYTES = 8_192
/** Interval at which spare blocks that were not needed since the last trim are released. */
const TRIM_EVERY_MS = 10_000

/** Free blocks of one size. */
class Supply {
  private readonly spare: Buffer[] = []
  /** Fewest spare blocks since the last trim: these were not needed. */
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

  /** Releases what was not needed; true if nothing is left to release. */
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
 * Takes a block with arbitrary content, to read a large answer into.
 *
 * Reusing blocks saves a third of the cost of a 5 MB answer: new blocks count as external memory,
 * and V8 marks the whole heap for every 64 MB of it.
 */
export const takeBlock = (): Buffer => large.take()

/**
 * Returns blocks of which no part is referenced. A caller that cannot be sure leaves them to the
 * garbage collector.
 */
export const giveBlocks = (blocks: readonly Buffer[]): void => {
  for (const block of blocks) large.give(block)
}

/** A copy of bytes; `giveBack` frees its block for reuse, and is undefined without a block. */
export interface Copy {
  readonly bytes: Buffer
  readonly giveBack: (() => void) | undefined
}

/**
 * Copies an answer, `bytes` from `from` to `to`; into a block if it is neither small nor large, and
 * fills more than half of it.
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
