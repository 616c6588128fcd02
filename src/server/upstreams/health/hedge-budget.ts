import type { AccountShare } from '../../accounts/account-share.js'
import { CallRate } from '../call-rate.js'

const MAX_SAVED = 20
const CALLS_FOR_ONE = 10
/** Calls are the clock of the rate: in its second, as many come as earn all that can be saved. */
const MS_PER_CALL = 1_000 / (MAX_SAVED * CALLS_FOR_ONE)

/**
 * Limits a network's hedges, second attempts because the first is slow: one per ten calls, at most
 * twenty saved up. Accounts share it as they share a `CallRate`.
 *
 * If all upstreams are slow, hedging makes it worse: an overloaded pool gets a tenth more calls,
 * never twice as many.
 */
export class HedgeBudget {
  private readonly rate = new CallRate(MAX_SAVED)
  private earnedMs = 0

  earn(): void {
    this.earnedMs += MS_PER_CALL
  }

  /** True if the account may make a second attempt now. */
  hasRoom(account?: AccountShare): boolean {
    return this.rate.hasRoom(this.earnedMs, account)
  }

  /** Takes one second attempt from the budget, in which there is room. */
  spend(account?: AccountShare): void {
    this.rate.spend(this.earnedMs, account)
  }
}
