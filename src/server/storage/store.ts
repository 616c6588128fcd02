import type { AccountStore } from '../accounts/account-store.js'
import type { AuditStore } from '../accounts/audit-store.js'
import type { PasskeyStore } from '../accounts/passkey-store.js'
import type { SessionStore } from '../accounts/session-store.js'
import type { LeaseStore } from '../credits/leases/lease-store.js'
import type { SettledLines } from '../credits/settled-lines.js'
import type { SpendingStore } from '../credits/shared-spending.js'
import type { UsageStore } from '../credits/usage/usage-store.js'

/** Lets the owner of a store lend its days to other processes. */
export interface Lending {
  /** Folder of the processes' journals: beside the store, so that every process finds it. */
  readonly journalFolder: string
  settledLines(): SettledLines
}

/**
 * An open store. `open.ts`, `usage.ts` (but for the row of usage that PostgreSQL adds, too) and
 * `store-lock.ts` are SQLite's, `postgres/` is PostgreSQL's, and most other files serve both. Where
 * each has a function for the same, SQLite's ends in On (a connection), PostgreSQL's in In (a
 * pool).
 *
 * Which of its optional members it has follows from the deployment:
 *
 * | deployment                  | `lending`                      | `leases` | `spending` |
 * | one process on SQLite       | the journal of its charges     | none     | none       |
 * | primary, workers, on SQLite | the primary lends to workers   | none     | none       |
 * | any processes on PostgreSQL | none                           | yes      | yes        |
 */
export interface Store {
  readonly accounts: AccountStore
  readonly usage: UsageStore
  readonly sessions: SessionStore
  readonly passkeys: PasskeyStore
  readonly audit: AuditStore
  /**
   * Keeps `fresh` if the store has no secret for the ids of filters and subscriptions yet, and
   * returns the one of all gateways on it. A SQLite file that cannot be written now returns
   * `fresh`. Never log it.
   */
  stateSecret(fresh: string): Promise<string>
  /** Leases for several processes; undefined if one process owns the store. */
  readonly leases?: LeaseStore
  /** Shared credits per second of several machines; undefined if all processes are on one. */
  readonly spending?: SpendingStore
  /**
   * The clock that all machines share, in milliseconds since 1970; undefined if all processes are
   * on one. One machine's clock that is ahead must not delete what the others keep.
   */
  nowMs?(): Promise<number>
  /** Undefined if the store itself lends to processes. */
  readonly lending?: Lending
  /**
   * Reports whether any process may have changed accounts or keys since the last call; cheap enough
   * to poll. False while the store cannot be read: cached data is then the best there is.
   */
  takeChange(): boolean
  /**
   * A fault of the store that its use does not show; undefined if there is no fault. Cheap enough
   * for every probe.
   */
  trouble?(): string | undefined
  /**
   * Makes this process a gateway on the store until it unlocks, closes or ends. Throws if only one
   * may serve and another still does after `waitMs` (0 by default), or if the store's file may only
   * be read. Commands need no lock.
   */
  lock(waitMs?: number): () => void
  close(): void | Promise<void>
}
