import { createGunzip, type Gunzip } from 'node:zlib'
import type { UpstreamHeaders } from '../../../wire/http/client/address.js'
import type { AccountShare } from '../../accounts/account-share.js'
import { createHttpTransport, type TransportLimits } from './http-transport.js'
import type { AnswerSink, RequestBody, UpstreamExchange, UpstreamTransport } from './transport.js'

/** Compressed bytes waiting to be unpacked before the upstream is asked to pause. */
const PAUSE_ABOVE_BYTES = 262_144

/**
 * HTTP to an upstream that is asked for gzip answers. libuv's threads unpack them as they arrive,
 * no faster than they are read. The reader sees, and bounds, the unpacked bytes.
 *
 * Errors  a broken or truncated body arrives at the sink's `fail`
 */
export class GzipTransport implements UpstreamTransport {
  private readonly plain: UpstreamTransport

  constructor(url: string, limits: TransportLimits, headers?: UpstreamHeaders) {
    this.plain = createHttpTransport(url, limits, { ...headers, 'Accept-Encoding': 'gzip' })
  }

  exchange(
    body: RequestBody,
    sink: AnswerSink,
    canBatch?: boolean,
    account?: AccountShare,
    fields?: string,
  ): UpstreamExchange {
    const unpacking = new UnpackingExchange(sink)
    unpacking.exchange = this.plain.exchange(body, unpacking, canBatch, account, fields)
    return unpacking
  }

  doubtIdle(): void {
    this.plain.doubtIdle()
  }

  close(): Promise<void> {
    return this.plain.close()
  }
}

/** Wraps an exchange's sink: unpacks a compressed answer, and passes others through. */
class UnpackingExchange implements AnswerSink, UpstreamExchange {
  exchange: UpstreamExchange | undefined
  private unpacker: Gunzip | undefined
  private isOver = false

  constructor(private readonly sink: AnswerSink) {}

  get isSentOnce(): boolean | undefined {
    return this.sink.isSentOnce
  }

  get waitsFor(): UpstreamExchange['waitsFor'] {
    return this.exchange?.waitsFor
  }

  /** Compressed bytes are not needed once unpacked. */
  get isHandedOn(): boolean {
    return this.unpacker !== undefined || this.sink.isHandedOn === true
  }

  packed(): void {
    const unpacker = createGunzip({ writableHighWaterMark: PAUSE_ABOVE_BYTES } as object)
    unpacker.on('data', (bytes: Buffer) => {
      if (!this.isOver && !this.sink.chunk(bytes)) unpacker.pause()
    })
    unpacker.on('drain', () => this.exchange?.resume())
    unpacker.on('end', () => {
      if (this.isOver) return
      this.isOver = true
      this.sink.end()
    })
    unpacker.on('error', () => {
      if (this.isOver) return
      this.exchange?.abort()
      this.fail(Object.assign(new Error('the answer is no whole gzip'), { code: 'bad_http' }))
    })
    this.unpacker = unpacker
  }

  head(status: number, byteLength: number | undefined): void {
    this.sink.head(status, this.unpacker === undefined ? byteLength : undefined)
  }

  chunk(bytes: Buffer): boolean {
    if (this.isOver) return true
    return this.unpacker === undefined ? this.sink.chunk(bytes) : this.unpacker.write(bytes)
  }

  whole(bytes: Buffer, from: number, to: number): void {
    const { sink, unpacker } = this
    if (this.isOver) return
    if (unpacker === undefined && sink.whole !== undefined) return sink.whole(bytes, from, to)
    this.chunk(Buffer.from(bytes.subarray(from, to)))
    this.end()
  }

  end(giveBack?: () => void): void {
    if (this.isOver) return
    if (this.unpacker === undefined) this.sink.end(giveBack)
    else this.unpacker.end()
  }

  fail(error: Error): void {
    if (this.isOver) return
    this.isOver = true
    this.unpacker?.destroy()
    this.sink.fail(error)
  }

  resume(): void {
    if (this.unpacker === undefined) this.exchange?.resume()
    else this.unpacker.resume()
  }

  mayStream(): boolean {
    return this.exchange?.mayStream?.() ?? true
  }

  abort(): void {
    if (this.isOver) return
    this.isOver = true
    this.unpacker?.destroy()
    this.exchange?.abort()
  }
}
