import type { Config } from './config/config.js'
import { createLeaseLedger } from './credits/lease-ledger.js'
import { createLeaseOwner, type LeaseOwner } from './credits/lease-owner.js'
import type { LeaseStore } from './credits/lease-store.js'
import type { Ledger } from './credits/ledger.js'
import { createSingleLedger } from './credits/single-ledger.js'
import type { Edges } from './edges.js'
import { settleAllLeft, settleLeft } from './settle-left.js'
import { openJournal } from './storage/journal-file.js'
import type { Lending, Store } from './storage/store.js'
import type { Log } from './telemetry/log.js'

const TICK_MS = 100
const MAX_ACCOUNTS_IN_MEMORY = 50_000

/** A ledger and its end. */
export interface OpenLedger extends Ledger {
  /** Settles what is charged and hands back what is leased; to be called when no call is in flight any more. */
  flush(): Promise<void>
}

/**
 * Begins to lend the days of a store that this process owns.
 *
 * Errors  rejects when processes of an earlier gateway still lease from it, or it cannot be written
 */
export const openLeaseOwner = async ({ journalFolder, settledLines }: Lending): Promise<LeaseOwner> => {
  const owner = createLeaseOwner(settledLines())
  await settleAllLeft(owner.connect(), journalFolder)
  return owner
}

/**
 * The ledger of one of several processes. `stateDir` is where their journals are.
 *
 * Errors  rejects when the store cannot be reached or a journal cannot be written
 */
export const openLeasedLedger = async (
  leases: LeaseStore,
  { stateDir, synchronous }: Pick<Config, 'stateDir' | 'synchronous'>,
  edges: Edges,
  log: Pick<Log, 'error'>,
): Promise<OpenLedger> => {
  await settleLeft(leases, stateDir)
  const processId = edges.randomBytes(12).toString('hex')
  const journal = openJournal(stateDir, processId, synchronous === 'full')
  await leases.begin(processId)
  const ledger = createLeaseLedger({
    store: leases,
    journal,
    now: edges.nowMs,
    schedule: edges.afterTurn,
    onLoss: (settledLine, lostLines) =>
      log.error(
        { processId, settledLine, lostLines },
        lostLines === undefined
          ? 'the store lost charges that it had committed; they are written again from the journal'
          : 'the store lost charges that it had committed, and the journal does not have these lines any more',
      ),
  })
  const ticking = setInterval(() => void ledger.tick(), TICK_MS)
  return {
    ...ledger,
    flush: () => {
      clearInterval(ticking)
      return ledger.flush()
    },
  }
}

/** The ledger that goes with the store: of one process on SQLite, with leases on PostgreSQL. Errors: as above. */
export const openLedger = async (
  { usage, leases }: Pick<Store, 'usage' | 'leases'>,
  config: Pick<Config, 'stateDir' | 'synchronous'>,
  edges: Edges,
  log: Pick<Log, 'error'>,
): Promise<OpenLedger> => {
  if (leases !== undefined) return openLeasedLedger(leases, config, edges, log)
  return createSingleLedger({
    store: usage,
    now: edges.nowMs,
    schedule: edges.afterTurn,
    maxAccounts: MAX_ACCOUNTS_IN_MEMORY,
  })
}
