/** Bytes of a block; what one read takes at most. */
export const BLOCK_BYTES = 65_536
/** Blocks that wait for their next use, 40 MiB: eight answers of 5 MB that are held at once. More are left to the garbage collector. */
const MAX_SPARE = 640
/** How often the blocks that were not needed since the last time are given up. */
const TRIM_EVERY_MS = 10_000

const spare: Buffer[] = []
/** The fewest spare blocks since the last trim: so many could have been done without. */
let fewest = 0
let trimming: NodeJS.Timeout | undefined

/**
 * A block to read a large answer into; what it holds is whatever was there before.
 *
 * One supply for the process: new blocks count as memory outside the heap, of which every 64 MB make V8 mark the whole heap, a third of
 * what a 5 MB answer cost.
 */
export const takeBlock = (): Buffer => {
  const block = spare.pop()
  if (spare.length < fewest) fewest = spare.length
  return block ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
}

/** Gives blocks back that nobody looks at any more, nor at any part of them. Who is not sure leaves them to the garbage collector. */
export const giveBlocks = (blocks: readonly Buffer[]): void => {
  for (const block of blocks) if (spare.length < MAX_SPARE) spare.push(block)
  if (trimming !== undefined) return
  trimming = setInterval(trim, TRIM_EVERY_MS)
  trimming.unref()
}

const trim = (): void => {
  spare.length -= fewest
  fewest = spare.length
  if (fewest > 0) return
  clearInterval(trimming)
  trimming = undefined
}
