import { afterwards } from '../../../runtime/deferred.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import type { Throttle } from '../../credits/throttle-bucket.js'
import type { Network } from '../../networks/network.js'
import { mostCredits } from '../call-price.js'
import type { Answer, Authenticated, Call, OpenedCall } from '../stage.js'

/** What `throttle` refuses with, by the family of the network. */
export const throttleErrors = { evm: declareErrors('throttled-evm'), solana: declareErrors('throttled-solana') }

/**
 * Keeps an account to its credits per second, and a key to its own, if it has some. Keys and
 * accounts share the limiter: their ids differ.
 *
 * Errors  `throttled-evm` / `throttled-solana`: on EVM the code that clients retry, which means
 *         something else on Solana. The data are those of the limit that was met, the key's first.
 *
 * Where the price depends on the call, it takes the most that the call can cost, and gives back
 * what the call did not cost.
 */
export const throttle =
  (limiter: Throttle, nowMs: () => number, next: Answer<Call>): Answer<Call> =>
  (call) => {
    const { row, caller } = call
    const { priceBy } = row
    const most = mostCredits(row, call.params)
    const refused = refusalOf(limiter, caller, row.family, most, nowMs())
    if (refused !== undefined) return refused
    if (priceBy === undefined) return next(call)
    return afterwards(next(call), undefined, (reply) => {
      const rest = most - Math.max(priceBy.base, reply.costCredits)
      if (rest > 0) giveBack(limiter, caller, rest)
      return reply
    })
  }

const giveBack = (limiter: Throttle, { entitlement: { account, key } }: Authenticated, credits: number): void => {
  if (key.creditsPerSecond !== undefined) limiter.giveBack(key.id, credits)
  limiter.giveBack(account.id, credits)
}

/**
 * The same for a call that costs nothing, but whose answer is large: it weighs as much as `credits`
 * would, each one in a batch.
 *
 * Errors  as for `throttle`
 */
export const throttleFree =
  (limiter: Throttle, nowMs: () => number, credits: number, next: Answer<OpenedCall>): Answer<OpenedCall> =>
  (call) => {
    const { entitlement, network } = call.caller
    // A key that may only call cheap methods may have fewer credits a second than that.
    const weight = Math.min(credits, entitlement.creditsPerSecond, entitlement.key.creditsPerSecond ?? credits)
    return refusalOf(limiter, call.caller, network.family, weight, nowMs()) ?? next(call)
  }

/**
 * Takes credits of the key's and the account's second; the refusal, and nothing taken, when they
 * are used up.
 */
const refusalOf = (
  limiter: Throttle,
  { entitlement }: Authenticated,
  family: Network['family'],
  credits: number,
  now: number,
): Failure | undefined => {
  const { account, key, creditsPerSecond, burstCredits } = entitlement
  if (key.creditsPerSecond !== undefined) {
    const ofKey = limiter.take(key.id, key.creditsPerSecond, credits, now)
    if (!ofKey.ok) return refuse(family, key.creditsPerSecond, ofKey.retryAfterMs)
  }
  const taken = limiter.take(account.id, creditsPerSecond, credits, now, burstCredits)
  if (taken.ok) return undefined
  if (key.creditsPerSecond !== undefined) limiter.giveBack(key.id, credits)
  return refuse(family, creditsPerSecond, taken.retryAfterMs)
}

const refuse = (family: Network['family'], creditsPerSecond: number, retryAfterMs: number): Failure =>
  family === 'evm'
    ? throttleErrors.evm.fail('throttled-evm', { creditsPerSecond, retryAfterMs })
    : throttleErrors.solana.fail('throttled-solana', { creditsPerSecond, retryAfterMs })
