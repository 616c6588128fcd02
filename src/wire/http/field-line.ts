import { BROKEN, skipField, skipLineEnd, skipToken, UNFINISHED } from './fields.js'

const [SPACE, TAB, COLON] = [0x20, 0x09, 0x3a]

/** Optional white space of RFC 9110: spaces and tabs. */
const isBlank = (byte: number | undefined): boolean => byte === SPACE || byte === TAB

/**
 * Reads the field lines of requests, answers and trailers, and locates the parts of the last one.
 *
 * Strict where parsers differ: lines end with CRLF, no folded lines (a line that begins with a
 * blank has no name), no blank before the colon, no control characters.
 * A line that was unfinished is read on from where it ended: whoever sends it byte by byte must not
 * have it scanned as often.
 * Source  RFC 9112, section 5; RFC 9110, section 5.5
 */
export class FieldLine {
  nameEnd = 0
  valueStart = 0
  /** Excludes trailing blanks. */
  valueEnd = 0
  /** Scanned bytes of an unfinished line, and those of its name once that is complete. */
  private scannedLength = 0
  private nameLength = 0

  /** Forgets an unfinished line. */
  restart(): void {
    this.scannedLength = 0
    this.nameLength = 0
  }

  /**
   * The index after the field line that begins at `at`, UNFINISHED or BROKEN. After UNFINISHED the
   * next read is of the same line, wherever it then begins.
   */
  read(bytes: Buffer, at: number, end: number): number {
    let from = at + this.scannedLength
    let nameEnd = at + this.nameLength
    if (nameEnd === at) {
      nameEnd = skipToken(bytes, from, end)
      this.scannedLength = nameEnd - at
      if (nameEnd === end) return UNFINISHED
      if (nameEnd === at || bytes[nameEnd] !== COLON) return BROKEN
      this.nameLength = nameEnd - at
      from = nameEnd + 1
    }
    const lineEnd = skipField(bytes, from, end)
    const next = skipLineEnd(bytes, lineEnd, end)
    this.scannedLength = lineEnd - at
    if (next < 0) return next
    this.restart()
    let valueStart = nameEnd + 1
    while (valueStart < lineEnd && isBlank(bytes[valueStart])) valueStart++
    let valueEnd = lineEnd
    while (valueEnd > valueStart && isBlank(bytes[valueEnd - 1])) valueEnd--
    this.nameEnd = nameEnd
    this.valueStart = valueStart
    this.valueEnd = valueEnd
    return next
  }
}
