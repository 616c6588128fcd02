import { isAscii } from 'node:buffer'
import { BodyText } from '../../jsonrpc/body.js'
import { type Failure, fail } from '../../jsonrpc/reply.js'
import { ChunkedBody, type ChunkLimits } from '../chunks.js'
import { type ExchangeOwner, ServerExchange } from './exchange.js'
import { HeadScanner, MAX_FIELDS } from './head-scanner.js'
import { CHUNKED, type ParsedHead, readHead } from './request-head.js'
import { RequestHeadCache, UNLIKE } from './request-head-cache.js'

const NOTHING = Buffer.alloc(0)
const BROKEN = fail('invalid-request', { reason: 'broken_http' })
/** The HTTP methods of the paths that callers use. */
const ANYWHERE = 'POST, OPTIONS'
/** The first piece of a head that did not come whole gets at least this much room. */
const FIRST_ROOM_BYTES = 1_024
/** What comes together is read as text up to here. A text is compared and taken apart more quickly than bytes are. */
const MAX_TEXT_BYTES = 16_384
/** 256 MiB, more than any body may have. */
const CHUNK_LIMITS: ChunkLimits = { maxSizeDigits: 7, maxSizeLineBytes: 256 }

/** What the reader asks of its connection. */
export interface ReaderOwner extends ExchangeOwner {
  /** Shared by all connections: the scanner for heads that come whole, which is nearly all, and the bound of their length. */
  readonly parts: ExchangeOwner['parts'] & { readonly scanner: HeadScanner; readonly maxHeaderBytes: number }
  /** Whether further bytes are to be looked at now. */
  readonly isReading: boolean
  /** A head has begun and is not whole. */
  awaitHead(): void
  /** A head is whole. */
  begin(exchange: ServerExchange): void
  /** A body that did not come with its head is whole. */
  hasRead(exchange: ServerExchange): void
  /** Goes on as a WebSocket when the requests before it are answered; until then nothing more is read. */
  beginUpgrade(exchange: ServerExchange, head: Buffer): void
  /** Ends the connection with a refusal, behind the answers to the requests that were whole. */
  reject(failure: Failure, fields: readonly string[]): void
}

/** Reads the bytes of one connection into requests, however they come in pieces. */
export class RequestReader {
  /** The head that has not come whole, and how many bytes of it there are. */
  private held: Buffer | undefined
  private heldLength = 0
  private scanner: HeadScanner | undefined
  /** The request whose body has not come whole. */
  private reading: ServerExchange | undefined
  private bodyLeft = 0
  private chunked: ChunkedBody | undefined
  private readonly last = new RequestHeadCache()
  /** The bytes that are being read, as text, if that is what they are. */
  private text: string | undefined

  constructor(private readonly connection: ReaderOwner) {}

  /** Whether a request has begun and is not whole. */
  get isAmid(): boolean {
    return this.held !== undefined || this.reading !== undefined
  }

  /** Reads until the bytes end, or the connection wants no more for now. Returns the index of the first byte not read. */
  read(chunk: Buffer): number {
    let at = 0
    this.text = this.isAmid ? undefined : textOf(chunk)
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
    this.scanner = undefined
    this.reading = undefined
    return reading
  }

  private readHead(chunk: Buffer, at: number): number {
    if (this.held !== undefined) return this.readHeldHead(chunk, at)
    const { scanner, maxHeaderBytes } = this.connection.parts
    const { last, text } = this
    const next = text === undefined ? UNLIKE : last.match(text, at)
    if (next > 0 && next - at <= maxHeaderBytes) return this.beginBody(last.head!, last.bytes, last.fields, chunk, next)
    scanner.begin(at)
    const scan = scanner.scan(chunk, chunk.length)
    if (scan === 'broken') return this.refuse(BROKEN, chunk)
    const length = (scan === 'more' ? chunk.length : scanner.at) - at
    if (scan === 'too-many' || length > maxHeaderBytes) return this.refuse(fail('headers-too-large'), chunk)
    if (scan === 'done') return this.begin(scanner, chunk, at, chunk, scanner.at)
    // Heads that come whole share one scanner; this one is looked at again from its beginning, by a scanner of its own.
    this.scanner = new HeadScanner()
    this.heldLength = 0
    this.hold(chunk, at, chunk.length)
    this.connection.awaitHead()
    return chunk.length
  }

  private readHeldHead(chunk: Buffer, at: number): number {
    const { maxHeaderBytes } = this.connection.parts
    const scanner = this.scanner!
    const before = this.heldLength
    // One byte more than allowed tells that there are too many.
    this.hold(chunk, at, Math.min(chunk.length, at + maxHeaderBytes + 1 - before))
    const scan = scanner.scan(this.held!, this.heldLength)
    if (scan === 'broken') return this.refuse(BROKEN, chunk)
    const length = scan === 'more' ? this.heldLength : scanner.at
    if (scan === 'too-many' || length > maxHeaderBytes) return this.refuse(fail('headers-too-large'), chunk)
    if (scan === 'more') return chunk.length
    const head = this.held!
    this.held = undefined
    this.scanner = undefined
    return this.begin(scanner, head, 0, chunk, at + scanner.at - before)
  }

  private hold(chunk: Buffer, at: number, end: number): void {
    const length = this.heldLength + end - at
    if (this.held === undefined || length > this.held.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(FIRST_ROOM_BYTES, 2 * length))
      this.held?.copy(grown, 0, 0, this.heldLength)
      this.held = grown
    }
    chunk.copy(this.held, this.heldLength, at, end)
    this.heldLength = length
  }

  /** A head is whole: `source` has it from `start`, and its body begins in `chunk` at `at`. Returns the index behind what was read. */
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
      exchange.complete(text === undefined ? chunk.subarray(at, next) : new BodyText(text.slice(at, next)))
    } else {
      this.reading = exchange
      this.bodyLeft = bodyLength
      this.chunked = bodyLength === CHUNKED ? new ChunkedBody(CHUNK_LIMITS) : undefined
      this.chunked?.begin(connection.parts.maxHeaderBytes, MAX_FIELDS)
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

const textOf = (chunk: Buffer): string | undefined =>
  chunk.length <= MAX_TEXT_BYTES && isAscii(chunk) ? chunk.toString('latin1') : undefined
