import { isNamed } from '../fields.js'
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

  override clear(): void {
    super.clear()
    this.keepAliveSeconds = undefined
  }

  override note(bytes: Buffer, name: number, nameEnd: number, value: number, valueEnd: number): void {
    super.note(bytes, name, nameEnd, value, valueEnd)
    if (nameEnd - name !== 10 || !isNamed(bytes, name, nameEnd, 'keep-alive')) return
    const text = bytes.toString('latin1', value, valueEnd)
    const seconds = /(?:^|[,\s])timeout=([0-9]{1,9})(?:$|[,\s])/i.exec(text)?.[1]
    if (seconds !== undefined) this.keepAliveSeconds = Number(seconds)
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
