import { ChunkedBody, type ChunkLimits } from '../chunks.js'
import { FieldLine } from '../field-line.js'
import { BROKEN, Framing, type HttpFault, isNamed, skipField, skipLineEnd, skipVersion, UNFINISHED } from '../fields.js'
import type { ResponseSink } from './client-exchange.js'

enum State {
  Status,
  Field,
  Counted,
  UntilClose,
  Chunks,
  Done,
}

/** Status line and fields of one answer, including interim answers and trailers. */
const MAX_HEAD_BYTES = 16_384
const MAX_FIELDS = 256
/** More digits than any chunk needs, and still exact. The reader limits the body's size. */
const CHUNK_LIMITS: ChunkLimits = { maxSizeDigits: 13, maxSizeLineBytes: 1_024 }
const [SPACE, DIGIT_0, CR, LF] = [0x20, 0x30, 0x0d, 0x0a]

/**
 * Reads HTTP/1.1 answers to POST requests as they arrive. Strict: refuses whatever could be read in
 * two ways. One parser serves one connection; `begin` prepares it for the next answer.
 *
 * Source  RFC 9112, sections 4 (status line), 5 (fields), 6.3 (length of the body), 7.1 (chunks)
 *         and 11.2 (smuggling)
 */
export class AnswerParser {
  fault: HttpFault | undefined
  /** True if the connection can be reused after this answer. */
  isPersistent = false
  /** True if the sink asked for a pause; the reader resets it. */
  wantsPause = false
  /** Index of a whole body in the bytes pushed last; -1 if the sink already has the body. */
  wholeAt = -1
  /** Seconds for which the server keeps an idle connection, from its Keep-Alive field. */
  keepAliveSeconds: number | undefined

  private readonly framing = new Framing()
  private readonly line = new FieldLine()
  /** Created for the first chunked answer. */
  private chunked: ChunkedBody | undefined
  private state: State = State.Done
  private sink: ResponseSink | undefined
  /** The beginning of an unfinished line. */
  private partial: Buffer | undefined
  private headBytes = 0
  private fieldCount = 0
  private status = 0
  private isHttp10 = false
  /** Bytes of the body still to come. */
  private left = 0
  /** True if the sink may keep the bytes being read. */
  private isKept = false

  begin(sink: ResponseSink): void {
    this.sink = sink
    this.state = State.Status
    this.headBytes = 0
    this.fieldCount = 0
    this.wantsPause = false
    this.wholeAt = -1
    this.keepAliveSeconds = undefined
    this.framing.clear()
    this.line.restart()
  }

  /** After this the sink receives nothing more. */
  stop(): void {
    this.sink = undefined
  }

  get isDone(): boolean {
    return this.state === State.Done
  }

  /** True if the answer ends only when the connection does. */
  get endsWithConnection(): boolean {
    return this.state === State.UntilClose
  }

  /**
   * Reads the first `length` of `bytes`, at most to the end of the answer; returns how many it
   * read. The outcome is in `fault` and `isDone`.
   *
   * `isKept`  the sink may keep the bytes; otherwise it gets copies, unless it can take a body
   *           whole (`wholeAt`)
   */
  push(bytes: Buffer, length: number, isKept: boolean): number {
    let at = 0
    this.isKept = isKept
    while (at < length && this.state !== State.Done && this.fault === undefined && this.sink !== undefined) {
      switch (this.state) {
        case State.Counted:
          at = this.counted(bytes, at, length)
          break
        case State.Chunks:
          at = this.inChunks(bytes, at, length)
          break
        case State.UntilClose:
          this.take(bytes, at, length)
          at = length
          break
        default:
          at = this.partial === undefined ? this.wholeLine(bytes, at, length) : this.joinedLine(bytes, at, length)
      }
    }
    return at
  }

  private counted(bytes: Buffer, at: number, length: number): number {
    const end = Math.min(length, at + this.left)
    const isWhole = end - at === this.framing.byteLength
    this.left -= end - at
    if (this.left === 0) this.state = State.Done
    if (isWhole && !this.isKept && this.sink!.whole !== undefined) this.wholeAt = at
    else this.take(bytes, at, end)
    return end
  }

  private inChunks(bytes: Buffer, at: number, length: number): number {
    const chunked = this.chunked!
    const next = chunked.read(bytes, at, length, this)
    if (next === BROKEN) this.fault = chunked.isInTrailers ? 'bad-field' : 'bad-chunk'
    else if (chunked.isDone) this.state = State.Done
    return next === BROKEN ? length : next
  }

  /** Takes a piece of the body. The sink may have stopped between chunks. */
  take(bytes: Buffer, from: number, to: number): void {
    if (this.sink === undefined) return
    const chunk = bytes.subarray(from, to)
    if (!this.sink.chunk(this.isKept ? chunk : Buffer.from(chunk))) this.wantsPause = true
  }

