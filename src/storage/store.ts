import type { AccountStore } from '../accounts/account-store.js'
import type { LeaseStore } from '../credits/lease-store.js'
import type { UsageStore } from '../credits/usage-store.js'

/** An open store. */
export interface Store {
  readonly accounts: AccountStore
  readonly usage: UsageStore
  /** Where several processes share one account's day; undefined when one process owns the store. */
  readonly leases?: LeaseStore
  /**
   * Whether accounts or keys may have changed since the last time this was asked, by this process or another; cheap enough to poll.
   * False while the store cannot be read: what is known then is the best there is.
   */
  changed(): boolean
  /** Makes this process a gateway on the store until it closes it or ends; throws when only one may be and another is. Commands need no lock. */
  lock(): void
  close(): void | Promise<void>
}
