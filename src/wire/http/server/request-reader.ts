import { asciiText } from '../../jsonrpc/open-body.js'
import { type Failure, fail } from '../../jsonrpc/reply.js'
import { ChunkedBody, type ChunkLimits } from '../chunks.js'
import { isNamed } from '../fields.js'
import { type HeadScanner, HeldHead, MAX_FIELDS } from './head-scanner.js'
import { CHUNKED, type ParsedHead, readHead } from './request-head.js'
import type { ServerConnection } from './server-connection.js'
import { ServerExchange } from './server-exchange.js'

const NOTHING = Buffer.alloc(0)
const BROKEN = fail('invalid-request', { reason: 'broken_http' })
/** The HTTP methods of the callers' paths. */
const ANYWHERE = 'POST, OPTIONS'
/** 256 MiB, more than any body may have. */
const CHUNK_LIMITS: ChunkLimits = { maxSizeDigits: 7, maxSizeLineBytes: 256 }

/** Longer heads are not cached, so that an idle connection takes little memory. */
const MAX_KEPT_BYTES = 1_024
const DIGIT_0 = 0x30
/** Returned by `match` for a different head. */
const UNLIKE = -1

/**
 * Caches the head of a connection's last call, with its meaning. A client sends the same head again
 * and again, except for the body's length (of as many digits); identical bytes mean the same.
 *
 * Bounds  two kilobytes for a connection; nothing until its second call
 */
export class RequestHeadCache {
  head: ParsedHead | undefined
  /**
   * The head's bytes, and the indexes of its fields in them; both are overwritten for the next
   * head.
   */
  bytes: Buffer = NOTHING
  readonly fields: number[] = []
  /** The head's text before and after the digits of the length. */
  private before = ''
  private behind = ''
  private digitsStart = 0
  private digitsEnd = 0
  private isFirst = true

  /** Caches the head of a call with a known length: `source` from `start` to `end`. */
  keep(head: ParsedHead, source: Buffer, start: number, end: number, fields: readonly number[]): void {
    const { isFirst } = this
    this.isFirst = false
    const length = end - start
    if (isFirst || head.method !== 'POST' || head.bodyLength <= 0 || head.expects !== 'nothing') return
    if (length > MAX_KEPT_BYTES) return
    if (this.bytes.length < length) this.bytes = Buffer.allocUnsafeSlow(length)
    source.copy(this.bytes, 0, start, end)
    this.head = head
    this.fields.length = 0
    for (const index of fields) this.fields.push(index - start)
    for (let at = 0; at < fields.length; at += 4) {
      if (!isNamed(source, fields[at]!, fields[at + 1]!, 'content-length')) continue
      this.digitsStart = fields[at + 2]! - start
      this.digitsEnd = fields[at + 3]! - start
    }
    this.before = this.bytes.toString('latin1', 0, this.digitsStart)
    this.behind = this.bytes.toString('latin1', this.digitsEnd, length)
  }

  /**
   * If `text` (latin1) has the same head at `at`: sets the body's length in `head` and returns the
   * index after it. Returns UNLIKE for another head.
   */
  match(text: string, at: number): number {
    const { head, bytes, before, behind, digitsStart, digitsEnd } = this
    if (head === undefined || text.slice(at, at + digitsStart) !== before) return UNLIKE
    const end = at + digitsEnd + behind.length
    if (text.slice(at + digitsEnd, end) !== behind) return UNLIKE
    let bodyLength = 0
    for (let index = digitsStart; index < digitsEnd; index++) {
      const digit = text.charCodeAt(at + index) - DIGIT_0
      if (digit < 0 || digit > 9) return UNLIKE
      bodyLength = bodyLength * 10 + digit
    }
    if (bodyLength === head.bodyLength) return end
    for (let index = digitsStart; index < digitsEnd; index++) bytes[index] = text.charCodeAt(at + index)
    this.head = { ...head, bodyLength }
    return end
  }
}

/** Splits the bytes of one connection into requests, in whatever pieces they arrive. */
export class RequestReader {
  private held: HeldHead | undefined
  /** The request whose body is incomplete. */
  private reading: ServerExchange | undefined
  private bodyLeft = 0
  private chunked: ChunkedBody | undefined
  private readonly last = new RequestHeadCache()
  /** The bytes being read, as text if they were read as text. */
  private text: string | undefined

  constructor(private readonly connection: ServerConnection) {}

  /** True if a request has begun but is incomplete. */
  get isAmid(): boolean {
    return this.held !== undefined || this.reading !== undefined
  }

  /** Reads until the bytes end or the connection pauses. Returns the index of the next byte. */
  read(chunk: Buffer): number {
    let at = 0
    this.text = this.isAmid ? undefined : asciiText(chunk)
    while (at < chunk.length && this.connection.isReading) {
      at = this.reading === undefined ? this.readHead(chunk, at) : this.readBody(chunk, at, this.reading)
    }
    this.text = undefined
    return at
  }

