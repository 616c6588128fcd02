import type { Deferred } from '../../runtime/deferred.js'
import type { Entitlement } from '../accounts/account.js'

/** Outcome of a call whose price was held; the ledger records one for each hold. */
export interface CallRecord {
  readonly network: string
  readonly method: string
  /** Number of events that the credits pay for; undefined for a call. */
  readonly events?: number | undefined
  readonly isError: boolean
  readonly servedBy: 'upstream' | 'cache' | 'partner' | 'nobody'
}

/** Credits set aside for one call. Exactly one of `charge` and `giveBack` is called, once. */
export interface Hold {
  /** Credits of account and key neither charged nor held; undefined once another day has begun. */
  remainingCredits(): number | undefined
  /**
   * Resolves once charge and usage record are durable; the reply must not leave before. Rejects if
   * the store is away. `credits` is a lower price than was held: the rest is free at once.
   */
  charge(record: CallRecord, credits?: number): Deferred<void>
  /** Frees the credits; the call costs nothing. A record of 0 events leaves no usage. */
  giveBack(record: CallRecord): void
  /**
   * After `charge`, for an answer that broke off: takes the charge out of balance and usage again.
   * For events, `record` has the number that stays paid, and `credits` is the price of the others;
   * what stays paid may be refunded later.
   */
  refund(record: CallRecord, credits?: number): Promise<void>
}

/** Why no credits could be held: names of the error table. */
export type HoldRefusal = 'daily-credits-exhausted' | 'key-daily-credits-exhausted' | 'ledger-unavailable'

/**
 * State of a process's exchange with its store. `lastSettledMs` is when the store last took all
 * charges that waited; undefined before the first time.
 */
export interface StoreReadings {
  readonly leasedCredits: number
  readonly journalLines: number
  readonly lastSettledMs: number | undefined
}

/**
 * Holds and charges credits of accounts, one UTC day at a time. An account's charges never exceed
 * its daily credits.
 *
 * Errors  a refusal is returned, never thrown
 */
export interface Ledger {
  /**
   * Holds `priceCredits` of the account's and the key's day; synchronous if the day is in memory.
   */
  hold(entitlement: Entitlement, priceCredits: number): Hold | HoldRefusal | Promise<Hold | HoldRefusal>
  /** Credits left today for the account and the key's limit; undefined until the day was read. */
  remainingCredits(entitlement: Entitlement): number | undefined
  /**
   * Reads the account's day for `remainingCredits`; undefined while the store is away. Never
   * rejects.
   */
  readDay(entitlement: Entitlement): Promise<void> | undefined
  /** Reason why the ledger cannot write now; undefined if it can. For /readyz. */
  trouble(): string | undefined
}
