import { BROKEN, hexValue, isNamed, skipExtensions, skipLineEnd, UNFINISHED } from '../syntax.js'
import { HeadScanner } from './head-scanner.js'

/** Seven hexadecimal digits, leading zeros included: 256 MiB, more than any body may have. */
const MAX_SIZE_DIGITS = 7
/** A chunk's size with its extensions, which nobody needs. */
const MAX_SIZE_LINE_BYTES = 256
const LINE_END = 2
const NONE = Buffer.alloc(0)
const NOWHERE = -10
/** What a body's end must not change any more. */
const FORBIDDEN_TRAILERS = ['content-length', 'transfer-encoding', 'host']

/** Who is given the pieces of a body: `bytes` from `from` to `to`, to look at until it returns. */
interface BodyTaker {
  take(bytes: Buffer, from: number, to: number): void
}

/**
 * Takes the chunks of a body apart, however they come in pieces.
 *
 * Strict: sizes are hexadecimal digits, lines end with CRLF, extensions are well-formed and overlooked, trailers too.
 * Source  RFC 9112, section 7.1
 */
export class ChunkedBody {
  isDone = false
  /** Bytes of the present chunk still to come. */
  private left = 0
  /** Of the CRLF behind a chunk. */
  private lineEndLeft = 0
  /** The beginning of a size line, or of trailers, that has not come whole. */
  private held: Buffer = NONE
  private trailers: HeadScanner | undefined

  constructor(private readonly maxTrailerBytes: number) {}

  /** Reads on from `at` and hands the pieces of the body to `taker`. Returns the index behind what was read, or BROKEN. */
  read(chunk: Buffer, at: number, taker: BodyTaker): number {
    let next = at
    while (next < chunk.length && !this.isDone) {
      if (this.left > 0) {
        const end = Math.min(chunk.length, next + this.left)
        taker.take(chunk, next, end)
        this.left -= end - next
        next = end
        if (this.left === 0) this.lineEndLeft = LINE_END
      } else if (this.lineEndLeft > 0) {
        if (chunk[next] !== (this.lineEndLeft === LINE_END ? 0x0d : 0x0a)) return BROKEN
        this.lineEndLeft--
        next++
      } else {
        next = this.trailers === undefined ? this.readSize(chunk, next) : this.readTrailers(chunk, next)
        if (next < 0) return next
      }
    }
    return next
  }

  private readSize(chunk: Buffer, at: number): number {
    const before = this.held.length
    const usualEnd = before === 0 ? this.readUsualSize(chunk, at) : NOWHERE
    if (usualEnd !== NOWHERE) return usualEnd
    const line = before === 0 ? chunk.subarray(at) : Buffer.concat([this.held, chunk.subarray(at)])
    const end = sizeLineEnd(line)
    if (end === BROKEN) return BROKEN
    if (end === UNFINISHED) {
      if (line.length > MAX_SIZE_LINE_BYTES) return BROKEN
      // A copy: the piece it came in may be large.
      this.held = Buffer.from(line)
      return chunk.length
    }
    if (end > MAX_SIZE_LINE_BYTES) return BROKEN
    this.held = NONE
    this.begin(Number.parseInt(line.toString('latin1', 0, digitsEnd(line)), 16))
    return at + end - before
  }

  /** Reads a size line that is there whole and without extensions, as nearly all are; NOWHERE for any other. */
  private readUsualSize(chunk: Buffer, at: number): number {
    let size = 0
    let next = at
    for (; next < chunk.length && next - at < MAX_SIZE_DIGITS; next++) {
      const digit = hexValue(chunk[next]!)
      if (digit < 0) break
      size = size * 16 + digit
    }
    if (next === at || chunk[next] !== 0x0d || chunk[next + 1] !== 0x0a) return NOWHERE
    this.begin(size)
    return next + LINE_END
  }

  private begin(size: number): void {
    this.left = size
    if (size > 0) return
    this.trailers = new HeadScanner()
    this.trailers.beginTrailers()
  }

  private readTrailers(chunk: Buffer, at: number): number {
    const scanner = this.trailers!
    const before = this.held.length
    const text = before === 0 ? chunk.subarray(at) : Buffer.concat([this.held, chunk.subarray(at)])
    const scan = scanner.scan(text, text.length)
    if (scan === 'broken' || scan === 'too-many' || scanner.at > this.maxTrailerBytes) return BROKEN
    if (scan === 'more') {
      if (text.length > this.maxTrailerBytes) return BROKEN
      this.held = Buffer.from(text)
      return chunk.length
    }
    const { fields } = scanner
    for (let field = 0; field < fields.length; field += 4) {
      for (const name of FORBIDDEN_TRAILERS) if (isNamed(text, fields[field]!, fields[field + 1]!, name)) return BROKEN
    }
    this.held = NONE
    this.isDone = true
    return at + scanner.at - before
  }
}

const digitsEnd = (line: Buffer): number => {
  let end = 0
  while (end < line.length && hexValue(line[end]!) >= 0) end++
  return end
}

/** The index behind a line that tells a chunk's size, UNFINISHED or BROKEN. */
const sizeLineEnd = (line: Buffer): number => {
  const digits = digitsEnd(line)
  if (digits > MAX_SIZE_DIGITS) return BROKEN
  if (digits === line.length) return UNFINISHED
  if (digits === 0) return BROKEN
  const end = skipExtensions(line, digits, line.length)
  return end < 0 ? end : skipLineEnd(line, end, line.length)
}
