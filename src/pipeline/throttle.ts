import type { Throttle } from '../credits/throttle-bucket.js'
import { type Failure, fail } from '../protocol/reply.js'
import type { Answer, Validated } from './stage.js'

/**
 * Keeps an account to its credits per second.
 *
 * Errors  `throttled-evm` / `throttled-solana`: on EVM the code that clients retry, which means something else on Solana
 */
export const throttle =
  (limiter: Throttle, nowMs: () => number, next: Answer<Validated>): Answer<Validated> =>
  async (call) => {
    const { account, creditsPerSecond } = call.caller.entitlement
    const taken = limiter.take(account.id, creditsPerSecond, call.row.priceCredits, nowMs())
    return taken.ok ? next(call) : refuse(call, creditsPerSecond, taken.retryAfterMs)
  }

const refuse = (call: Validated, creditsPerSecond: number, retryAfterMs: number): Failure =>
  fail(call.row.family === 'evm' ? 'throttled-evm' : 'throttled-solana', { data: { creditsPerSecond, retryAfterMs } })
