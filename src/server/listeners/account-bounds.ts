import type { BodyMeter } from '../../wire/http/server/body-budget.js'
import { CHUNKED } from '../../wire/http/server/request-head.js'
import type { UnpackedBody } from '../../wire/http/server/unpacked-body.js'
import type { Failure } from '../../wire/jsonrpc/reply.js'
import { bytesOf, lengthOf, type Piece, type Written } from '../../wire/jsonrpc/write-reply.js'
import type { Entitlement } from '../accounts/account.js'
import type { AccountShare } from '../accounts/account-share.js'
import type { Authenticated } from '../pipeline/stage.js'
import { throttleFailure } from '../pipeline/stages/throttle.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
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
    const waitMs = spendBodyBytes(caller, Math.max(0, unpackedBytes(body) - countedBytes), limits, nowMs())
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
const unpackedBytes = (body: UnpackedBody): number => {
  if (Buffer.isBuffer(body)) return body.length
  return typeof body === 'string' ? 0 : body.maxBytes
}

/** Pauses in reading a connection after too many free calls of its account. */
const PAUSE_MS = 1_000
const MOST_PAUSE_MS = 10_000

type FreeCallsDeps = Pick<ListenerDeps, 'limits' | 'nowMs'>

/** Counts free calls of an account; returns the milliseconds until it owes none. */
const spend = ({ limits, nowMs }: FreeCallsDeps, { share: { freeCalls } }: Entitlement, count: number): number =>
  freeCalls.spend(count, limits.maxFreeCallsPerSecond, limits.maxFreeCallsPerSecond, nowMs())

/**
 * Counts free calls: refused ones and notifications. Returns the milliseconds for which the
 * connection that sent them is not read: the longer, the more the account has.
 */
export const countFreeCalls = (deps: FreeCallsDeps, entitlement: Entitlement, count: number): number => {
  const owedMs = spend(deps, entitlement, 0)
  // Debt that no pause pays off would outlast the calls that made it.
  const waitMs = owedMs < MOST_PAUSE_MS ? spend(deps, entitlement, count) : owedMs
  return waitMs > 0 ? Math.min(Math.max(waitMs, PAUSE_MS), MOST_PAUSE_MS) : 0
}

/**
 * The error of an account that owes more free calls than pauses pay off, because it sends them over
 * ever new connections. Its bodies need not be parsed.
 */
export const freeCallsFailure = (deps: FreeCallsDeps, { entitlement, network }: Authenticated): Failure | undefined => {
  const owedMs = spend(deps, entitlement, 0)
  if (owedMs < MOST_PAUSE_MS) return undefined
  const { creditsPerSecond } = entitlement
  const callsPerSecond = deps.limits.maxFreeCallsPerSecond
  return throttleFailure(network.family, { creditsPerSecond, callsPerSecond, retryAfterMs: owedMs })
}

/** Up to here a reply leaves at once, or lies in the socket's buffer. */
const SMALL_BYTES = 65_536

/**
 * A reply over HTTP with its bytes that no payload holds: the caller's own ids and names, errors,
 * and small answers from the cache. They are counted until the client has read the reply.
 */
class CountedReply implements Written {
  constructor(
    private readonly written: Written,
    private countedBytes: number,
    private readonly budget: ByteBudget,
    private readonly account: AccountShare,
  ) {}

  get chunks(): Written['chunks'] {
    return this.written.chunks
  }

  get rest(): Written['rest'] {
    return this.written.rest
  }

  get heldBytes(): number {
    return this.written.heldBytes ?? 0
  }

  get reuse(): Written['reuse'] {
    return this.written.reuse
  }

  release(bytes?: number): void {
    this.written.release(bytes)
    if (bytes !== undefined) return
    this.budget.giveBack(this.countedBytes, this.account)
    this.countedBytes = 0
  }
}

/**
 * Counts a large reply's bytes against the account that reads it, as far as no payload holds them.
 * `no-room` if the account holds too much already.
 */
export const countedReply = (
  written: Written | undefined,
  budget: ByteBudget,
  account: AccountShare | undefined,
): Written | 'no-room' | undefined => {
  if (account === undefined || written === undefined) return written
  const length = lengthOf(written.chunks)
  if (length <= SMALL_BYTES) return written
  const uncountedBytes = length - (written.heldBytes ?? 0)
  // An id beside the answer of a node needs no more than a small reply.
  if (uncountedBytes <= SMALL_BYTES) return written
  if (!budget.takeForReply(uncountedBytes, account)) return 'no-room'
  return new CountedReply(written, uncountedBytes, budget, account)
}
