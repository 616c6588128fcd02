/** RFC 6455, section 5.2: bytes of a frame's head before its length, and of the mask behind it. */
const FIXED_BYTES = 2
const MASK_BYTES = 4
const FINAL = 0x80
const CONTROL = 0x08
const NO_BYTES = Buffer.alloc(0)

/**
 * Follows a client's frames through the pieces in which its bytes come (RFC 6455, section 5.2). The
 * ws package keeps an object for each frame of a message until the last one has come whole, and
 * does not say how many there are.
 */
export class FrameReader {
  /** Frames of the message under way; 0 between messages. */
  fragments = 0
  /** Frames so far behind which their message went on. */
  continued = 0
  /** Bytes until the next head. */
  left = 0
  private isFinal = true
  /** The beginning of a head that the last piece cut. */
  private start = NO_BYTES

  read(piece: Buffer): void {
    const bytes = this.start.length === 0 ? piece : Buffer.concat([this.start, piece])
    let at = this.left
    while (at <= bytes.length) {
      if (this.isFinal) this.fragments = 0
      const length = frameLength(bytes, at)
      if (length === undefined) break
      this.begin(bytes[at]!)
      at += length
    }
    this.left = Math.max(0, at - bytes.length)
    // A copy, because a part would keep all the bytes that were read.
    this.start = at < bytes.length ? Buffer.from(bytes.subarray(at)) : NO_BYTES
  }

  /** Control frames may come between those of a message, and have one frame each. */
  private begin(first: number): void {
    if ((first & CONTROL) !== 0) return
    this.fragments++
    this.isFinal = (first & FINAL) !== 0
    if (!this.isFinal) this.continued++
  }
}

/** Bytes of a masked frame with its head; undefined if the head has not come whole. */
const frameLength = (bytes: Buffer, at: number): number | undefined => {
  const short = (bytes[at + 1] ?? 0) & 0x7f
  const lengthBytes = short < 126 ? 0 : short === 126 ? 2 : 8
  if (at + FIXED_BYTES + lengthBytes > bytes.length) return undefined
  const head = FIXED_BYTES + lengthBytes + MASK_BYTES
  if (lengthBytes === 0) return head + short
  if (lengthBytes === 2) return head + bytes.readUInt16BE(at + FIXED_BYTES)
  return head + Number(bytes.readBigUInt64BE(at + FIXED_BYTES))
}
