import type { Spending } from './shared-throttle.js'

/** What all processes together know of an account's credits per second, or of a key's. */
export interface SharedLevel {
  readonly accountId: string
  /** Credits that may be used at once now; less than nothing when processes that did not know of each other used more. */
  readonly level: number
  /** Credits taken since the account was first seen, over all processes. */
  readonly taken: number
}

/** Where several machines keep credits per second together; implemented in storage/. */
export interface SpendingStore {
  /**
   * Adds what this process took and tells how much is left, in one statement that waits for no balance. `processes` is how many live.
   *
   * Errors  rejects when the store does not answer within its time limit; then it is not known whether it added
   */
  exchange(
    spending: readonly Spending[],
  ): Promise<{ readonly levels: readonly SharedLevel[]; readonly processes: number }>
}
