import { type Head, isNamed } from './request-head.js'

/** Longer heads are read anew each time, so that an idle connection weighs little. */
const MAX_KEPT_BYTES = 1_024
const DIGIT_0 = 0x30
const NOTHING = Buffer.alloc(0)
const UNLIKE = -1

/**
 * The head of the call that came last on a connection, with what it was found to mean: a client sends the same one again and again,
 * but for the length of the body (as many digits, though), and what is the same to the byte means the same.
 *
 * Bounds  a kilobyte for a connection; nothing for one that brings a single call
 */
export class LastHead {
  head: Head | undefined
  /** The head's bytes, and the indexes of its fields in them; both are written over when another head is kept. */
  bytes: Buffer = NOTHING
  readonly fields: number[] = []
  private length = 0
  private digitsStart = 0
  private digitsEnd = 0
  private isFirst = true

  /** Keeps the head of a call whose length is known, which `source` has from `start` to `end`. */
  keep(head: Head, source: Buffer, start: number, end: number, fields: readonly number[]): void {
    const { isFirst } = this
    this.isFirst = false
    const length = end - start
    if (isFirst || head.method !== 'POST' || head.bodyLength <= 0 || head.expects !== 'nothing') return
    if (length > MAX_KEPT_BYTES) return
    if (this.bytes.length < length) this.bytes = Buffer.allocUnsafeSlow(length)
    source.copy(this.bytes, 0, start, end)
    this.length = length
    this.head = head
    this.fields.length = 0
    for (const index of fields) this.fields.push(index - start)
    for (let at = 0; at < fields.length; at += 4) {
      if (!isNamed(source, fields[at]!, fields[at + 1]!, 'content-length')) continue
      this.digitsStart = fields[at + 2]! - start
      this.digitsEnd = fields[at + 3]! - start
    }
  }

  /** Whether the same head stands in `chunk` at `at`: then the index behind it, and `head` says how long the body is now; else -1. */
  match(chunk: Buffer, at: number): number {
    const { head, bytes, digitsStart, digitsEnd, length } = this
    if (head === undefined || at + length > chunk.length) return UNLIKE
    if (!this.isAt(chunk, at, 0, digitsStart) || !this.isAt(chunk, at, digitsEnd, length)) return UNLIKE
    let bodyLength = 0
    for (let index = digitsStart; index < digitsEnd; index++) {
      const digit = chunk[at + index]! - DIGIT_0
      if (digit < 0 || digit > 9) return UNLIKE
      bodyLength = bodyLength * 10 + digit
    }
    if (bodyLength === head.bodyLength) return at + length
    for (let index = digitsStart; index < digitsEnd; index++) bytes[index] = chunk[at + index]!
    this.head = { ...head, bodyLength }
    return at + length
  }

  private isAt(chunk: Buffer, at: number, from: number, to: number): boolean {
    const { bytes } = this
    for (let index = from; index < to; index++) if (chunk[at + index] !== bytes[index]) return false
    return true
  }
}
