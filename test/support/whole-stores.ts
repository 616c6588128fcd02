import { sql } from 'kysely'
import { DURATION_BUCKETS } from '../../src/server/credits/usage/call-durations.js'
import { copiedTables } from '../../src/server/storage/whole/copy-store.js'
import { openWholeStore, type WholeStore } from '../../src/server/storage/whole/whole-store.js'
import { startPostgres } from './postgres.js'
import { started } from './started.js'
import { aCharge, StorePlace } from './store-place.js'

/** Rows of usage in a filled store. */
export const ROWS = 4_500

/**
 * A folder for SQLite stores, new for each test, and a PostgreSQL server for stores in databases of
 * their own. Whole stores close by themselves.
 */
export const wholeStores = () => {
  const place = new StorePlace()
  let count = 0
  const postgres = started(() => startPostgres())
  const openStores: WholeStore[] = []
  afterEach(async () => {
    for (const whole of openStores.splice(0)) await whole.close()
  })
  const whole = async (address: string): Promise<WholeStore> => {
    const opened = await openWholeStore(address)
    openStores.push(opened)
    return opened
  }
  const emptyPostgres = () => postgres.createDatabase(`books_${count++}`)
  /** A SQLite store with a row of everything, and more usage than two pages. */
  const filledStore = async () => {
    const store = place.store()
    const account = await store.accounts.createAccount({ name: 'Änn', plan: 'core', isFailoverOn: true })
    const key = await store.accounts.createKey(
      {
        accountId: account.id,
        label: "o'",
        networks: ['main'],
        allowedMethods: [],
        allowedContracts: [],
        allowedOrigins: [],
        allowedSources: [],
        dailyLimit: 7,
      },
      'a'.repeat(64),
    )
    const usage = Array.from({ length: ROWS }, (_, index) =>
      aCharge({ accountId: account.id, keyId: key.id, method: `m${index}`, credits: index }),
    )
    await store.usage.write(usage)
    await store.usage.recordKeyUses(new Map([[key.id, '2026-11-21T12:00:00.000Z']]))
    const call = { at: '2026-11-21T12:00:00.000Z', accountId: account.id, keyId: key.id, network: 'main' }
    await store.usage.recordForwarded({ ...call, method: 'a', partner: 'p', reason: 'no_upstream', durationMs: 0.1 })
    await store.usage.recordForwarded({ ...call, method: 'b', partner: 'p', reason: 'no_upstream', durationMs: 0.2 })
    const ofDay = { accountId: account.id, day: '2026-11-21', network: 'main', method: 'a' }
    await store.usage.recordDurations([
      { ...ofDay, buckets: Array.from({ length: DURATION_BUCKETS }, (_, one) => one) },
    ])
    return { store, account, key }
  }
  return { place, openStores, whole, emptyPostgres, filledStore }
}

/** The rows of all tables that a copy has, as sorted texts. */
export const rowsOf = async ({ db }: WholeStore) => {
  const entries = await Promise.all(
    copiedTables.map(async (table) => {
      const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(db)
      return [table, rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()]
    }),
  )
  return Object.fromEntries(entries)
}
