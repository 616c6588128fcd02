import { isNamed } from './fields.js'

/** What is wrong with a message's HTTP. */
export type HttpFault =
  | 'bad-status-line'
  | 'bad-field'
  | 'bad-length'
  | 'bad-coding'
  | 'bad-chunk'
  | 'unasked-upgrade'
  | 'body-without-place'
  | 'head-too-large'

/** More digits than any length has, and still an exact number. */
const MAX_DIGITS = 15
const SPACE = 0x20
const CR = 0x0d

/**
 * What the fields of a request or an answer say of where its body ends and whether the connection outlives it; a fault is whatever two
 * parsers could read differently, which is what smuggling lives on.
 *
 * Refused: two lengths even if they are alike, a length that is no number, any transfer coding but one `chunked`, a tab behind a length or a
 * coding (llhttp refuses both), chunks with a length or in HTTP/1.0.
 * Source  RFC 9112, sections 6.1 to 6.3, 9.3 and 11.2
 */
export class Framing {
  fault: HttpFault | undefined
  byteLength: number | undefined
  isChunked = false
  hasClose = false
  hasKeepAlive = false
  hasUpgrade = false

  clear(): void {
    this.fault = undefined
    this.byteLength = undefined
    this.isChunked = false
    this.hasClose = false
    this.hasKeepAlive = false
    this.hasUpgrade = false
  }

  /** Takes note of a field, if it is one of the three that matter here. Sorted by the length of the name, so that most cost one comparison. */
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
      case 17:
        if (!isNamed(bytes, name, nameEnd, 'transfer-encoding')) return
        // Other codings are not asked for; a list of several could end in two places.
        if (this.isChunked || !endsPlainly(bytes, valueEnd) || !isNamed(bytes, value, valueEnd, 'chunked'))
          this.fault = 'bad-coding'
        this.isChunked = true
    }
  }

  /** To be called behind the last field. */
  finish(isHttp10: boolean): void {
    if (this.isChunked && (this.byteLength !== undefined || isHttp10)) this.fault = 'bad-coding'
  }

  /** Whether the other side goes on using the connection behind a message that ends before it. */
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
}

/** The members of a list, in lower case. */
export const tokensOf = (bytes: Buffer, value: number, valueEnd: number): string[] =>
  bytes
    .toString('latin1', value, valueEnd)
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())

/** Whether a field must not stand behind a body, because it frames the message or routes it (RFC 9110, section 6.5.1). */
export const isForbiddenTrailer = (bytes: Buffer, name: number, nameEnd: number): boolean =>
  isNamed(bytes, name, nameEnd, 'content-length') ||
  isNamed(bytes, name, nameEnd, 'transfer-encoding') ||
  isNamed(bytes, name, nameEnd, 'host')

/** Whether nothing but spaces is between a value and the end of its line. */
const endsPlainly = (bytes: Buffer, valueEnd: number): boolean => {
  let next = valueEnd
  while (bytes[next] === SPACE) next++
  return bytes[next] === CR
}

/** The number of decimal digits, and nothing else, from `at` to `end`, exact; undefined when it is none or has too many digits. */
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
