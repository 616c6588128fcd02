import { existsSync } from 'node:fs'
import type { SystemPorts } from '../../runtime/system-ports.js'
import type { Config } from '../config/config.js'
import { LeaseOwner } from '../credits/leases/lease-owner.js'
import { JournaledCharges, type SettledJournal } from '../credits/single-ledger.js'
import type { UsageStore } from '../credits/usage/usage-store.js'
import { openJournal } from '../storage/journals/journal-file.js'
import type { Store } from '../storage/store.js'
import type { Log } from '../telemetry/log.js'
import { DurationCounts } from '../telemetry/meters.js'
import { journalFolders, type OpenLedger, openLeaseOwner } from './ledger.js'
import { type KeptJournal, recoverJournals } from './recover-journals.js'

/** How long a gateway that starts waits for a command that settles what another left. */
export const LOCK_WAIT_MS = 1_000

/**
 * Makes a store that one process owns ready to be served by this process alone: what earlier ones left is settled, and charges go by way
 * of a journal. Others: as they are, for they lend to any process.
 *
 * Errors  rejects when another gateway serves from it or workers of one still write, it cannot be written, or a journal cannot be read
 */
export const serveAlone = async (
  store: Store,
  { synchronous }: Pick<Config, 'synchronous'>,
  ports: SystemPorts,
  log: Pick<Log, 'warn'>,
): Promise<Store & Partial<Pick<OpenLedger, 'readings'>>> => {
  store.lock(LOCK_WAIT_MS)
  const { usage, lending } = store
  if (lending === undefined) return store
  const { settler } = await openLeaseOwner(lending, log)
  settler.stop()
  const open = (): SettledJournal => {
    const lines = lending.settledLines()
    const processId = ports.randomBytes(12).toString('hex')
    const journal = openJournal(lending.journalFolder, processId, synchronous === 'full')
    try {
      lines.begin(processId)
    } catch (error) {
      journal.close(true)
      throw error
    }
    return { lines, journal }
  }
  const storeTimes = new DurationCounts()
  const charges = new JournaledCharges({ store: usage, open, now: ports.nowMs, storeTimes })
  const usageBy: UsageStore['usageBy'] = async (...question) => {
    charges.settle()
    return usage.usageBy(...question)
  }
  const usageOfAccounts: UsageStore['usageOfAccounts'] = async (...question) => {
    charges.settle()
    return usage.usageOfAccounts(...question)
  }
  return {
    ...store,
    readings: () => ({ ...charges.readings(), storeTimes }),
    usage: { ...usage, usageBy, usageOfAccounts, readDay: charges.readDay, write: charges.write },
    close: () => {
      charges.end()
      return store.close()
    },
  }
}

/**
 * Brings into a store what a gateway that was killed left in its journals, so that a command reads it whole; returns what could not be
 * settled. While a gateway serves from the store it is that one's to do.
 */
export const settleUnserved = async ({
  lending,
  lock,
}: Pick<Store, 'lending' | 'lock'>): Promise<readonly KeptJournal[]> => {
  if (lending === undefined || !journalFolders(lending).some(existsSync)) return []
  let unlock: () => void
  try {
    unlock = lock()
  } catch {
    return []
  }
  try {
    const { kept } = await recoverJournals(new LeaseOwner(lending.settledLines()).connect(), journalFolders(lending))
    return kept
  } finally {
    unlock()
  }
}
