/**
 * The beginning of what has not come whole; room for it at least doubles, so each byte is copied a
 * few times.
 */
export class HeldBytes {
  bytes: Buffer
  length = 0

  /** `firstRoom` is the room of a short beginning, in bytes. */
  constructor(firstRoom: number) {
    this.bytes = Buffer.allocUnsafeSlow(firstRoom)
  }

  add(piece: Buffer, from: number, to: number): void {
    const length = this.length + to - from
    if (length > this.bytes.length) {
      const grown = Buffer.allocUnsafeSlow(2 * length)
      this.bytes.copy(grown, 0, 0, this.length)
      this.bytes = grown
    }
    piece.copy(this.bytes, this.length, from, to)
    this.length = length
  }
}
