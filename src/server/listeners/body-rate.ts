import type { Failure } from '../../wire/jsonrpc/reply.js'
import type { Authenticated } from '../pipeline/stage.js'
import { throttleFailure } from '../pipeline/stages/throttle.js'

interface BodySizeLimit {
  readonly maxBodyBytes: number
}

/** An account may send this many bodies of the largest size at once. */
const LARGEST_AT_ONCE = 2

/**
 * Takes a body's bytes from its account's bytes per second. Listeners call it before they read the
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
