import { mapDeferred } from '../../../runtime/deferred.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import { type ExceededRate, giveBackFor, type Throttle, takeFor } from '../../credits/throttle-bucket.js'
import type { Network } from '../../networks/network.js'
import type { Answerer, Authenticated, Call, OpenedCall } from '../stage.js'
import { creditsToHold } from './charge.js'

/** Errors of `throttle`, by the network's family. */
export const throttleErrors = { evm: declareErrors('throttled-evm'), solana: declareErrors('throttled-solana') }

/**
 * Limits an account, and optionally a key, to its credits per second. Both use the same limiter:
 * their ids differ.
 *
 * Errors  `throttled-evm` / `throttled-solana`: the EVM code makes clients retry, but means
 *         something else on Solana. The data describe the exceeded limit, the key's first.
 *
 * If the price depends on the call, takes the maximum, and gives back the difference.
 */
export const throttle =
  (rates: Throttle, nowMs: () => number, next: Answerer<Call>): Answerer<Call> =>
  (call) => {
    const { row, caller } = call
    const { priceBy } = row
    const most = creditsToHold(row, call.params)
    const refused = failureOf(rates, caller, row.family, most, nowMs())
    if (refused !== undefined) return refused
    if (priceBy === undefined) return next(call)
    return mapDeferred(next(call), undefined, (reply) => {
      const rest = most - Math.max(priceBy.base, reply.costCredits)
      if (rest > 0) giveBackFor(rates, caller.entitlement, rest)
      return reply
    })
  }

interface ThrottleData extends ExceededRate {
  readonly bodyBytesPerSecond?: number
  readonly callsPerSecond?: number
}

/** True for an error of the caller's account, which another account would not get. */
export const isThrottled = ({ name }: Failure): boolean => name === 'throttled-evm' || name === 'throttled-solana'

/**
 * Throttles calls that are free but have large answers: each weighs as much as `credits` would.
 *
 * Errors  as for `throttle`
 */
export const throttleFree =
  (rates: Throttle, nowMs: () => number, credits: number, next: Answerer<OpenedCall>): Answerer<OpenedCall> =>
  (call) => {
    const { entitlement, network } = call.caller
    const { account, key } = entitlement
    const weight = Math.min(credits, entitlement.creditsPerSecond)
    // A key limited to cheap methods may have fewer credits per second than that.
    const ofKey = Math.min(weight, key.creditsPerSecond ?? weight)
    const now = nowMs()
    const refused = failureOf(rates, call.caller, network.family, ofKey, now)
    if (refused !== undefined) return refused
    if (ofKey === weight) return next(call)
    // Not out of the account's second, which a slow key must not take from the other keys.
    const retryAfterMs = rates.take(`${account.id} documents`, entitlement, weight - ofKey, now)
    if (retryAfterMs === 0) return next(call)
    giveBackFor(rates, entitlement, ofKey)
    const { creditsPerSecond } = entitlement
    return throttleFailure(network.family, { creditsPerSecond, retryAfterMs })
  }

/**
 * Takes credits from the key's and the account's second. If used up, takes none and returns the
 * error.
 */
const failureOf = (
  rates: Throttle,
  { entitlement }: Authenticated,
  family: Network['family'],
  credits: number,
  now: number,
): Failure | undefined => {
  const exceeded = takeFor(rates, entitlement, credits, now)
  return exceeded === undefined ? undefined : throttleFailure(family, exceeded)
}

/** The error of an account that sends more than the limit in `data`. */
export const throttleFailure = (family: Network['family'], data: ThrottleData): Failure =>
  family === 'evm'
    ? throttleErrors.evm.fail('throttled-evm', data)
    : throttleErrors.solana.fail('throttled-solana', data)
