/** Smaller pieces are put together; a larger one is worth a buffer of its own. */
const SMALL_BYTES = 4_096
/** The first block for small pieces; each further one is twice as large, up to the largest. */
const FIRST_BLOCK_BYTES = 4_096
const LARGEST_BLOCK_BYTES = 65_536

/**
 * Bytes in the order in which they came. However small the pieces are, they weigh less than twice
 * their bytes, and one block: as buffers of their own, pieces of one byte weigh a hundred times
 * that.
 *
 * Large pieces are kept as they are, and so is the first: most answers come in one.
 */
export class BytePieces {
  private readonly whole: Buffer[] = []
  /** Where small pieces are put together: those from `from` to `to` are not in `whole` yet. */
  private block: Buffer | undefined
  private from = 0
  private to = 0
  private blockBytes = FIRST_BLOCK_BYTES

  add(piece: Buffer): void {
    const { length } = piece
    if (!this.isGathered(length)) {
      this.close()
      this.whole.push(piece)
      return
    }
    if (!this.fits(length)) this.begin()
    piece.copy(this.block!, this.to)
    this.to += length
  }

  /** All that came. */
  all(): readonly Buffer[] {
    this.close()
    return this.whole
  }

  /** Takes the first out; undefined when there is none. */
  shift(): Buffer | undefined {
    if (this.whole.length === 0) this.close()
    return this.whole.shift()
  }

  clear(): void {
    this.whole.length = 0
    this.block = undefined
    this.from = 0
    this.to = 0
  }

  private isGathered(length: number): boolean {
    return length < SMALL_BYTES && (this.block !== undefined || this.whole.length > 0)
  }

  private fits(length: number): boolean {
    return this.block !== undefined && this.to + length <= this.block.length
  }

  private begin(): void {
    this.close()
    this.block = Buffer.allocUnsafeSlow(this.blockBytes)
    this.from = 0
    this.to = 0
    this.blockBytes = Math.min(2 * this.blockBytes, LARGEST_BLOCK_BYTES)
  }

  /** What was put together becomes a piece; more may follow in the same block. */
  private close(): void {
    if (this.to === this.from) return
    this.whole.push(this.block!.subarray(this.from, this.to))
    this.from = this.to
  }
}
