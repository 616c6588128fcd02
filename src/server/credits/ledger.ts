import type { Deferred } from '../../runtime/deferred.js'
import type { Entitlement } from '../accounts/account.js'

/**
 * What happened to a call whose price was held; one of these is recorded for every call that
 * reached the ledger.
 */
export interface CallRecord {
  readonly network: string
  readonly method: string
  readonly isError: boolean
  readonly servedBy: 'upstream' | 'cache' | 'partner' | 'nobody'
}

/**
 * Credits set aside for one call: charged when it was answered, given back when not; exactly one of
 * the two is called, once.
 */
export interface Hold {
  /**
   * Credits of the account and its key neither charged nor held just now; undefined: unknown,
   * because another day has begun.
   */
  remainingCredits(): number | undefined
  /**
   * Settles once the charge and its usage record are durable; the reply must not leave before.
   * Rejects when the store is away. `credits` where the call cost less than what was held: the rest
   * is free at once.
   */
  charge(record: CallRecord, credits?: number): Deferred<void>
  /** Returns the credits; the call costs nothing. */
  giveBack(record: CallRecord): void
  /**
   * After `charge`, for an answer that broke off on its way: takes the charge out of the balance
   * and the usage again.
   */
  refund(record: CallRecord): Promise<void>
}

/** Why no credits could be set aside: names of the error table. */
export type HoldRefusal = 'daily-credits-exhausted' | 'key-daily-credits-exhausted' | 'ledger-unavailable'

/**
 * How a process stands with its store. `lastSettledMs`: when the store last took or answered
 * something; undefined: never yet.
 */
export interface StoreReadings {
  readonly leasedCredits: number
  readonly journalLines: number
  readonly lastSettledMs: number | undefined
}

/**
 * What accounts charge and hold in one UTC day at a time: no account's charges ever exceed its
 * daily credits.
 *
 * Errors  a refusal is returned, never thrown
 */
export interface Ledger {
  /**
   * Sets `priceCredits` aside, from the account's and the key's day. Synchronous whenever the
   * account's day is already in memory.
   */
  hold(entitlement: Entitlement, priceCredits: number): Hold | HoldRefusal | Promise<Hold | HoldRefusal>
  /**
   * Credits neither charged nor held today, for the account and the key's own limit; undefined
   * until the account's day was read once.
   */
  remainingCredits(entitlement: Entitlement): number | undefined
  /**
   * Reads the account's day for `remainingCredits`; undefined while the store is known to be away.
   * Never rejects.
   */
  readDay(entitlement: Entitlement): Promise<void> | undefined
  /** Why the ledger cannot write just now; undefined when it can. For /readyz. */
  trouble(): string | undefined
}
