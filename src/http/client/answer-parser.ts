import {
  BROKEN,
  isBlank,
  isNamed,
  readChunkSize,
  readDecimal,
  readStatus,
  skipChunkLine,
  skipField,
  skipLineEnd,
  skipStatusLine,
  skipToken,
  UNFINISHED,
} from '../syntax.js'
import { AnswerFraming, type BodyEnd, type HttpFault } from './answer-framing.js'
import type { ResponseSink } from './response-sink.js'

enum State {
  Status,
  Field,
  Counted,
  UntilClose,
  ChunkSize,
  ChunkData,
  ChunkEnd,
  Trailer,
  Done,
}

/** Status line and fields of one answer, its interim answers and its trailers included. */
const MAX_HEAD_BYTES = 16_384
const MAX_FIELDS = 256
const MAX_CHUNK_LINE_BYTES = 1_024
const STATE_OF: Readonly<Record<BodyEnd, State>> = {
  none: State.Done,
  length: State.Counted,
  chunks: State.ChunkSize,
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
  private state: State = State.Done
  private sink: ResponseSink | undefined
  /** The beginning of a line whose end has not arrived. */
  private partial: Buffer | undefined
  private headBytes = 0
  private fieldCount = 0
  private status = 0
  private isOldVersion = false
  /** Bytes of the body, or of the chunk, still to come. */
  private left = 0

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
        case State.ChunkData:
          at = this.counted(bytes, at, length, isKept)
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
    if (this.left === 0) this.state = this.state === State.Counted ? State.Done : State.ChunkEnd
    if (isWhole && !isKept && this.sink!.whole !== undefined) this.wholeAt = at
    else this.give(bytes, at, end, isKept)
    return end
  }

  private give(bytes: Buffer, from: number, to: number, isKept: boolean): void {
    const chunk = bytes.subarray(from, to)
    if (!this.sink!.chunk(isKept ? chunk : Buffer.from(chunk))) this.wantsPause = true
  }

  /** Reads a line; keeps what there is of it when its end has not arrived. */
  private wholeLine(bytes: Buffer, at: number, length: number): number {
    const isChunkLine = this.state === State.ChunkSize || this.state === State.ChunkEnd
    const isStatusLine = this.state === State.Status
    const next = this.line(bytes, at, length)
    const lineBytes = (next < 0 ? length : next) - at
    if (isChunkLine) {
      if (next === BROKEN || lineBytes > MAX_CHUNK_LINE_BYTES) this.fault = 'bad-chunk'
    } else {
      if (next === BROKEN) this.fault ??= isStatusLine ? 'bad-status-line' : 'bad-field'
      // What is kept of a line is counted when it is whole.
      if (next !== UNFINISHED) this.headBytes += lineBytes
      const bytesSoFar = next === UNFINISHED ? this.headBytes + lineBytes : this.headBytes
      if (bytesSoFar > MAX_HEAD_BYTES || this.fieldCount > MAX_FIELDS) this.fault ??= 'head-too-large'
    }
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

  /** The index behind the line that begins at `at`, UNFINISHED or BROKEN. */
  private line(bytes: Buffer, at: number, end: number): number {
    switch (this.state) {
      case State.Status:
        return this.statusLine(bytes, at, end)
      case State.ChunkSize:
        return this.chunkSize(bytes, at, end)
      case State.ChunkEnd: {
        const next = skipLineEnd(bytes, at, end)
        if (next > 0) this.state = State.ChunkSize
        return next
      }
      default:
        return this.field(bytes, at, end)
    }
  }

  private statusLine(bytes: Buffer, at: number, end: number): number {
    const next = skipStatusLine(bytes, at, end)
    if (next < 0) return next
    this.isOldVersion = bytes[at + 7] === 0x30
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
    const colon = skipToken(bytes, at, end)
    if (colon === end) return UNFINISHED
    // A line that begins with a blank would continue the one before (obsolete folding): no token, no field.
    if (colon === at || bytes[colon] !== 0x3a) return BROKEN
    let from = colon + 1
    while (from < end && isBlank(bytes[from])) from++
    let to = skipField(bytes, from, end)
    const next = skipLineEnd(bytes, to, end)
    if (next < 0) return next
    // A tab stays: llhttp takes `chunked` with one for another coding, so it could be read in two ways.
    while (to > from && bytes[to - 1] === 0x20) to--
    this.fieldCount++
    const length = colon - at
    const isTrailer = this.state === State.Trailer
    if (isNamed(bytes, at, colon, 'content-length')) this.framing.noteLength(readDecimal(bytes, from, to), isTrailer)
    // By their lengths most names are none of the other three that matter.
    else if (length === 17 || length === 10)
      this.framing.note(
        bytes.toString('latin1', at, colon).toLowerCase(),
        bytes.toString('latin1', from, to),
        isTrailer,
      )
    this.fault ??= this.framing.fault
    return next
  }

  private endOfFields(): void {
    if (this.state === State.Trailer) {
      this.state = State.Done
      return
    }
    if (this.status < 200) {
      this.fault ??= this.framing.faultOfInterim(this.status, this.isOldVersion)
      this.state = State.Status
      this.framing.clear()
      return
    }
    const { framing } = this
    const end = framing.bodyEnd(this.status, this.isOldVersion)
    this.fault = framing.fault
    if (this.fault !== undefined) return
    this.isPersistent = end !== 'close' && framing.isPersistent(this.isOldVersion)
    this.left = framing.byteLength ?? 0
    this.state = STATE_OF[end]
    this.sink!.head(this.status, framing.byteLength)
  }

  private chunkSize(bytes: Buffer, at: number, end: number): number {
    const next = skipChunkLine(bytes, at, end)
    if (next < 0) return next
    this.left = readChunkSize(bytes, at)
    this.state = this.left === 0 ? State.Trailer : State.ChunkData
    return next
  }
}
