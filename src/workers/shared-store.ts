import type { Config } from '../config/config.js'
import { openLeaseOwner } from '../open-ledger.js'
import { settleLeft } from '../settle-left.js'
import type { Store } from '../storage/store.js'
import type { StoreCalls } from './calls.js'

/** The store of all workers: where their journals are, and, if this process owns it, what they may ask of it. */
export interface SharedStore {
  readonly journalFolder: string
  readonly isOwned: boolean
  /** What a worker may ask, and the end of that; `wanted` hears of accounts whose unused leases another worker needs. */
  answersFor(wanted: (accountId: string) => void): { readonly calls: StoreCalls; close(): void }
  /** Settles what workers that are gone have left. */
  settleLeft(): Promise<unknown>
}

/**
 * Shares an open store with workers. PostgreSQL they reach by themselves; a SQLite store this process owns, and they lease from it, because
 * several writers on one file block each other's event loops.
 *
 * Errors  rejects when workers of an earlier gateway are still there, or the store cannot be written
 */
export const shareStore = async (store: Store, config: Config): Promise<SharedStore> => {
  const { accounts, usage, leases, lending } = store
  const callsOf = (lender: Omit<StoreCalls, 'findByKeyHash' | 'recordKeyUses' | 'recordForwarded'>): StoreCalls => ({
    findByKeyHash: accounts.findByKeyHash,
    recordKeyUses: usage.recordKeyUses,
    recordForwarded: usage.recordForwarded,
    begin: lender.begin,
    exchange: lender.exchange,
    end: lender.end,
    callBack: lender.callBack,
  })
  if (leases !== undefined) {
    await settleLeft(leases, config.stateDir)
    return {
      journalFolder: config.stateDir,
      isOwned: false,
      answersFor: () => ({ calls: callsOf(leases), close: () => {} }),
      settleLeft: () => settleLeft(leases, config.stateDir),
    }
  }
  if (lending === undefined) throw new Error('this store cannot be shared by several processes')
  const { journalFolder } = lending
  const owner = await openLeaseOwner(lending)
  const own = owner.connect()
  return {
    journalFolder,
    isOwned: true,
    answersFor: (wanted) => {
      const lender = owner.connect()
      lender.onCallBack(wanted)
      return { calls: callsOf(lender), close: lender.close }
    },
    settleLeft: () => settleLeft(own, journalFolder),
  }
}
