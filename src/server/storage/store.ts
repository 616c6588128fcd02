import type { AccountStore } from '../accounts/account-store.js'
import type { AuditStore } from '../accounts/audit-store.js'
import type { SessionStore } from '../accounts/session-store.js'
import type { LeaseStore } from '../credits/leases/lease-store.js'
import type { SpendingStore } from '../credits/rate-exchange.js'
import type { SettledLines } from '../credits/settled-lines.js'
import type { UsageStore } from '../credits/usage/usage-store.js'

/** What the one process that owns a store needs to lend its days to others. */
export interface Lending {
  /**
   * Where they keep their journals: beside the store, so that every process that opens it finds
   * them.
   */
  readonly journalFolder: string
  /**
   * Where processes of older versions may have left theirs, for the store was opened by another
   * name of its file.
   */
  readonly formerJournalFolders: readonly string[]
  settledLines(): SettledLines
}

/** An open store. */
export interface Store {
  readonly accounts: AccountStore
  readonly usage: UsageStore
  readonly sessions: SessionStore
  readonly audit: AuditStore
  /** Where several processes share one account's day; undefined when one process owns the store. */
  readonly leases?: LeaseStore
  /**
   * Where several machines keep credits per second together; undefined where all processes are on
   * one.
   */
  readonly spending?: SpendingStore
  /** Undefined where the store itself lends to whatever process comes. */
  readonly lending?: Lending
  /**
   * Whether accounts or keys may have changed since the last time this was asked, by this process
   * or another; cheap enough to poll. False while the store cannot be read: what is known then is
   * the best there is.
   */
  changed(): boolean
  /**
   * What is wrong with the store that its use does not show; undefined when all is well. Cheap
   * enough to ask for each probe.
   */
  trouble?(): string | undefined
  /**
   * Makes this process a gateway on the store until it unlocks or closes it or ends; throws when
   * only one may be, and another still is after `waitMs`, 0 when left out. Commands need no lock.
   */
  lock(waitMs?: number): () => void
  close(): void | Promise<void>
}
