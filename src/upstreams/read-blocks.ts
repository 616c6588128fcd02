/** Bytes of a block; what one read takes at most. */
export const BLOCK_BYTES = 65_536
/** Blocks that wait for their next use; more are left to the garbage collector. */
const MAX_SPARE = 256

const spare: Buffer[] = []

/**
 * A block to read a large answer into; what it holds is whatever was there before.
 *
 * One supply for the process: new blocks count as memory outside the heap, of which every 64 MB make V8 mark the whole heap, a third of
 * what a 5 MB answer cost.
 */
export const takeBlock = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)

/** Gives blocks back that nobody looks at any more, nor at any part of them. Who is not sure leaves them to the garbage collector. */
export const giveBlocks = (blocks: readonly Buffer[]): void => {
  for (const block of blocks) if (spare.length < MAX_SPARE) spare.push(block)
}
