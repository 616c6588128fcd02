import type { SystemPorts } from '../../runtime/system-ports.js'
import type { AccountCount, CountedThing } from '../accounts/account-count.js'
import { StoreAway } from '../accounts/store-away.js'
import type { Config } from '../config/config.js'
import type { LeaseStore } from '../credits/leases/lease-store.js'
import type { SharedThrottle } from '../credits/shared-throttle.js'
import { openLeasedLedger, storeOptions } from '../gateway/open-ledger.js'
import type { PrivateSide, ProcessDeps, ServingStore } from '../gateway/process-deps.js'
import { shareSpending } from '../gateway/share-spending.js'
import type { Log } from '../telemetry/log.js'
import { type Channel, ProcessAway } from './ipc.js'
import type { PrimaryCalls, WorkerStart } from './messages.js'

/** The primary as a worker's gateway sees it, and the calls that the primary makes. */
export interface RemoteStore extends ServingStore {
  readonly leases: LeaseStore
  changed(): void
  calledBack(accountId: string): void
}

/**
 * A store that the primary owns: each query is one message there and one back, and results are
 * cached by key.
 */
export const remoteStore = (primary: Channel<PrimaryCalls>): RemoteStore => {
  let hasChanged = false
  let onCallBack: (accountId: string) => void = () => {}
  return {
    accounts: { findByKeyHash: (keyHash) => orAway(primary.ask('findByKeyHash', keyHash)) },
    usage: {
      recordKeyUses: (uses) => primary.ask('recordKeyUses', uses),
      recordForwarded: (row) => orAway(primary.ask('recordForwarded', row)),
      recordErrors: (rows) => primary.ask('recordErrors', rows),
      recordDurations: (rows) => primary.ask('recordDurations', rows),
    },
    leases: {
      begin: (processId) => primary.ask('begin', processId),
      exchange: (exchange) => primary.ask('exchange', exchange),
      end: (...ending) => primary.ask('end', ...ending),
      callBack: (accountId) => primary.ask('callBack', accountId),
      onCallBack: (listen) => {
        onCallBack = listen
      },
    },
    takeChange: () => {
      const answer = hasChanged
      hasChanged = false
      return answer
    },
    changed: () => {
      hasChanged = true
    },
    calledBack: (accountId) => onCallBack(accountId),
    close: () => {},
  }
}

/** A store is away, too, while the process that owns it does not answer. */
const orAway = <Out>(answer: Promise<Out>): Promise<Out> =>
  answer.catch((error: unknown) => {
    throw error instanceof ProcessAway ? new StoreAway(error.message, { cause: error }) : error
  })

/** Counts over all workers; while the primary does not answer, nothing is refused. */
const remoteCount = (primary: Channel<PrimaryCalls>, thing: CountedThing): AccountCount => ({
  open: (accountId, most) => primary.ask('openCounted', thing, accountId, most).catch(() => true),
  close: (accountId) => primary.notify('closeCounted', thing, accountId),
})

/** The private side is the primary's. */
const noPrivateSide: PrivateSide = { privateUrl: '', stopHousekeeping: async () => {}, stop: async () => {} }

const openLeasedStore = async (
  config: Config,
  ports: SystemPorts,
  throttle: SharedThrottle,
  log: Log,
): Promise<ServingStore & { readonly leases: LeaseStore }> => {
  const { openPostgres } = await import('../storage/postgres/open.js')
  const { leases, ...store } = await openPostgres(config.store, storeOptions(config, ports, log))
  if (leases === undefined) throw new Error('several processes need a store that lends credits')
  return { ...shareSpending(store, throttle, ports.nowMs), leases }
}

/**
 * Dependencies of a gateway that is one of a primary's workers. Errors: the store or the journal
 * cannot be opened.
 */
export const openWorkerProcess = async (
  { config, workers, isStoreRemote, stateSecret }: WorkerStart,
  primary: Channel<PrimaryCalls>,
  remote: RemoteStore,
  throttle: SharedThrottle,
  ports: SystemPorts,
  log: Log,
): Promise<ProcessDeps> => {
  const store = isStoreRemote ? remote : await openLeasedStore(config, ports, throttle, log)
  try {
    return {
      store,
      ledger: await openLeasedLedger(store.leases, config, ports, log),
      throttle,
      stateSecret,
      counts: {
        connections: remoteCount(primary, 'connections'),
        subscriptions: remoteCount(primary, 'subscriptions'),
      },
      notifyOthers: {
        headServed: (...news) => primary.notify('headServed', ...news),
        writeAccepted: (...news) => primary.notify('writeAccepted', ...news),
      },
      processes: workers,
      notices: { send: (notice) => primary.notify('notice', notice), close: async () => {} },
      startPrivate: async () => noPrivateSide,
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
