import { isUtf8 } from 'node:buffer'

/**
 * Checks whether bytes that arrive in pieces are UTF-8: an unfinished last character waits for the
 * next piece.
 *
 * Source  RFC 3629
 */
export class Utf8Check {
  private tail: Buffer | undefined

  /** Whether a character is still unfinished. */
  get isOpen(): boolean {
    return this.tail !== undefined
  }

  /** Reads the next piece; false when it cannot be text. */
  push(piece: Buffer): boolean {
    if (this.tail === undefined && isUtf8(piece)) return true
    const bytes = this.tail === undefined ? piece : Buffer.concat([this.tail, piece])
    const open = unfinished(bytes)
    this.tail = open === 0 ? undefined : Buffer.from(bytes.subarray(bytes.length - open))
    return isUtf8(bytes.subarray(0, bytes.length - open))
  }
}

/** How many bytes at the end begin a character that is not whole yet. */
const unfinished = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}
