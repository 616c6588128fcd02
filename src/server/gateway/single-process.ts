import { existsSync } from 'node:fs'
import { hostName, type SystemPorts } from '../../runtime/system-ports.js'
import { LocalAccountCount } from '../accounts/account-count.js'
import type { Config } from '../config/config.js'
import { JournaledCharges, type SettledJournal } from '../credits/journaled-charges.js'
import { LeaseOwner } from '../credits/leases/lease-owner.js'
import { SharedThrottle } from '../credits/shared-throttle.js'
import { BucketThrottle } from '../credits/throttle-bucket.js'
import type { UsageStore } from '../credits/usage/usage-store.js'
import { openJournal } from '../storage/journals/journal-file.js'
import { openStoreAt } from '../storage/open-address.js'
import type { Store } from '../storage/store.js'
import type { Log } from '../telemetry/log.js'
import { DurationCounts } from '../telemetry/meters.js'
import { Notices } from '../telemetry/notices/notices.js'
import { type OpenLedger, openLeaseOwner, openLedger, storeOptions } from './open-ledger.js'
import { loadPrivateSide, startPrivateSide } from './private-side.js'
import type { ProcessDeps } from './process-deps.js'
import { type Settling, settleJournals } from './settle-journals.js'
import { shareSpending } from './share-spending.js'

/** Limit for a starting gateway to wait for a command that settles another's journals. */
export const LOCK_WAIT_MS = 1_000

const STATE_SECRET_BYTES = 32

/**
 * The configured `stateSecret`, or the one that the store keeps for all gateways on it.
 *
 * Errors  rejects if PostgreSQL is away, as the rest of the start does
 */
export const readStateSecret = async (
  { stateSecret }: Pick<Config, 'stateSecret'>,
  store: Pick<Store, 'stateSecret'>,
  { randomBytes }: Pick<SystemPorts, 'randomBytes'>,
): Promise<string> => stateSecret ?? store.stateSecret(randomBytes(STATE_SECRET_BYTES).toString('hex'))

/**
 * Takes sole ownership of a store: settles the journals of earlier processes, and writes charges
 * through a journal. A store that lends to any process is returned unchanged.
 *
 * Errors  rejects if another gateway serves from it or workers of one still write, it cannot be
 *         written, or a journal cannot be read
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
  const charges = new JournaledCharges({ store: usage, open, nowMs: ports.nowMs, storeTimes })
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

const NOTHING_LEFT: Settling = { inUse: 0, kept: [] }

/**
 * Settles the journals of a killed gateway, so that a command reads the store whole. Does nothing
 * while a gateway serves from the store.
 */
export const settleUnserved = async ({ lending, lock }: Pick<Store, 'lending' | 'lock'>): Promise<Settling> => {
  if (lending === undefined || !existsSync(lending.journalFolder)) return NOTHING_LEFT
  let unlock: () => void
  try {
    unlock = lock()
  } catch {
    return NOTHING_LEFT
  }
  try {
    return await settleJournals(new LeaseOwner(lending.settledLines()).connect(), lending.journalFolder)
  } finally {
    unlock()
  }
}

/**
 * Dependencies of a single-process gateway. Errors: the store cannot be opened, or is already
 * served.
 */
export const openSingleProcess = async (
  config: Config,
  ports: SystemPorts,
  log: Log,
): Promise<ProcessDeps & { readonly store: Store }> => {
  await loadPrivateSide(config)
  const opened = await openStoreAt(config.store, storeOptions(config, ports, log))
  try {
    const store = await serveAlone(opened, config, ports, log)
    const stateSecret = await readStateSecret(config, store, ports)
    const ledger = await openLedger(store, config, ports, log)
    const shared = store.spending === undefined ? undefined : new SharedThrottle(ports.nowMs)
    const notices = new Notices(config, log, ports.nowMs, hostName())
    return {
      store: shared === undefined ? store : shareSpending(store, shared, ports.nowMs),
      ledger,
      throttle: shared ?? new BucketThrottle(),
      stateSecret,
      counts: { connections: new LocalAccountCount(), subscriptions: new LocalAccountCount() },
      notifyOthers: { headServed: () => {}, writeAccepted: () => {} },
      processes: 1,
      notices,
      startPrivate: (parts) => startPrivateSide(store, notices.counts.linkRequests, parts),
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
