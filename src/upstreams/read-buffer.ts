import { BLOCK_BYTES, giveBlocks, takeBlock } from './read-blocks.js'

const SMALL_BYTES = 65_536
/** Blocks of one answer that can be used again; of a larger one none are. */
const MAX_HANDED_OVER = 128

/**
 * Where a connection reads into: one small buffer again and again, whose bytes are copied out, as most answers are small; once a read fills
 * it, blocks, whose bytes are handed over as they are.
 */
export class ReadBuffer {
  private readonly small = Buffer.allocUnsafeSlow(SMALL_BYTES)
  private current: Buffer = this.small
  private isNew = true
  /** The blocks handed over since the last rest; undefined when they were too many to be remembered. */
  private handedOver: Buffer[] | undefined = []

  /** The buffer for the next read; undefined to go on with the last one. */
  next(): Buffer | undefined {
    if (!this.isNew) return undefined
    this.isNew = false
    return this.current
  }

  /** Takes note that `length` bytes were read. True when they belong to whoever is given them; false when they must be copied. */
  handsOver(length: number): boolean {
    const { current } = this
    const isSmall = current === this.small
    // Few bytes would keep the whole buffer in memory for as long as somebody keeps them.
    const isHandedOver = !isSmall && length > BLOCK_BYTES / 2
    if (isHandedOver) this.remember(current)
    if (isHandedOver || (isSmall && length === SMALL_BYTES)) this.use(takeBlock())
    return isHandedOver
  }

  /** Goes back to the small buffer: the answer is over. What gives its blocks back, once nobody needs them; undefined if it has none. */
  rest(): (() => void) | undefined {
    const { current, handedOver } = this
    if (current === this.small) return undefined
    this.use(this.small)
    this.handedOver = []
    return handedOver === undefined || handedOver.length === 0 ? undefined : () => giveBlocks(handedOver)
  }

  /** Somebody forgets the blocks as the answer arrives: so must their list. */
  forget(): void {
    if (this.current !== this.small) this.handedOver = undefined
  }

  private remember(block: Buffer): void {
    if (this.handedOver === undefined) return
    if (this.handedOver.length < MAX_HANDED_OVER) this.handedOver.push(block)
    else this.handedOver = undefined
  }

  private use(buffer: Buffer): void {
    this.current = buffer
    this.isNew = true
  }
}
