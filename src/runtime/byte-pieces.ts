/** Smaller pieces are gathered in a block; larger ones keep their own buffer. */
const SMALL_BYTES = 4_096
/** Size of the first block; each further one is twice as large, up to the largest. */
const FIRST_BLOCK_BYTES = 4_096
const LARGEST_BLOCK_BYTES = 65_536

/**
 * A queue of bytes. However small the pieces are, they take less than twice their bytes plus one
 * block: one-byte pieces in separate buffers would take a hundred times their bytes.
 *
 * Large pieces are not copied, nor is the first: most answers come in one piece.
 */
export class BytePieces {
  private readonly whole: Buffer[] = []
  /** Block for small pieces; bytes between `from` and `to` are not in `whole` yet. */
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

  all(): readonly Buffer[] {
    this.close()
    return this.whole
  }

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

  /** Turns the gathered bytes into a piece; the same block may take more. */
  private close(): void {
    if (this.to === this.from) return
    this.whole.push(this.block!.subarray(this.from, this.to))
    this.from = this.to
  }
}

/** The bytes from `start` to `end` of a row of pieces, which are not copied. */
export const partsOf = (pieces: Iterable<Buffer>, start: number, end: number): Buffer[] => {
  const parts: Buffer[] = []
  let offset = 0
  for (const piece of pieces) {
    const from = Math.max(0, start - offset)
    const to = Math.min(piece.length, end - offset)
    if (from < to) parts.push(piece.subarray(from, to))
    offset += piece.length
  }
  return parts
}

/** Like `partsOf`, in one buffer; copied if it lies in several pieces. */
export const sliceOf = (pieces: Iterable<Buffer>, start: number, end: number): Buffer => {
  const parts = partsOf(pieces, start, end)
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}
