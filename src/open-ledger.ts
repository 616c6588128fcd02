import type { Config } from './config/config.js'
import { createLeaseLedger } from './credits/lease-ledger.js'
import type { LeaseStore } from './credits/lease-store.js'
import type { Ledger } from './credits/ledger.js'
import { createSingleLedger } from './credits/single-ledger.js'
import type { Edges } from './edges.js'
import { leftJournals, openJournal } from './storage/journal-file.js'
import type { Store } from './storage/store.js'

const TICK_MS = 100
const MAX_ACCOUNTS_IN_MEMORY = 50_000

/** A ledger and its end. */
export interface OpenLedger extends Ledger {
  /** Settles what is charged and hands back what is leased; to be called when no call is in flight any more. */
  flush(): Promise<void>
}

/** Settles what processes that are gone have left in their journals. */
const recoverJournals = async (leases: LeaseStore, stateDir: string): Promise<void> => {
  for (const journal of leftJournals(stateDir)) {
    try {
      await leases.end(journal.processId, journal.lines)
    } catch (error) {
      journal.close(false)
      throw error
    }
    journal.close(true)
  }
}

/**
 * The ledger that goes with the store: of one process on SQLite, with leases on PostgreSQL. `stateDir` is where journals are.
 *
 * Errors  rejects when the store cannot be reached or a journal cannot be written
 */
export const openLedger = async (
  store: Store,
  { stateDir, synchronous }: Pick<Config, 'stateDir' | 'synchronous'>,
  edges: Edges,
): Promise<OpenLedger> => {
  const { nowMs: now, afterTurn: schedule } = edges
  if (store.leases === undefined) {
    return createSingleLedger({ store: store.usage, now, schedule, maxAccounts: MAX_ACCOUNTS_IN_MEMORY })
  }
  await recoverJournals(store.leases, stateDir)
  const processId = edges.randomBytes(12).toString('hex')
  const journal = openJournal(stateDir, processId, synchronous === 'full')
  await store.leases.begin(processId)
  const ledger = createLeaseLedger({ store: store.leases, journal, now, schedule })
  const ticking = setInterval(() => void ledger.tick(), TICK_MS)
  return {
    ...ledger,
    flush: () => {
      clearInterval(ticking)
      return ledger.flush()
    },
  }
}
