import type { BodyMeter } from '../../wire/http/server/body-budget.js'
import { CHUNKED } from '../../wire/http/server/request-head.js'
import type { UnpackedBody } from '../../wire/http/server/unpacked-body.js'
import type { Failure } from '../../wire/jsonrpc/reply.js'
import { bytesOf, type Piece } from '../../wire/jsonrpc/write-reply.js'
import type { Authenticated } from '../pipeline/stage.js'
import { bodyThrottled, spendBodyBytes, takeBodyBytes } from '../pipeline/throttle-body.js'
import type { ListenerContext } from './listener-context.js'

/** What a chunk costs beside its bytes, in bytes. */
const CHUNK_BYTES = 64

/** What one HTTP request takes of its account's body bytes per second, before its body is read. */
export class HttpBodyRate {
  /** The refusal of a body that came too early. */
  failure: Failure | undefined
  private caller: Authenticated | undefined
  /** Bytes that came in chunks before the caller was known. */
  private uncountedBytes = 0

  /** `bodyLength`  as the request's head says it */
  constructor(
    private readonly context: Pick<ListenerContext, 'limits' | 'nowMs'>,
    private readonly bodyLength: number,
  ) {}

  /** Takes the bytes of a caller's body by its length alone. */
  begin(caller: Authenticated): void {
    this.caller = caller
    if (this.bodyLength === CHUNKED) this.count(caller, this.uncountedBytes)
    // What is longer than any body may be is refused without reading it.
    else if (this.bodyLength <= this.context.limits.maxBodyBytes) this.count(caller, this.bodyLength)
  }

  /** Counts a body that comes in chunks, whose length no one knows; undefined for others. */
  meter(): BodyMeter | undefined {
    if (this.bodyLength !== CHUNKED) return undefined
    return (bytes) => {
      if (this.caller === undefined) this.uncountedBytes += bytes + CHUNK_BYTES
      else this.count(this.caller, bytes + CHUNK_BYTES)
      return this.failure === undefined
    }
  }

  /** Takes the bytes that a packed body says it unpacks to; returns how many. */
  beginUnpacking(caller: Authenticated, packed: Piece): number {
    const bytes = Math.min(unpackedLength(bytesOf(packed)), this.context.limits.maxBodyBytes)
    this.count(caller, bytes)
    return bytes
  }

  /** Takes what was unpacked beyond that: the length that a packed body says may be wrong. */
  endUnpacking(caller: Authenticated, body: UnpackedBody, countedBytes: number): void {
    const { limits, nowMs } = this.context
    const waitMs = spendBodyBytes(caller, Math.max(0, lengthOf(body) - countedBytes), limits, nowMs())
    if (waitMs > 0) this.failure = bodyThrottled(caller, waitMs)
  }

  private count(caller: Authenticated, bytes: number): void {
    const waitMs = takeBodyBytes(caller, bytes, this.context.limits, this.context.nowMs())
    if (waitMs > 0) this.failure ??= bodyThrottled(caller, waitMs)
  }
}

/** What a gzip body says it unpacks to; of several members, the last one (RFC 1952, section 2.3.1). */
const unpackedLength = (packed: Buffer): number => (packed.length < 4 ? 0 : packed.readUInt32LE(packed.length - 4))

/** How much was unpacked of a body, whatever became of it. */
const lengthOf = (body: UnpackedBody): number => {
  if (Buffer.isBuffer(body)) return body.length
  return typeof body === 'string' ? 0 : body.maxBytes
}
