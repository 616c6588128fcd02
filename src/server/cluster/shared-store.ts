import type { Config } from '../config/config.js'
import { openLeaseOwner } from '../gateway/open-ledger.js'
import type { ServingStore } from '../gateway/process-deps.js'
import { Settler } from '../gateway/settle-journals.js'
import type { Store } from '../storage/store.js'
import type { Log } from '../telemetry/log.js'
import type { StoreCalls } from './messages.js'

/**
 * The store of all workers: the folder of their journals and, if this process owns it, their calls.
 */
export interface SharedStore {
  readonly journalFolder: string
  readonly isOwned: boolean
  /**
   * A worker's calls and their end; `calledBack` is called for accounts whose unused leases another
   * worker needs.
   */
  answersFor(calledBack: (accountId: string) => void): { readonly calls: StoreCalls; close(): void }
  /** Settles the journals of workers that are gone; logs each journal that is kept. */
  settleLeft(): Promise<unknown>
  /** Call it before closing the store. */
  stop(): void
}

/**
 * Shares an open store with workers. They connect to PostgreSQL directly; a SQLite store this
 * process owns, and they lease from it, because several writers on one file block each other's
 * event loops.
 *
 * Errors  rejects if workers of an earlier gateway remain, the store cannot be written, or a
 *         journal cannot be read
 */
export const shareStore = async (store: Store, config: Config, log: Pick<Log, 'warn'>): Promise<SharedStore> => {
  const { accounts, usage, leases, lending } = store
  const callsOf = (lender: Omit<StoreCalls, 'findByKeyHash' | keyof ServingStore['usage']>): StoreCalls => ({
    findByKeyHash: accounts.findByKeyHash,
    recordKeyUses: usage.recordKeyUses,
    recordForwarded: usage.recordForwarded,
    recordErrors: usage.recordErrors,
    recordDurations: usage.recordDurations,
    begin: lender.begin,
    exchange: lender.exchange,
    end: lender.end,
    callBack: lender.callBack,
  })
  if (leases !== undefined) {
    const settler = new Settler(leases, config.stateDir, log)
    await settler.settle()
    return {
      journalFolder: config.stateDir,
      isOwned: false,
      answersFor: () => ({ calls: callsOf(leases), close: () => {} }),
      settleLeft: () => settler.settle(),
      stop: () => settler.stop(),
    }
  }
  if (lending === undefined) throw new Error('this store cannot be shared by several processes')
  const { journalFolder } = lending
  const { owner, settler } = await openLeaseOwner(lending, log)
  return {
    journalFolder,
    isOwned: true,
    answersFor: (calledBack) => {
      const lender = owner.connect()
      lender.onCallBack(calledBack)
      return { calls: callsOf(lender), close: lender.close }
    },
    settleLeft: () => settler.settle(),
    stop: () => settler.stop(),
  }
}
