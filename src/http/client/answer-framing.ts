/** What was wrong with an answer's HTTP. */
export type HttpFault =
  | 'bad-status-line'
  | 'bad-field'
  | 'bad-length'
  | 'bad-coding'
  | 'bad-chunk'
  | 'unasked-upgrade'
  | 'body-without-place'
  | 'head-too-large'

/** Where a body ends: it has none, after `byteLength` bytes, after its last chunk, or with the connection. */
export type BodyEnd = 'none' | 'length' | 'chunks' | 'close'

/**
 * What an answer's fields say of where it ends and whether the connection outlives it; anything that could be read in two ways is a fault.
 *
 * Source  RFC 9112, sections 6.1 to 6.3 and 9.3; section 11.2 for why lengths are never guessed
 */
export class AnswerFraming {
  fault: HttpFault | undefined
  byteLength: number | undefined
  /** For how many idle seconds the server says it keeps the connection, in a Keep-Alive field. */
  keepAliveSeconds: number | undefined
  private isChunked = false
  private hasClose = false
  private hasKeepAlive = false

  clear(): void {
    this.fault = undefined
    this.byteLength = undefined
    this.keepAliveSeconds = undefined
    this.isChunked = false
    this.hasClose = false
    this.hasKeepAlive = false
  }

  /** Takes note of a Content-Length; undefined: it is no number. */
  noteLength(byteLength: number | undefined, isTrailer: boolean): void {
    if (isTrailer || this.byteLength !== undefined || byteLength === undefined) this.fault = 'bad-length'
    this.byteLength = byteLength
  }

  /** Takes note of another field, if it is one of the three that matter here. `name` is lower-case. */
  note(name: string, value: string, isTrailer: boolean): void {
    if (name === 'transfer-encoding') {
      // Other codings were not asked for; a list of several could end in two places.
      if (isTrailer || this.isChunked || value.toLowerCase() !== 'chunked') this.fault = 'bad-coding'
      this.isChunked = true
    } else if (name === 'connection') {
      for (const option of value.toLowerCase().split(',')) {
        if (option.trim() === 'close') this.hasClose = true
        else if (option.trim() === 'keep-alive') this.hasKeepAlive = true
      }
    } else if (name === 'keep-alive') {
      const seconds = /(?:^|[,\s])timeout=([0-9]{1,9})(?:$|[,\s])/i.exec(value)?.[1]
      if (seconds !== undefined) this.keepAliveSeconds = Number(seconds)
    }
  }

  /** What is wrong with an interim answer. RFC 9110, section 15.2: HTTP/1.0 has none; section 8.6: it has no length. */
  faultOfInterim(status: number, isOldVersion: boolean): HttpFault | undefined {
    if (status === 101) return 'unasked-upgrade'
    if (isOldVersion) return 'bad-status-line'
    return this.isChunked || this.byteLength !== undefined ? 'body-without-place' : undefined
  }

  /** Where the body of an answer with this status ends. May find a fault. */
  bodyEnd(status: number, isOldVersion: boolean): BodyEnd {
    if (this.isChunked && (this.byteLength !== undefined || isOldVersion)) this.fault = 'bad-coding'
    if (status === 204 || status === 304) {
      if (this.isChunked || (this.byteLength ?? 0) > 0) this.fault = 'body-without-place'
      return 'none'
    }
    if (this.isChunked) return 'chunks'
    if (this.byteLength === undefined) return 'close'
    return this.byteLength === 0 ? 'none' : 'length'
  }

  /** Whether the server keeps the connection open behind an answer that ends before it. */
  isPersistent(isOldVersion: boolean): boolean {
    return !this.hasClose && (!isOldVersion || this.hasKeepAlive)
  }
}
