import type { BodyMeter } from '../../wire/http/server/body-budget.js'
import { CHUNKED } from '../../wire/http/server/request-head.js'
import type { UnpackedBody } from '../../wire/http/server/unpacked-body.js'
import type { Failure } from '../../wire/jsonrpc/reply.js'
import { bytesOf, type Piece } from '../../wire/jsonrpc/write-reply.js'
import type { Authenticated } from '../pipeline/stage.js'
import { throttleFailure } from '../pipeline/stages/throttle.js'
import type { ListenerDeps } from './listener-deps.js'

interface BodySizeLimit {
  readonly maxBodyBytes: number
}

/** An account may send this many bodies of the largest size at once. */
const LARGEST_AT_ONCE = 2
/** Extra bytes counted for each chunk, for the work of reading its head. */
const CHUNK_BYTES = 64

/**
 * Takes a body's bytes from its account's bytes per second. Listeners call it before they parse the
 * body, because parsing takes event-loop time that no credits pay for.
 *
 * Returns 0 if the bytes were taken, else the milliseconds until there are enough.
 */
export const takeBodyBytes = (caller: Authenticated, bytes: number, limits: BodySizeLimit, nowMs: number): number => {
  const { share, bodyBytesPerSecond } = caller.entitlement
  return share.bodyBytes.take(bytes, bodyBytesPerSecond, burstBytes(bodyBytesPerSecond, limits), nowMs)
}

/**
 * Takes bytes for work that is done, even if fewer are left. Returns the milliseconds until the
 * account owes none.
 */
export const spendBodyBytes = (caller: Authenticated, bytes: number, limits: BodySizeLimit, nowMs: number): number => {
  const { share, bodyBytesPerSecond } = caller.entitlement
  return share.bodyBytes.spend(bytes, bodyBytesPerSecond, burstBytes(bodyBytesPerSecond, limits), nowMs)
}

/** The bytes that may be sent at once: one second's worth, and at least the largest bodies. */
const burstBytes = (perSecond: number, { maxBodyBytes }: BodySizeLimit): number =>
  Math.max(perSecond, LARGEST_AT_ONCE * maxBodyBytes)

/** The error of a caller whose bodies are throttled. Errors: as for the stage `throttle` */
export const bodyThrottled = ({ entitlement, network }: Authenticated, retryAfterMs: number): Failure => {
  const { creditsPerSecond, bodyBytesPerSecond } = entitlement
  return throttleFailure(network.family, { creditsPerSecond, bodyBytesPerSecond, retryAfterMs })
}

/** Counts one HTTP request's body against its account's bytes per second, before it is parsed. */
export class HttpBodyRate {
  /** The error, once the account has no bytes left. */
  failure: Failure | undefined
  private caller: Authenticated | undefined
  /** Bytes of chunks that arrived before authentication. */
  private uncountedBytes = 0

  /** `bodyLength`  from the request's head */
  constructor(
    private readonly deps: Pick<ListenerDeps, 'limits' | 'nowMs'>,
    private readonly bodyLength: number,
  ) {}

  /** Counts a caller's body by its declared length. */
  begin(caller: Authenticated): void {
    this.caller = caller
    if (this.bodyLength === CHUNKED) this.count(caller, this.uncountedBytes)
    // A longer body is refused with 413 and not read.
    else if (this.bodyLength <= this.deps.limits.maxBodyBytes) this.count(caller, this.bodyLength)
  }

  /** Counts a chunked body as it arrives; undefined for a body of declared length. */
  meter(): BodyMeter | undefined {
    if (this.bodyLength !== CHUNKED) return undefined
    return (bytes) => {
      if (this.caller === undefined) this.uncountedBytes += bytes + CHUNK_BYTES
      else if (bytes > 0) this.count(this.caller, bytes + CHUNK_BYTES)
      return this.failure === undefined
    }
  }

  /** Counts the declared unpacked length of a compressed body and returns it. */
  beginUnpacking(caller: Authenticated, packed: Piece): number {
    const bytes = Math.min(unpackedLength(bytesOf(packed)), this.deps.limits.maxBodyBytes)
    this.count(caller, bytes)
    return bytes
  }

  /** Counts the excess of a body that unpacked to more than it declared. */
  endUnpacking(caller: Authenticated, body: UnpackedBody, countedBytes: number): void {
    const { limits, nowMs } = this.deps
    const waitMs = spendBodyBytes(caller, Math.max(0, lengthOf(body) - countedBytes), limits, nowMs())
    if (waitMs > 0) this.failure = bodyThrottled(caller, waitMs)
  }

  private count(caller: Authenticated, bytes: number): void {
    const waitMs = takeBodyBytes(caller, bytes, this.deps.limits, this.deps.nowMs())
    if (waitMs > 0) this.failure ??= bodyThrottled(caller, waitMs)
  }
}

/** The unpacked length in the trailer of a gzip body's last member (RFC 1952, section 2.3.1). */
const unpackedLength = (packed: Buffer): number => (packed.length < 4 ? 0 : packed.readUInt32LE(packed.length - 4))

/** Number of unpacked bytes, even if unpacking failed. */
const lengthOf = (body: UnpackedBody): number => {
  if (Buffer.isBuffer(body)) return body.length
  return typeof body === 'string' ? 0 : body.maxBytes
}
