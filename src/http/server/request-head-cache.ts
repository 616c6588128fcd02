import { isNamed } from '../fields.js'
import type { ParsedHead } from './request-head.js'

/** Longer heads are read anew each time, so that an idle connection weighs little. */
const MAX_KEPT_BYTES = 1_024
const DIGIT_0 = 0x30
const NOTHING = Buffer.alloc(0)
/** What `match` says of another head. */
export const UNLIKE = -1

/**
 * The head of the call that came last on a connection, with what it was found to mean: a client sends the same one again and again,
 * but for the length of the body (as many digits, though), and what is the same to the byte means the same.
 *
 * Bounds  two kilobytes for a connection; nothing for one that brings a single call
 */
export class RequestHeadCache {
  head: ParsedHead | undefined
  /** The head's bytes, and the indexes of its fields in them; both are written over when another head is kept. */
  bytes: Buffer = NOTHING
  readonly fields: number[] = []
  /** The head's text up to the digits of the length, and from behind them to its end. */
  private before = ''
  private behind = ''
  private digitsStart = 0
  private digitsEnd = 0
  private isFirst = true

  /** Keeps the head of a call whose length is known, which `source` has from `start` to `end`. */
  keep(head: ParsedHead, source: Buffer, start: number, end: number, fields: readonly number[]): void {
    const { isFirst } = this
    this.isFirst = false
    const length = end - start
    if (isFirst || head.method !== 'POST' || head.bodyLength <= 0 || head.expects !== 'nothing') return
    if (length > MAX_KEPT_BYTES) return
    if (this.bytes.length < length) this.bytes = Buffer.allocUnsafeSlow(length)
    source.copy(this.bytes, 0, start, end)
    this.head = head
    this.fields.length = 0
    for (const index of fields) this.fields.push(index - start)
    for (let at = 0; at < fields.length; at += 4) {
      if (!isNamed(source, fields[at]!, fields[at + 1]!, 'content-length')) continue
      this.digitsStart = fields[at + 2]! - start
      this.digitsEnd = fields[at + 3]! - start
    }
    this.before = this.bytes.toString('latin1', 0, this.digitsStart)
    this.behind = this.bytes.toString('latin1', this.digitsEnd, length)
  }

  /** Whether the same head stands in `text` (latin1) at `at`: then the index behind it, and `head` says how long the body is now; else UNLIKE. */
  match(text: string, at: number): number {
    const { head, bytes, before, behind, digitsStart, digitsEnd } = this
    if (head === undefined || text.slice(at, at + digitsStart) !== before) return UNLIKE
    const end = at + digitsEnd + behind.length
    if (text.slice(at + digitsEnd, end) !== behind) return UNLIKE
    let bodyLength = 0
    for (let index = digitsStart; index < digitsEnd; index++) {
      const digit = text.charCodeAt(at + index) - DIGIT_0
      if (digit < 0 || digit > 9) return UNLIKE
      bodyLength = bodyLength * 10 + digit
    }
    if (bodyLength === head.bodyLength) return end
    for (let index = digitsStart; index < digitsEnd; index++) bytes[index] = text.charCodeAt(at + index)
    this.head = { ...head, bodyLength }
    return end
  }
}
