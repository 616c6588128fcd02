import { BROKEN, isNamed, skipField, skipLineEnd, UNFINISHED } from '../fields.js'
import { Framing, type HttpFault } from '../framing.js'

/** Where a body ends: it has none, after `byteLength` bytes, after its last chunk, or with the connection. */
export type BodyEnd = 'none' | 'length' | 'chunks' | 'close'

/**
 * What only answers have of framing: interim answers, statuses without a body, bodies that end with the connection, and for how long the
 * server keeps it.
 *
 * Source  RFC 9112, section 6.3
 */
export class AnswerFraming extends Framing {
  /** For how many idle seconds the server says it keeps the connection, in a Keep-Alive field. */
  keepAliveSeconds: number | undefined
  /** The body is encoded with gzip, once, and with nothing else. */
  isGzip = false
  private isEncoded = false

  override clear(): void {
    super.clear()
    this.isGzip = false
    this.isEncoded = false
    this.keepAliveSeconds = undefined
  }

  override note(bytes: Buffer, name: number, nameEnd: number, value: number, valueEnd: number): void {
    super.note(bytes, name, nameEnd, value, valueEnd)
    if (nameEnd - name === 16) return this.noteCoding(bytes, name, nameEnd, value, valueEnd)
    if (nameEnd - name !== 10 || !isNamed(bytes, name, nameEnd, 'keep-alive')) return
    const text = bytes.toString('latin1', value, valueEnd)
    const seconds = /(?:^|[,\s])timeout=([0-9]{1,9})(?:$|[,\s])/i.exec(text)?.[1]
    if (seconds !== undefined) this.keepAliveSeconds = Number(seconds)
  }

  private noteCoding(bytes: Buffer, name: number, nameEnd: number, value: number, valueEnd: number): void {
    if (!isNamed(bytes, name, nameEnd, 'content-encoding')) return
    const isGzip = isNamed(bytes, value, valueEnd, 'gzip') || isNamed(bytes, value, valueEnd, 'x-gzip')
    this.isGzip = isGzip && !this.isEncoded
    this.isEncoded = true
  }

  /** What is wrong with an interim answer. RFC 9110, section 15.2: HTTP/1.0 has none; section 8.6: it has no length. */
  faultOfInterim(status: number, isHttp10: boolean): HttpFault | undefined {
    if (status === 101) return 'unasked-upgrade'
    if (isHttp10) return 'bad-status-line'
    return this.isChunked || this.byteLength !== undefined ? 'body-without-place' : undefined
  }

  /** Where the body of an answer with this status ends. May find a fault. */
  bodyEnd(status: number, isHttp10: boolean): BodyEnd {
    this.finish(isHttp10)
    if (status === 204 || status === 304) {
      if (this.isChunked || (this.byteLength ?? 0) > 0) this.fault = 'body-without-place'
      return 'none'
    }
    if (this.isChunked) return 'chunks'
    if (this.byteLength === undefined) return 'close'
    return this.byteLength === 0 ? 'none' : 'length'
  }
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
