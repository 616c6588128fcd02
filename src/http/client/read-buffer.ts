import { BLOCK_BYTES, giveBlocks, takeBlock } from '../../runtime/read-blocks.js'

/** Blocks of one answer that can be used again; of a larger one none are. */
const MAX_HANDED_OVER = 128

/**
 * Where a connection reads into: one block again and again, whose bytes are copied out, as most answers are small. A block that a read fills
 * to more than half is handed over as it is, and another takes its place.
 */
export class ReadBuffer {
  private current = takeBlock()
  private isNew = true
  /** The blocks handed over since the last rest. */
  private handedOver: Buffer[] | undefined
  /** They are not to be remembered: they were too many, or their reader forgets them, too. */
  private isForgetful = false

  /** The buffer for the next read; undefined to go on with the last one. */
  next(): Buffer | undefined {
    if (!this.isNew) return undefined
    this.isNew = false
    return this.current
  }

  /** Takes note that `length` bytes were read. True when they belong to the reader that is given them; false when they must be copied. */
  handsOver(length: number): boolean {
    // Few bytes would keep the whole block in memory for as long as a reader keeps them.
    if (length <= BLOCK_BYTES / 2) return false
    this.remember(this.current)
    this.current = takeBlock()
    this.isNew = true
    return true
  }

  /** The answer is over. What gives its blocks back, once they are not needed; undefined if it has none. */
  rest(): (() => void) | undefined {
    const { handedOver } = this
    this.isForgetful = false
    if (handedOver === undefined) return undefined
    this.handedOver = undefined
    return () => giveBlocks(handedOver)
  }

  /** The reader forgets the blocks as the answer arrives: so must their list. */
  forget(): void {
    this.handedOver = undefined
    this.isForgetful = true
  }

  private remember(block: Buffer): void {
    if (this.isForgetful) return
    if (this.handedOver === undefined) this.handedOver = [block]
    else if (this.handedOver.length < MAX_HANDED_OVER) this.handedOver.push(block)
    else this.forget()
  }
}
