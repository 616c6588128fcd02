const COLON = 0x3a

/** RFC 9110, section 5.6.2: what names of fields and of chunk extensions are made of. */
const TOKEN = new Uint8Array(256)
for (const letter of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  TOKEN[letter.charCodeAt(0)] = 1

/** RFC 9110, section 5.5: what values of fields are made of; other control characters than the tab are not. */
const FIELD = new Uint8Array(256)
for (let byte = 0x20; byte < 0x100; byte++) FIELD[byte] = byte === 0x7f ? 0 : 1
FIELD[0x09] = 1

/** Whether a field value may have the byte. */
export const isFieldByte = (byte: number): boolean => FIELD[byte] === 1

/** The index of the first byte at or behind `at` that no token may have, or `end`. */
export const skipToken = (bytes: Buffer, at: number, end: number): number => {
  let next = at
  while (next < end && TOKEN[bytes[next]!] === 1) next++
  return next
}

/** The index of the first byte at or behind `at` that no field value may have, or `end`. */
export const skipField = (bytes: Buffer, at: number, end: number): number => {
  let next = at
  while (next < end && FIELD[bytes[next]!] === 1) next++
  return next
}

/** Optional white space of RFC 9110: spaces and tabs. */
export const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09

/** A line that is not whole yet; more bytes may complete it. */
export const UNFINISHED = -1
/** A line that no more bytes can make right. */
export const BROKEN = -2

/** The index behind the CRLF expected at `at`, UNFINISHED or BROKEN: a bare line feed ends no line (RFC 9112, section 2.2). */
export const skipLineEnd = (bytes: Buffer, at: number, end: number): number => {
  if (at >= end) return UNFINISHED
  if (bytes[at] !== 0x0d) return BROKEN
  if (at + 1 >= end) return UNFINISHED
  return bytes[at + 1] === 0x0a ? at + 2 : BROKEN
}

/** Whether the bytes are a name, given in lower case; letters in either case count. */
export const isNamed = (bytes: Buffer, start: number, end: number, name: string): boolean => {
  if (end - start !== name.length) return false
  // Of the bytes a token may have, only letters become letters with this bit set, and "-" stays itself.
  for (let at = 0; at < name.length; at++) if ((bytes[start + at]! | 0x20) !== name.charCodeAt(at)) return false
  return true
}

/**
 * Reads field lines, of requests, answers and trailers: where the parts of the last one are.
 *
 * Strict where parsers differ: lines end with CRLF and nothing else, no folded lines (a line that begins with a blank has no name), no blank
 * before the colon, no control characters.
 * Source  RFC 9112, section 5; RFC 9110, section 5.5
 */
export class FieldLine {
  nameEnd = 0
  valueStart = 0
  /** Blanks at the end of a value are no part of it. */
  valueEnd = 0

  /** The index behind the field line that begins at `at`, UNFINISHED or BROKEN. */
  read(bytes: Buffer, at: number, end: number): number {
    const nameEnd = skipToken(bytes, at, end)
    if (nameEnd === end) return UNFINISHED
    if (nameEnd === at || bytes[nameEnd] !== COLON) return BROKEN
    let valueStart = nameEnd + 1
    while (valueStart < end && isBlank(bytes[valueStart])) valueStart++
    const lineEnd = skipField(bytes, valueStart, end)
    const next = skipLineEnd(bytes, lineEnd, end)
    if (next < 0) return next
    let valueEnd = lineEnd
    while (valueEnd > valueStart && isBlank(bytes[valueEnd - 1])) valueEnd--
    this.nameEnd = nameEnd
    this.valueStart = valueStart
    this.valueEnd = valueEnd
    return next
  }
}
