import type { Throttle } from '../credits/throttle-bucket.js'
import { type Failure, fail } from '../protocol/reply.js'
import type { Answer, Validated } from './stage.js'

/**
 * Keeps an account to its credits per second, and a key to its own, if it has some. Keys and accounts share the limiter: their ids differ.
 *
 * Errors  `throttled-evm` / `throttled-solana`: on EVM the code that clients retry, which means something else on Solana. The data are
 *         those of the limit that was met, the key's first.
 */
export const throttle =
  (limiter: Throttle, nowMs: () => number, next: Answer<Validated>): Answer<Validated> =>
  (call) => {
    const { account, key, creditsPerSecond } = call.caller.entitlement
    const { priceCredits } = call.row
    const now = nowMs()
    if (key.creditsPerSecond !== undefined) {
      const ofKey = limiter.take(key.id, key.creditsPerSecond, priceCredits, now)
      if (!ofKey.ok) return refuse(call, key.creditsPerSecond, ofKey.retryAfterMs)
    }
    const taken = limiter.take(account.id, creditsPerSecond, priceCredits, now)
    if (taken.ok) return next(call)
    if (key.creditsPerSecond !== undefined) limiter.giveBack(key.id, priceCredits)
    return refuse(call, creditsPerSecond, taken.retryAfterMs)
  }

const refuse = (call: Validated, creditsPerSecond: number, retryAfterMs: number): Failure =>
  fail(call.row.family === 'evm' ? 'throttled-evm' : 'throttled-solana', { data: { creditsPerSecond, retryAfterMs } })
