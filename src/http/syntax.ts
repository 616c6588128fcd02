/** RFC 9110, section 5.6.2: what names of fields and of chunk extensions are made of. */
const TOKEN = new Uint8Array(256)
for (const letter of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  TOKEN[letter.charCodeAt(0)] = 1

/** RFC 9110, section 5.5: what values of fields are made of; other control characters than the tab are not. */
const FIELD = new Uint8Array(256)
for (let byte = 0x20; byte < 0x100; byte++) FIELD[byte] = byte === 0x7f ? 0 : 1
FIELD[0x09] = 1

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

/** More digits than any length has, and still an exact number. */
const MAX_DIGITS = 15

/** The number of decimal digits, and nothing else, from `at` to `end`, exact; undefined when it is none or has too many digits. */
export const readDecimal = (bytes: Buffer, at: number, end: number): number | undefined => {
  if (at === end || end - at > MAX_DIGITS) return undefined
  let value = 0
  for (let next = at; next < end; next++) {
    const digit = bytes[next]! - 0x30
    if (digit < 0 || digit > 9) return undefined
    value = value * 10 + digit
  }
  return value
}

const VERSION = Buffer.from('HTTP/1.')

/** RFC 9112, section 4, HTTP/1.0 and 1.1 only: the index behind the status line that begins at `at`, UNFINISHED or BROKEN. */
export const skipStatusLine = (bytes: Buffer, at: number, end: number): number => {
  for (let index = 0; index < VERSION.length; index++) {
    if (at + index >= end) return UNFINISHED
    if (bytes[at + index] !== VERSION[index]) return BROKEN
  }
  if (at + 12 > end) return UNFINISHED
  if ((bytes[at + 7] !== 0x30 && bytes[at + 7] !== 0x31) || bytes[at + 8] !== 0x20) return BROKEN
  for (let index = at + 9; index < at + 12; index++) if (bytes[index]! < 0x30 || bytes[index]! > 0x39) return BROKEN
  if (bytes[at + 9] === 0x30) return BROKEN
  // The space behind the status belongs to the line even without a reason; servers that leave it out are understood.
  const isBare = at + 12 < end && bytes[at + 12] !== 0x20
  return skipLineEnd(bytes, isBare ? at + 12 : skipField(bytes, at + 12, end), end)
}

/** The status in the status line that begins at `at`. */
export const readStatus = (bytes: Buffer, at: number): number =>
  bytes[at + 9]! * 100 + bytes[at + 10]! * 10 + bytes[at + 11]! - 0x30 * 111

/** More digits than any chunk needs, and still an exact number. */
const MAX_CHUNK_DIGITS = 13

/** The value of a hexadecimal digit, or -1. */
export const hexValue = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** RFC 9112, section 7.1: the index behind the line with a chunk's size that begins at `at`, UNFINISHED or BROKEN. */
export const skipChunkLine = (bytes: Buffer, at: number, end: number): number => {
  let next = at
  while (next < end && hexValue(bytes[next]!) >= 0) next++
  if (next - at > MAX_CHUNK_DIGITS) return BROKEN
  if (next === end) return UNFINISHED
  if (next === at) return BROKEN
  next = skipExtensions(bytes, next, end)
  return next < 0 ? next : skipLineEnd(bytes, next, end)
}

/** The size in the chunk's line that begins at `at`. */
export const readChunkSize = (bytes: Buffer, at: number): number => {
  let size = 0
  for (let next = at, digit = hexValue(bytes[next]!); digit >= 0; digit = hexValue(bytes[++next]!))
    size = size * 16 + digit
  return size
}

/** RFC 9112, section 7.1.1, without the optional blanks: the index behind the extensions that begin at `at`, UNFINISHED or BROKEN. */
export const skipExtensions = (bytes: Buffer, at: number, end: number): number => {
  let next = at
  while (next < end && bytes[next] === 0x3b) {
    const name = skipToken(bytes, next + 1, end)
    if (name === end) return UNFINISHED
    if (name === next + 1) return BROKEN
    next = name
    if (bytes[name] !== 0x3d) continue
    if (name + 1 === end) return UNFINISHED
    next = bytes[name + 1] === 0x22 ? skipQuoted(bytes, name + 2, end) : skipToken(bytes, name + 1, end)
    if (next < 0) return next
    if (next === end) return UNFINISHED
    if (next === name + 1) return BROKEN
  }
  return next
}

const skipQuoted = (bytes: Buffer, at: number, end: number): number => {
  for (let next = at; next < end; next++) {
    if (bytes[next] === 0x22) return next + 1
    if (bytes[next] === 0x5c) next++
    if (next < end && FIELD[bytes[next]!] === 0) return BROKEN
  }
  return UNFINISHED
}
