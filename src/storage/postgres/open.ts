import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createAccountStore } from '../accounts.js'
import type { Store } from '../store.js'
import type { Tables } from '../tables.js'
import { createLeaseStore } from './leases.js'
import { listenTo } from './listener.js'
import { migratePostgres } from './migrate.js'
import { createPostgresUsageStore } from './usage.js'

const MAX_CONNECTIONS = 8
const CONNECT_TIMEOUT_MS = 3_000
const QUERY_TIMEOUT_MS = 5_000
const INT8 = 20
const NUMERIC = 1700

/** Counts and sums as numbers: credits are far below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/** What went wrong, without what the address holds: it may carry a password. */
const sayWithout = (address: string, error: unknown): Error => {
  const { password, host } = new URL(address)
  const { message, code } = error as Error & { code?: string }
  const text = message || code || 'no connection'
  const clean = password === '' ? text : text.replaceAll(decodeURIComponent(password), '…').replaceAll(password, '…')
  return new Error(`cannot open the store on ${host || 'postgres'}: ${clean}`)
}

/**
 * Opens the PostgreSQL store at `address`, creating or migrating the schema as needed. `clock` is in milliseconds since 1970.
 *
 * Errors  rejects when there is no connection or the schema is newer; the message never has the address's credentials
 */
export const openPostgres = async (address: string, { clock }: { clock(): number }): Promise<Store> => {
  const pool = new pg.Pool({
    connectionString: address,
    types,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  // An idle connection that breaks is no news: whoever asks next gets a new one or an error of its own.
  pool.on('error', () => {})
  // One that breaks in use makes its query fail; without a listener the event would end the process too.
  pool.on('connect', (client) => void client.on('error', () => {}))
  try {
    await migratePostgres(pool)
    const listener = await listenTo(address)
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    return {
      accounts: createAccountStore(db, { clock, randomBytes }),
      usage: createPostgresUsageStore(db),
      leases: createLeaseStore(db, listener),
      changed: listener.changed,
      lock: () => () => {},
      close: async () => {
        await listener.close()
        await db.destroy()
      },
    }
  } catch (error) {
    await pool.end().catch(() => {})
    throw sayWithout(address, error)
  }
}
