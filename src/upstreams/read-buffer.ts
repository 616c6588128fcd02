const SMALL_BYTES = 65_536
const LARGE_BYTES = 65_536

/**
 * Where a connection reads into: one small buffer again and again, whose bytes are copied out, as most answers are small; once a read fills
 * it, large ones, whose bytes are handed over as they are.
 */
export class ReadBuffer {
  private readonly small = Buffer.allocUnsafeSlow(SMALL_BYTES)
  private current: Buffer = this.small
  private isNew = true

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
    const isHandedOver = !isSmall && length > LARGE_BYTES / 2
    if (isHandedOver || (isSmall && length === SMALL_BYTES)) this.use(Buffer.allocUnsafeSlow(LARGE_BYTES))
    return isHandedOver
  }

  /** Goes back to the small buffer: the answer is over. */
  rest(): void {
    if (this.current !== this.small) this.use(this.small)
  }

  private use(buffer: Buffer): void {
    this.current = buffer
    this.isNew = true
  }
}