  /** Reads a line of the head. An unfinished line counts towards the limit once it is whole. */
  private wholeLine(bytes: Buffer, at: number, length: number): number {
    const isStatusLine = this.state === State.Status
    const next = isStatusLine ? this.statusLine(bytes, at, length) : this.field(bytes, at, length)
    if (next === BROKEN) this.fault ??= isStatusLine ? 'bad-status-line' : 'bad-field'
    const bytesSoFar = this.headBytes + (next < 0 ? length : next) - at
    if (next !== UNFINISHED) this.headBytes = bytesSoFar
    if (bytesSoFar > MAX_HEAD_BYTES || this.fieldCount > MAX_FIELDS) this.fault ??= 'head-too-large'
    if (next >= 0) return next
    this.partial = this.fault === undefined ? Buffer.from(bytes.subarray(at, length)) : undefined
    return length
  }

  private joinedLine(bytes: Buffer, at: number, length: number): number {
    const feed = bytes.indexOf(LF, at)
    const end = feed === -1 || feed >= length ? length : feed + 1
    const joined = Buffer.concat([this.partial!, bytes.subarray(at, end)])
    this.partial = undefined
    this.wholeLine(joined, 0, joined.length)
    return end
  }

  /** RFC 9112, section 4. A missing space after the status is tolerated if there is no reason. */
  private statusLine(bytes: Buffer, at: number, end: number): number {
    const space = skipVersion(bytes, at, end)
    if (space < 0) return space
    const behind = space + 4
    if (behind > end) return UNFINISHED
    if (bytes[space] !== SPACE || bytes[space + 1] === DIGIT_0) return BROKEN
    let status = 0
    for (let index = space + 1; index < behind; index++) {
      const digit = bytes[index]! - DIGIT_0
      if (digit < 0 || digit > 9) return BROKEN
      status = status * 10 + digit
    }
    const isBare = behind < end && bytes[behind] !== SPACE
    const next = skipLineEnd(bytes, isBare ? behind : skipField(bytes, behind, end), end)
    if (next < 0) return next
    this.isHttp10 = bytes[space - 1] === DIGIT_0
    this.status = status
    this.state = State.Field
    return next
  }

  private field(bytes: Buffer, at: number, end: number): number {
    if (bytes[at] === CR) {
      const next = skipLineEnd(bytes, at, end)
      if (next > 0) this.endOfFields()
      return next
    }
    const { line, framing } = this
    const next = line.read(bytes, at, end)
    if (next < 0) return next
    this.fieldCount++
    framing.note(bytes, at, line.nameEnd, line.valueStart, line.valueEnd)
    this.fault ??= framing.fault
    if (isNamed(bytes, at, line.nameEnd, 'keep-alive'))
      this.noteKeepAlive(bytes.toString('latin1', line.valueStart, line.valueEnd))
    return next
  }

  private noteKeepAlive(text: string): void {
    const seconds = /(?:^|[,\s])timeout=([0-9]{1,9})(?:$|[,\s])/i.exec(text)?.[1]
    if (seconds !== undefined) this.keepAliveSeconds = Number(seconds)
  }

  /** Finds where the body ends: RFC 9112, section 6.3. */
  private endOfFields(): void {
    const { framing, status, isHttp10 } = this
    if (status < 200) return this.endOfInterim()
    framing.finish(isHttp10)
    const isBare = status === 204 || status === 304
    if (isBare && (framing.isChunked || (framing.byteLength ?? 0) > 0)) framing.fault = 'body-without-place'
    this.fault = framing.fault
    if (this.fault !== undefined) return
    this.left = framing.byteLength ?? 0
    if (isBare || framing.byteLength === 0) this.state = State.Done
    else if (framing.isChunked) this.beginChunks()
    else this.state = framing.byteLength === undefined ? State.UntilClose : State.Counted
    this.isPersistent = this.state !== State.UntilClose && framing.keepsAlive(isHttp10)
    if (framing.isGzip) this.sink!.packed?.()
    this.sink!.head(status, framing.byteLength)
  }

  /** RFC 9110, section 15.2: HTTP/1.0 has no interim answers; section 8.6: they have no length. */
  private endOfInterim(): void {
    const { framing } = this
    if (this.status === 101) this.fault ??= 'unasked-upgrade'
    else if (this.isHttp10) this.fault ??= 'bad-status-line'
    else if (framing.isChunked || framing.byteLength !== undefined) this.fault ??= 'body-without-place'
    this.state = State.Status
    this.keepAliveSeconds = undefined
    framing.clear()
  }

  private beginChunks(): void {
    this.state = State.Chunks
    this.chunked ??= new ChunkedBody(CHUNK_LIMITS)
    // The head's final empty line is not counted yet.
    this.chunked.begin(MAX_HEAD_BYTES - this.headBytes, MAX_FIELDS - this.fieldCount)
  }
}
