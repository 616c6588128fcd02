import type { Failure } from '../../wire/jsonrpc/reply.js'
import type { Authenticated } from './stage.js'
import { throttleErrors } from './stages/throttle.js'

/** The longest bodies there may be, over HTTP and over WebSocket. */
interface LargestBodies {
  readonly maxBodyBytes: number
  readonly maxMessageBytes: number
}

/** So many of the largest bodies may come at once. */
const LARGEST_AT_ONCE = 2

/**
 * Keeps an account to its bytes of request bodies per second, whatever becomes of its calls: opening a body costs time of
 * the event loop that no credits pay for. To be asked from the body's length, before the body is looked at.
 *
 * Returns 0 when the bytes were taken, else the milliseconds until they will be there.
 */
export const takeBodyBytes = (caller: Authenticated, bytes: number, largest: LargestBodies, nowMs: number): number => {
  const { share, bodyBytesPerSecond } = caller.entitlement
  return share.bodyBytes.take(bytes, bodyBytesPerSecond, sizeOf(bodyBytesPerSecond, largest), nowMs)
}

/** The same for bytes whose work is done already; returns how long the account may bring no more. */
export const spendBodyBytes = (caller: Authenticated, bytes: number, largest: LargestBodies, nowMs: number): number => {
  const { share, bodyBytesPerSecond } = caller.entitlement
  return share.bodyBytes.spend(bytes, bodyBytesPerSecond, sizeOf(bodyBytesPerSecond, largest), nowMs)
}

/** One second's worth, in which the largest bodies fit. */
const sizeOf = (perSecond: number, { maxBodyBytes, maxMessageBytes }: LargestBodies): number =>
  Math.max(perSecond, LARGEST_AT_ONCE * Math.max(maxBodyBytes, maxMessageBytes))

/** The refusal of a body that came too early. Errors: `throttled-evm` / `throttled-solana` */
export const bodyThrottled = ({ entitlement, network }: Authenticated, retryAfterMs: number): Failure => {
  const { creditsPerSecond, bodyBytesPerSecond } = entitlement
  const data = { creditsPerSecond, bodyBytesPerSecond, retryAfterMs }
  return network.family === 'evm'
    ? throttleErrors.evm.fail('throttled-evm', data)
    : throttleErrors.solana.fail('throttled-solana', data)
}
