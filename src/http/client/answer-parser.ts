import { ChunkedBody, type ChunkLimits } from '../chunks.js'
import { BROKEN, FieldLine, skipLineEnd, UNFINISHED } from '../fields.js'
import type { HttpFault } from '../framing.js'
import { AnswerFraming, type BodyEnd, readStatus, skipStatusLine } from './answer-framing.js'
import type { ResponseSink } from './response-sink.js'

enum State {
  Status,
  Field,
  Counted,
  UntilClose,
  Chunks,
  Done,
}

/** Status line and fields of one answer, its interim answers and its trailers included. */
const MAX_HEAD_BYTES = 16_384
const MAX_FIELDS = 256
/** More digits than any chunk needs, and still an exact number: the reader of the body judges what is too much of it. */
const CHUNK_LIMITS: ChunkLimits = { maxSizeDigits: 13, maxSizeLineBytes: 1_024 }
const STATE_OF: Readonly<Record<BodyEnd, State>> = {
  none: State.Done,
  length: State.Counted,
  chunks: State.Chunks,
  close: State.UntilClose,
}

/**
 * Reads HTTP/1.1 answers to POST requests as they arrive, strictly: whatever could be read in two ways is refused.
 *
 * One parser serves one connection, an answer at a time; `begin` makes it ready for the next.
 * Source  RFC 9112, sections 4 (status line), 5 (fields), 6.3 (length of the body), 7.1 (chunks) and 11.2 (smuggling)
 */
export class AnswerParser {
  fault: HttpFault | undefined
  /** Whether the connection can be used again behind this answer. */
  isPersistent = false
  /** Whether the sink asked to wait; the reader's to clear. */
  wantsPause = false
  /** Where in the bytes pushed last the whole body begins, which the reader has to hand on as it stands there; -1: it was given already. */
  wholeAt = -1

  private readonly framing = new AnswerFraming()
  private readonly line = new FieldLine()
  /** Made when the first answer comes in chunks. */
  private chunked: ChunkedBody | undefined
  private state: State = State.Done
  private sink: ResponseSink | undefined
  /** The beginning of a line whose end has not arrived. */
  private partial: Buffer | undefined
  private headBytes = 0
  private fieldCount = 0
  private status = 0
  private isHttp10 = false
  /** Bytes of the body still to come. */
  private left = 0
  /** Whether the bytes that are being read are the sink's to keep. */
  private isKept = false

  begin(sink: ResponseSink): void {
    this.sink = sink
    this.state = State.Status
    this.headBytes = 0
    this.fieldCount = 0
    this.wantsPause = false
    this.wholeAt = -1
    this.framing.clear()
  }

  /** The sink hears nothing more. */
  stop(): void {
    this.sink = undefined
  }

  get isDone(): boolean {
    return this.state === State.Done
  }

  /** Whether the end of the connection is the end of the answer. */
  get endsWithConnection(): boolean {
    return this.state === State.UntilClose
  }

  get keepAliveSeconds(): number | undefined {
    return this.framing.keepAliveSeconds
  }

  /**
   * Reads the first `length` of `bytes`, at most to the end of the answer; returns how many it took. `fault` and `isDone` tell the rest.
   *
   * `isKept`  the bytes are the sink's to keep; otherwise it is given copies, unless it can take a body whole (`wholeAt`)
   */
  push(bytes: Buffer, length: number, isKept: boolean): number {
    let at = 0
    while (at < length && this.state !== State.Done && this.fault === undefined && this.sink !== undefined) {
      switch (this.state) {
        case State.Counted:
          at = this.counted(bytes, at, length, isKept)
          break
        case State.Chunks:
          at = this.inChunks(bytes, at, length, isKept)
          break
        case State.UntilClose:
          this.give(bytes, at, length, isKept)
          at = length
          break
        default:
          at = this.partial === undefined ? this.wholeLine(bytes, at, length) : this.joinedLine(bytes, at, length)
      }
    }
    return at
  }

