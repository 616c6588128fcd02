const [CR, LF, SPACE, TAB] = [0x0d, 0x0a, 0x20, 0x09]

/** RFC 9110, section 5.6.2: bytes of field names and chunk extensions. */
const TOKEN = new Uint8Array(256)
for (const letter of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  TOKEN[letter.charCodeAt(0)] = 1

/** RFC 9110, section 5.5: bytes of field values, which exclude control characters but the tab. */
const FIELD = new Uint8Array(256)
for (let byte = 0x20; byte < 0x100; byte++) FIELD[byte] = byte === 0x7f ? 0 : 1
FIELD[TAB] = 1

/** True if a field value may contain the byte. */
export const isFieldByte = (byte: number): boolean => FIELD[byte] === 1

/** The index of the first byte at or after `at` that is not part of a token, or `end`. */
export const skipToken = (bytes: Buffer, at: number, end: number): number => {
  let next = at
  while (next < end && TOKEN[bytes[next]!] === 1) next++
  return next
}

/** The index of the first byte at or after `at` that is not part of a field value, or `end`. */
export const skipField = (bytes: Buffer, at: number, end: number): number => {
  let next = at
  while (next < end && FIELD[bytes[next]!] === 1) next++
  return next
}

/** An incomplete line; more bytes may complete it. */
export const UNFINISHED = -1
/** A malformed line. */
export const BROKEN = -2

/**
 * The index after the CRLF expected at `at`, UNFINISHED or BROKEN: a bare line feed ends no line
 * (RFC 9112, section 2.2).
 */
export const skipLineEnd = (bytes: Buffer, at: number, end: number): number => {
  if (at >= end) return UNFINISHED
  if (bytes[at] !== CR) return BROKEN
  if (at + 1 >= end) return UNFINISHED
  return bytes[at + 1] === LF ? at + 2 : BROKEN
}

const VERSION = Buffer.from('HTTP/1.')

/**
 * The index after the version expected at `at`, which ends with its minor digit; UNFINISHED, or
 * BROKEN if it is neither 1.0 nor 1.1.
 */
export const skipVersion = (bytes: Buffer, at: number, end: number): number => {
  for (let index = 0; index < VERSION.length; index++) {
    if (at + index >= end) return UNFINISHED
    if (bytes[at + index] !== VERSION[index]) return BROKEN
  }
  const minorAt = at + VERSION.length
  if (minorAt >= end) return UNFINISHED
  return bytes[minorAt] === 0x30 || bytes[minorAt] === 0x31 ? minorAt + 1 : BROKEN
}

/** True if the bytes are `name` (given in lower case), in any case. */
export const isNamed = (bytes: Buffer, start: number, end: number, name: string): boolean => {
  if (end - start !== name.length) return false
  // Among token bytes, this bit turns only letters into other letters, and "-" keeps its value.
  for (let at = 0; at < name.length; at++) if ((bytes[start + at]! | 0x20) !== name.charCodeAt(at)) return false
  return true
}

/** Why a message is not acceptable HTTP. */
export type HttpFault =
  | 'bad-status-line'
  | 'bad-field'
  | 'bad-length'
  | 'bad-coding'
  | 'bad-chunk'
  | 'unasked-upgrade'
  | 'body-without-place'
  | 'head-too-large'

/** More digits than any length needs, and still an exact number. */
const MAX_DIGITS = 15

/**
 * Reads from a message's fields where its body ends, how it is encoded, and whether the connection
 * persists. Refuses whatever two parsers could read differently, because smuggling relies on it.
 *
 * Refused: two lengths, even equal ones; a malformed length; any transfer coding but a single
 * `chunked`; a tab after a length or a coding (llhttp refuses both); chunks with a length or in
 * HTTP/1.0.
 * Source  RFC 9112, sections 6.1 to 6.3, 9.3 and 11.2
 */
export class Framing {
  fault: HttpFault | undefined
  byteLength: number | undefined
  isChunked = false
  hasClose = false
  hasKeepAlive = false
  hasUpgrade = false
  /** The body has a Content-Encoding other than identity. */
  isEncoded = false
  /** The encoding is gzip, applied once. */
  isGzip = false

  clear(): void {
    this.fault = undefined
    this.byteLength = undefined
    this.isChunked = false
    this.hasClose = false
    this.hasKeepAlive = false
    this.hasUpgrade = false
    this.isEncoded = false
    this.isGzip = false
  }

  /**
   * Records a field if it is relevant here. Grouped by the length of the name, so that most fields
   * cost one comparison.
   */
  note(bytes: Buffer, name: number, nameEnd: number, value: number, valueEnd: number): void {
    switch (nameEnd - name) {
      case 10:
        if (isNamed(bytes, name, nameEnd, 'connection')) this.noteConnection(bytes, value, valueEnd)
        break
      case 14:
        if (!isNamed(bytes, name, nameEnd, 'content-length')) return
        if (this.byteLength !== undefined) this.fault = 'bad-length'
        this.byteLength = endsPlainly(bytes, valueEnd) ? readDecimal(bytes, value, valueEnd) : undefined
        if (this.byteLength === undefined) this.fault = 'bad-length'
        break
      case 16:
        if (isNamed(bytes, name, nameEnd, 'content-encoding')) this.noteCodings(tokensOf(bytes, value, valueEnd))
        break
      case 17:
        if (!isNamed(bytes, name, nameEnd, 'transfer-encoding')) return
        // No other coding is requested, and a list of several could end in two places.
        if (this.isChunked || !endsPlainly(bytes, valueEnd) || !isNamed(bytes, value, valueEnd, 'chunked'))
          this.fault = 'bad-coding'
        this.isChunked = true
    }
  }

  /** Call after the last field. */
  finish(isHttp10: boolean): void {
    if (this.isChunked && (this.byteLength !== undefined || isHttp10)) this.fault = 'bad-coding'
  }

  /** True if the other side keeps using the connection after a message with a known end. */
  keepsAlive(isHttp10: boolean): boolean {
    return !this.hasClose && (!isHttp10 || this.hasKeepAlive)
  }

  private noteConnection(bytes: Buffer, value: number, valueEnd: number): void {
    if (isNamed(bytes, value, valueEnd, 'keep-alive')) {
      this.hasKeepAlive = true
      return
    }
    for (const token of tokensOf(bytes, value, valueEnd)) {
      if (token === 'close') this.hasClose = true
      else if (token === 'keep-alive') this.hasKeepAlive = true
      else if (token === 'upgrade') this.hasUpgrade = true
    }
  }

  /** RFC 9110, section 8.4: in the order in which they were applied. */
  private noteCodings(codings: readonly string[]): void {
    for (const coding of codings) {
      if (coding === '' || coding === 'identity') continue
      this.isGzip = !this.isEncoded && (coding === 'gzip' || coding === 'x-gzip')
      this.isEncoded = true
    }
  }
}

/** The members of a list, in lower case, except empty ones. */
export const tokensOf = (bytes: Buffer, value: number, valueEnd: number): string[] =>
  bytes
    .toString('latin1', value, valueEnd)
    .toLowerCase()
    .split(',')
    .filter((token) => token !== '')
    .map((token) => token.trim())

/**
 * True if a field is forbidden in trailers because it frames or routes the message (RFC 9110,
 * section 6.5.1).
 */
export const isForbiddenTrailer = (bytes: Buffer, name: number, nameEnd: number): boolean =>
  isNamed(bytes, name, nameEnd, 'content-length') ||
  isNamed(bytes, name, nameEnd, 'transfer-encoding') ||
  isNamed(bytes, name, nameEnd, 'host')

/** True if only spaces stand between a value and the end of its line. */
const endsPlainly = (bytes: Buffer, valueEnd: number): boolean => {
  let next = valueEnd
  while (bytes[next] === SPACE) next++
  return bytes[next] === CR
}

/**
 * The exact number of the decimal digits from `at` to `end`; undefined for other characters or too
 * many digits.
 */
const readDecimal = (bytes: Buffer, at: number, end: number): number | undefined => {
  if (at === end || end - at > MAX_DIGITS) return undefined
  let value = 0
  for (let next = at; next < end; next++) {
    const digit = bytes[next]! - 0x30
    if (digit < 0 || digit > 9) return undefined
    value = value * 10 + digit
  }
  return value
}
