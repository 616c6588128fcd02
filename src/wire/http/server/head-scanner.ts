import { FieldLine } from '../field-line.js'
import { BROKEN, skipLineEnd, skipToken, skipVersion, UNFINISHED } from '../fields.js'
import { HeldBytes } from '../held-bytes.js'

/** More fields than any client or chain of proxies sends, in a head or in trailers; above, 431. */
export const MAX_FIELDS = 128
/** Empty lines ignored before a request line (RFC 9112, section 2.2). */
const MAX_EMPTY_LINES = 4
const [CR, SPACE, DIGIT_0] = [0x0d, 0x20, 0x30]

/** Minimum room for the first piece of an incomplete head. */
const FIRST_ROOM_BYTES = 1_024

/** The result of a scan; `more` if the bytes end before the head does. */
export type Scan = 'more' | 'done' | 'broken' | 'too-many'

/**
 * Locates the parts of a request's head in bytes that may arrive in pieces: it resumes at the
 * byte where they ended.
 *
 * Strict where parsers differ: like FieldLine, and with single spaces in the request line.
 * Source  RFC 9112, sections 2.2 and 3
 */
export class HeadScanner {
  /** The index after the last complete line. */
  at = 0
  methodEnd = 0
  targetEnd = 0
  isHttp10 = false
  /** The index of the request line. */
  start = 0
  /** Four indexes for each field: begin and end of its name, begin and end of its value. */
  fields: number[] = []
  private readonly line = new FieldLine()
  private inFields = false
  private emptyLines = 0

  begin(at: number): void {
    this.at = at
    this.methodEnd = at
    this.targetEnd = at
    this.line.restart()
    this.fields.length = 0
    this.inFields = false
    this.emptyLines = 0
  }

  /** Scans on; `bytes` may be a new buffer that begins with the same bytes. */
  scan(bytes: Buffer, end: number): Scan {
    const { line } = this
    if (!this.inFields) {
      const next = this.skipRequestLine(bytes, end)
      if (next < 0) return next === UNFINISHED ? 'more' : 'broken'
      this.at = next
      this.inFields = true
    }
    for (;;) {
      if (this.at >= end) return 'more'
      if (bytes[this.at] === CR) {
        const next = skipLineEnd(bytes, this.at, end)
        if (next < 0) return next === UNFINISHED ? 'more' : 'broken'
        this.at = next
        return 'done'
      }
      const next = line.read(bytes, this.at, end)
      if (next < 0) return next === UNFINISHED ? 'more' : 'broken'
      this.fields.push(this.at, line.nameEnd, line.valueStart, line.valueEnd)
      this.at = next
      if (this.fields.length > 4 * MAX_FIELDS) return 'too-many'
    }
  }

  private skipRequestLine(bytes: Buffer, end: number): number {
    while (bytes[this.at] === CR && this.at < end) {
      if (++this.emptyLines > MAX_EMPTY_LINES) return BROKEN
      const next = skipLineEnd(bytes, this.at, end)
      if (next === UNFINISHED) this.emptyLines--
      if (next < 0) return next
      this.at = next
    }
    this.start = this.at
    this.methodEnd = skipToken(bytes, Math.max(this.start, this.methodEnd), end)
    if (this.methodEnd === end) return UNFINISHED
    if (this.methodEnd === this.start || bytes[this.methodEnd] !== SPACE) return BROKEN
    this.targetEnd = skipTarget(bytes, Math.max(this.methodEnd + 1, this.targetEnd), end)
    if (this.targetEnd === end) return UNFINISHED
    if (this.targetEnd === this.methodEnd + 1 || bytes[this.targetEnd] !== SPACE) return BROKEN
    const next = skipVersion(bytes, this.targetEnd + 1, end)
    if (next < 0) return next
    this.isHttp10 = bytes[next - 1] === DIGIT_0
    return skipLineEnd(bytes, next, end)
  }
}

/**
 * The index after the visible characters that begin at `at`; a request target has no other
 * characters and no fragment.
 */
const skipTarget = (bytes: Buffer, at: number, end: number): number => {
  let next = at
  while (next < end) {
    const byte = bytes[next]!
    if (byte <= 0x20 || byte >= 0x7f || byte === 0x23) break
    next++
  }
  return next
}

/** An incomplete head and its private scanner, which resumes where the last piece ended. */
export class HeldHead extends HeldBytes {
  readonly scanner = new HeadScanner()

  constructor() {
    super(FIRST_ROOM_BYTES)
  }
}
