import { FieldLine } from './field-line.js'
import { BROKEN, isFieldByte, isForbiddenTrailer, skipLineEnd, skipToken, UNFINISHED } from './fields.js'
import { HeldBytes } from './held-bytes.js'

const LINE_END = 2
const CR = 0x0d
const LF = 0x0a
const SEMICOLON = 0x3b
/** Room for the beginning of a line: most are the size of a chunk. */
const FIRST_ROOM_BYTES = 64

export interface ChunkLimits {
  /** Hexadecimal digits of a chunk's size, leading zeros included. */
  readonly maxSizeDigits: number
  /** A chunk's size and its extensions, which are ignored. */
  readonly maxSizeLineBytes: number
}

/** Receives the pieces of a body: `bytes` from `from` to `to`, valid until `take` returns. */
interface BodyTaker {
  take(bytes: Buffer, from: number, to: number): void
}

/**
 * Decodes the chunked body of a request or an answer, in whatever pieces it arrives.
 *
 * Strict: sizes are hexadecimal digits, and lines end with CRLF. Extensions must be well-formed.
 * Extensions and trailers are ignored, and a trailer must not be a framing field.
 * Source  RFC 9112, section 7.1
 */
export class ChunkedBody {
  isDone = false
  /** True after the last chunk: the lines that follow are fields. */
  isInTrailers = false
  /** Bytes of the current chunk still to come. */
  private left = 0
  /** Bytes still to come of the CRLF after a chunk. */
  private lineEndLeft = 0
  /** The beginning of an unfinished line. */
  private held: HeldBytes | undefined
  private readonly trailer = new FieldLine()
  private trailerBytesLeft = 0
  private trailersLeft = 0

  constructor(private readonly limits: ChunkLimits) {}

  /** Prepares for a new body with these limits on its trailers. */
  begin(maxTrailerBytes: number, maxTrailers: number): void {
    this.isDone = false
    this.isInTrailers = false
    this.left = 0
    this.lineEndLeft = 0
    this.held = undefined
    this.trailer.restart()
    this.trailerBytesLeft = maxTrailerBytes
    this.trailersLeft = maxTrailers
  }

  /**
   * Reads `bytes` from `at` to `to` and passes the pieces of the body to `taker`. Returns the index
   * after the last byte read, or BROKEN.
   */
  read(bytes: Buffer, at: number, to: number, taker: BodyTaker): number {
    let next = at
    while (next < to && !this.isDone) {
      if (this.left > 0) {
        const end = Math.min(to, next + this.left)
        taker.take(bytes, next, end)
        this.left -= end - next
        next = end
        if (this.left === 0) this.lineEndLeft = LINE_END
      } else if (this.lineEndLeft > 0) {
        if (bytes[next] !== (this.lineEndLeft === LINE_END ? CR : LF)) return BROKEN
        this.lineEndLeft--
        next++
      } else {
        next = this.held === undefined ? this.readLine(bytes, next, to) : this.readHeldLine(this.held, bytes, next, to)
        if (next < 0) return BROKEN
      }
    }
    return next
  }

  private readLine(bytes: Buffer, at: number, to: number): number {
    const next = this.line(bytes, at, to)
    if (next !== UNFINISHED) return next
    if (to - at > this.maxLineBytes) return BROKEN
    // A copy, because the piece that contains it may be large.
    this.held = new HeldBytes(FIRST_ROOM_BYTES)
    this.held.add(bytes, at, to)
    return to
  }

  private readHeldLine(held: HeldBytes, bytes: Buffer, at: number, to: number): number {
    const feed = bytes.indexOf(LF, at)
    const end = feed === -1 || feed >= to ? to : feed + 1
    held.add(bytes, at, end)
    const next = this.line(held.bytes, 0, held.length)
    if (next === UNFINISHED) return held.length > this.maxLineBytes ? BROKEN : end
    this.held = undefined
    return next < 0 ? BROKEN : end
  }

  private get maxLineBytes(): number {
    return this.isInTrailers ? this.trailerBytesLeft : this.limits.maxSizeLineBytes
  }

  /** The index after the line that begins at `at`, UNFINISHED or BROKEN. */
  private line(bytes: Buffer, at: number, to: number): number {
    return this.isInTrailers ? this.trailerLine(bytes, at, to) : this.sizeLine(bytes, at, to)
  }

  private sizeLine(bytes: Buffer, at: number, to: number): number {
    const { maxSizeDigits, maxSizeLineBytes } = this.limits
    let size = 0
    let next = at
    for (; next < to; next++) {
      const digit = hexValue(bytes[next]!)
      if (digit < 0) break
      size = size * 16 + digit
    }
    if (next - at > maxSizeDigits) return BROKEN
    if (next === to) return UNFINISHED
    if (next === at) return BROKEN
    if (bytes[next] === SEMICOLON) next = skipExtensions(bytes, next, to)
    if (next >= 0) next = skipLineEnd(bytes, next, to)
    if (next < 0) return next
    if (next - at > maxSizeLineBytes) return BROKEN
    this.left = size
    this.isInTrailers = size === 0
    return next
  }

  private trailerLine(bytes: Buffer, at: number, to: number): number {
    const { trailer } = this
    const isLast = bytes[at] === CR
    const next = isLast ? skipLineEnd(bytes, at, to) : trailer.read(bytes, at, to)
    if (next < 0) return next
    this.trailerBytesLeft -= next - at
    if (this.trailerBytesLeft < 0) return BROKEN
    if (isLast) this.isDone = true
    else if (--this.trailersLeft < 0 || isForbiddenTrailer(bytes, at, trailer.nameEnd)) return BROKEN
    return next
  }
}

/** The value of a hexadecimal digit, or -1. */
const hexValue = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/**
 * RFC 9112, section 7.1.1, without the optional blanks: the index after the extensions that begin
 * at `at`, UNFINISHED or BROKEN.
 */
const skipExtensions = (bytes: Buffer, at: number, end: number): number => {
  let next = at
  while (next < end && bytes[next] === SEMICOLON) {
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
    if (next < end && !isFieldByte(bytes[next]!)) return BROKEN
  }
  return UNFINISHED
}
