import pg from 'pg'
import type { LeaseExchange, LeaseStore } from '../../src/server/credits/leases/lease-store.js'
import { openPostgres } from '../../src/server/storage/postgres/open.js'
import { type TimeLimits, usualTimeLimits } from '../../src/server/storage/postgres/postgres-connection.js'
import type { Store } from '../../src/server/storage/store.js'
import { type LossyNetwork, startLossyNetwork } from './lossy-network.js'
import { PostgresPlace, patientLimits } from './postgres-place.js'

/**
 * Time limits in the same proportion as the usual ones, but short. A busy machine may halt a
 * process for longer: tests that are about one limit have it beside `patientLimits`, and what is
 * asked under all of them is asked again when it fails.
 */
export const shortLimits: TimeLimits = {
  ...usualTimeLimits,
  connectMs: 2_000,
  queryMs: 2_000,
  statementMs: 1_600,
  idleInTransactionMs: 600,
  lockMs: 400,
  pollEveryMs: 100,
  beatEveryMs: 100,
  pollLimitMs: 300,
  believedMs: 1_000,
}
export const LONGER_THAN_ANY_MS = shortLimits.queryMs + 200
/** For what only the store itself brings about: its processes may be slow. */
export const SOON_MS = 20_000

/**
 * A PostgreSQL server for a test file, with a new database for every test, and a lossy network in
 * front of it; stores that `open` opened close by themselves. `watcher` is a connection to the
 * database without that network.
 */
export const faultyPostgres = () => {
  const place = new PostgresPlace()
  let network: LossyNetwork
  let watcher: pg.Client
  const opened: Store[] = []
  const networks: LossyNetwork[] = []
  const lossyNetwork = async (address: string) => {
    const made = await startLossyNetwork(Number(new URL(address).port))
    networks.push(made)
    return made
  }
  /** Opens a store; tries it again a few times, because a halt may outlast a limit. */
  const open = async (
    address = place.url,
    timeLimits = patientLimits,
    tries = 5,
  ): Promise<Store & { leases: LeaseStore }> => {
    try {
      const store = await openPostgres(address, { clock: Date.now, limits: timeLimits })
      opened.push(store)
      return store as Store & { leases: LeaseStore }
    } catch (error) {
      if (tries === 1) throw error
      return open(address, timeLimits, tries - 1)
    }
  }
  /** Makes another session hold locks; returns how to end that. */
  const holding = async (statement: string) => {
    const holder = new pg.Client({ connectionString: place.url })
    holder.on('error', () => {})
    await holder.connect()
    await holder.query(`BEGIN; ${statement}`)
    return async () => {
      await holder.query('ROLLBACK')
      await holder.end()
    }
  }
  beforeEach(async () => {
    network = await lossyNetwork(place.url)
    watcher = new pg.Client({ connectionString: place.url })
    await watcher.connect()
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
    await watcher.end()
    await Promise.all(networks.splice(0).map((one) => one.stop()))
  })
  return {
    get url() {
      return place.url
    },
    get network() {
      return network
    },
    get watcher() {
      return watcher
    },
    createDatabase: () => place.createDatabase(),
    lossyNetwork,
    open,
    holding,
  }
}

export const DAY = '2026-11-21'

export const askFor = (accountId: string, keep: number, want: number) => ({
  accountId,
  scope: '',
  day: DAY,
  keep,
  want,
  least: 1,
  limit: 1_000,
})
/** Leases 300 credits to acc_1. */
export const leasing: LeaseExchange = {
  processId: 'p',
  fromLine: 0,
  toLine: 0,
  rows: [],
  asks: [askFor('acc_1', 0, 300)],
}

/** Returns the credits that the store grants, or the error's message. */
export const leased = ({ leases }: { leases: LeaseStore }, exchange: LeaseExchange) =>
  leases.exchange(exchange).then(
    (grants) => grants.map(({ granted }) => granted),
    ({ message }: Error) => message,
  )