  private counted(bytes: Buffer, at: number, length: number, isKept: boolean): number {
    const end = Math.min(length, at + this.left)
    const isWhole = end - at === this.framing.byteLength
    this.left -= end - at
    if (this.left === 0) this.state = State.Done
    if (isWhole && !isKept && this.sink!.whole !== undefined) this.wholeAt = at
    else this.give(bytes, at, end, isKept)
    return end
  }

  private inChunks(bytes: Buffer, at: number, length: number, isKept: boolean): number {
    const chunked = this.chunked!
    this.isKept = isKept
    const next = chunked.read(bytes, at, length, this)
    if (next === BROKEN) this.fault = chunked.isInTrailers ? 'bad-field' : 'bad-chunk'
    else if (chunked.isDone) this.state = State.Done
    return next === BROKEN ? length : next
  }

  /** Takes a piece of a chunk. */
  take(bytes: Buffer, from: number, to: number): void {
    if (this.sink !== undefined) this.give(bytes, from, to, this.isKept)
  }

  private give(bytes: Buffer, from: number, to: number, isKept: boolean): void {
    const chunk = bytes.subarray(from, to)
    if (!this.sink!.chunk(isKept ? chunk : Buffer.from(chunk))) this.wantsPause = true
  }

  /** Reads a line of the head; keeps what there is of it when its end has not arrived. */
  private wholeLine(bytes: Buffer, at: number, length: number): number {
    const isStatusLine = this.state === State.Status
    const next = isStatusLine ? this.statusLine(bytes, at, length) : this.field(bytes, at, length)
    const lineBytes = (next < 0 ? length : next) - at
    if (next === BROKEN) this.fault ??= isStatusLine ? 'bad-status-line' : 'bad-field'
    // What is kept of a line is counted when it is whole.
    if (next !== UNFINISHED) this.headBytes += lineBytes
    const bytesSoFar = next === UNFINISHED ? this.headBytes + lineBytes : this.headBytes
    if (bytesSoFar > MAX_HEAD_BYTES || this.fieldCount > MAX_FIELDS) this.fault ??= 'head-too-large'
    if (next >= 0) return next
    this.partial = this.fault === undefined ? Buffer.from(bytes.subarray(at, length)) : undefined
    return length
  }

  private joinedLine(bytes: Buffer, at: number, length: number): number {
    const feed = bytes.indexOf(0x0a, at)
    const end = feed === -1 || feed >= length ? length : feed + 1
    const joined = Buffer.concat([this.partial!, bytes.subarray(at, end)])
    this.partial = undefined
    this.wholeLine(joined, 0, joined.length)
    return end
  }

  private statusLine(bytes: Buffer, at: number, end: number): number {
    const next = skipStatusLine(bytes, at, end)
    if (next < 0) return next
    this.isHttp10 = bytes[at + 7] === 0x30
    this.status = readStatus(bytes, at)
    this.state = State.Field
    return next
  }

  private field(bytes: Buffer, at: number, end: number): number {
    if (bytes[at] === 0x0d) {
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
    return next
  }

  private endOfFields(): void {
    if (this.status < 200) {
      this.fault ??= this.framing.faultOfInterim(this.status, this.isHttp10)
      this.state = State.Status
      this.framing.clear()
      return
    }
    const { framing } = this
    const end = framing.bodyEnd(this.status, this.isHttp10)
    this.fault = framing.fault
    if (this.fault !== undefined) return
    this.isPersistent = end !== 'close' && framing.keepsAlive(this.isHttp10)
    this.left = framing.byteLength ?? 0
    this.state = STATE_OF[end]
    if (end === 'chunks') this.beginChunks()
    if (framing.isGzip) this.sink!.packed?.()
    this.sink!.head(this.status, framing.byteLength)
  }

  private beginChunks(): void {
    this.chunked ??= new ChunkedBody(CHUNK_LIMITS)
    // The empty line that ends the head is not counted yet.
    this.chunked.begin(MAX_HEAD_BYTES - this.headBytes, MAX_FIELDS - this.fieldCount)
  }
}