  /** Gives up; returns the request whose body was being read. */
  abandon(): ServerExchange | undefined {
    const { reading } = this
    this.held = undefined
    this.reading = undefined
    return reading
  }

  private readHead(chunk: Buffer, at: number): number {
    if (this.held !== undefined) return this.readHeldHead(this.held, chunk, at)
    const { scanner, maxHeaderBytes } = this.connection.connectionDeps
    const { last, text } = this
    const next = text === undefined ? UNLIKE : last.match(text, at)
    if (next > 0 && next - at <= maxHeaderBytes) return this.beginBody(last.head!, last.bytes, last.fields, chunk, next)
    scanner.begin(at)
    const scan = scanner.scan(chunk, chunk.length)
    if (scan === 'broken') return this.refuse(BROKEN, chunk)
    const length = (scan === 'more' ? chunk.length : scanner.at) - at
    if (scan === 'too-many' || length > maxHeaderBytes) return this.refuse(fail('headers-too-large'), chunk)
    if (scan === 'done') return this.begin(scanner, chunk, at, chunk, scanner.at)
    // Complete heads share one scanner; a private scanner reads this one again from its beginning.
    this.held = new HeldHead()
    this.held.add(chunk, at, chunk.length)
    this.connection.awaitHead()
    return chunk.length
  }

  private readHeldHead(held: HeldHead, chunk: Buffer, at: number): number {
    const { maxHeaderBytes } = this.connection.connectionDeps
    const { scanner, length: before } = held
    // One byte over the limit shows that there are too many.
    held.add(chunk, at, Math.min(chunk.length, at + maxHeaderBytes + 1 - before))
    const scan = scanner.scan(held.bytes, held.length)
    if (scan === 'broken') return this.refuse(BROKEN, chunk)
    const length = scan === 'more' ? held.length : scanner.at
    if (scan === 'too-many' || length > maxHeaderBytes) return this.refuse(fail('headers-too-large'), chunk)
    if (scan === 'more') return chunk.length
    this.held = undefined
    return this.begin(scanner, held.bytes, 0, chunk, at + scanner.at - before)
  }

  /**
   * A head is complete: `source` has it from `start`, and its body begins in `chunk` at `at`.
   * Returns the index after the last byte read.
   */
  private begin(scanner: HeadScanner, source: Buffer, start: number, chunk: Buffer, at: number): number {
    const { connection } = this
    const head = readHead(source, scanner)
    if (head === undefined) return this.refuse(BROKEN, chunk)
    if (head.expects === 'unknown') return this.refuse(fail('expectation-failed'), chunk)
    if (head.method === 'CONNECT')
      return this.refuse(fail('method-not-allowed', { allow: ANYWHERE }), chunk, [`Allow: ${ANYWHERE}`])
    if (head.isUpgrade) {
      connection.beginUpgrade(new ServerExchange(connection, head, source, scanner.fields), chunk.subarray(at))
      return chunk.length
    }
    this.last.keep(head, source, start, scanner.at, scanner.fields)
    return this.beginBody(head, source, scanner.fields, chunk, at)
  }

  private beginBody(head: ParsedHead, source: Buffer, fields: readonly number[], chunk: Buffer, at: number): number {
    const { connection, text } = this
    const exchange = new ServerExchange(connection, head, source, fields)
    const { bodyLength } = head
    let next = at
    if (bodyLength === 0) exchange.complete(NOTHING)
    else if (bodyLength !== CHUNKED && bodyLength <= chunk.length - at) {
      next = at + bodyLength
      exchange.complete(text === undefined ? chunk.subarray(at, next) : text.slice(at, next))
    } else {
      this.reading = exchange
      this.bodyLeft = bodyLength
      this.chunked = bodyLength === CHUNKED ? new ChunkedBody(CHUNK_LIMITS) : undefined
      this.chunked?.begin(connection.connectionDeps.maxHeaderBytes, MAX_FIELDS)
    }
    connection.begin(exchange)
    exchange.forgetHead()
    return next
  }

  private readBody(chunk: Buffer, at: number, exchange: ServerExchange): number {
    let next: number
    if (this.chunked === undefined) {
      next = Math.min(chunk.length, at + this.bodyLeft)
      this.bodyLeft -= next - at
      exchange.take(chunk, at, next)
      if (this.bodyLeft > 0) return next
    } else {
      next = this.chunked.read(chunk, at, chunk.length, exchange)
      if (next < 0) return this.refuse(BROKEN, chunk)
      if (!this.chunked.isDone) return next
    }
    this.reading = undefined
    this.chunked = undefined
    this.connection.hasRead(exchange)
    exchange.finishBody()
    return next
  }

  private refuse(failure: Failure, chunk: Buffer, fields: readonly string[] = []): number {
    this.connection.reject(failure, fields)
    return chunk.length
  }
}
