import { isUtf8 } from 'node:buffer'

/**
 * Checks that bytes arriving in pieces are UTF-8. An incomplete last character waits for the next
 * piece.
 *
 * Source  RFC 3629
 */
export class Utf8Check {
  private tail: Buffer | undefined

  /** True if a character is incomplete. */
  get isOpen(): boolean {
    return this.tail !== undefined
  }

  /** Reads the next piece; false if it is not UTF-8. */
  push(piece: Buffer): boolean {
    if (this.tail === undefined && isUtf8(piece)) return true
    const bytes = this.tail === undefined ? piece : Buffer.concat([this.tail, piece])
    const open = unfinished(bytes)
    this.tail = open === 0 ? undefined : Buffer.from(bytes.subarray(bytes.length - open))
    return isUtf8(bytes.subarray(0, bytes.length - open))
  }
}

/** The number of bytes at the end that begin an incomplete character. */
const unfinished = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}
