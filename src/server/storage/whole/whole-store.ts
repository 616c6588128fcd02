import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import Database from 'libsql'
import { openSqlite } from '../open.js'
import { Connections } from '../postgres/connections.js'
import { MAYBE_ALIVE } from '../postgres/leases.js'
import { migratePostgres } from '../postgres/migrate.js'
import { refuseTransactionMode, UnfitPooler } from '../postgres/pooler.js'
import { type TimeLimits, usualTimeLimits } from '../postgres/postgres-connection.js'
import type { Tables } from '../tables.js'

const MINUTES_MS = 600_000

/**
 * Limits for commands that read a whole store: no call waits for them, and a year's sum takes long.
 */
const PATIENT: TimeLimits = {
  ...usualTimeLimits,
  queryMs: MINUTES_MS,
  statementMs: MINUTES_MS,
  idleInTransactionMs: MINUTES_MS,
}

/** A store's tables, for commands that read or write all of them; never for serving. */
export interface WholeStore {
  readonly engine: 'sqlite' | 'postgres'
  readonly db: Kysely<Tables>
  /** The address without credentials. */
  readonly name: string
  close(): Promise<void>
}

/**
 * Opens and migrates the tables of a store (`sqlite:PATH`, `postgres://…`). Fails like opening the
 * store.
 */
export const openWholeStore = (address: string): Promise<WholeStore> =>
  address.startsWith('sqlite:') ? openSqliteWhole(address.slice('sqlite:'.length)) : openPostgresWhole(address)

const openSqliteWhole = async (path: string): Promise<WholeStore> => {
  // Creates and migrates it.
  openSqlite(path, { clock: () => 0 }).close()
  const database = new Database(path)
  database.exec('PRAGMA busy_timeout = 5000')
  database.exec('PRAGMA foreign_keys = ON')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  return { engine: 'sqlite', db, name: `sqlite:${path}`, close: () => db.destroy() }
}

const openPostgresWhole = async (address: string): Promise<WholeStore> => {
  const connections = new Connections(address, PATIENT)
  const { host, pathname } = new URL(address)
  const name = `postgres://${host}${pathname}`
  try {
    await refuseTransactionMode(address, PATIENT)
    await migratePostgres(connections)
  } catch (error) {
    await connections.end().catch(() => {})
    if (error instanceof UnfitPooler) throw error
    throw new Error(`cannot open the store ${name}: ${(error as { code?: string }).code ?? 'no connection'}`)
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
  return { engine: 'postgres', db, name, close: () => db.destroy() }
}

/** A process that did not end, and that did not report to the store for a minute. */
interface SilentProcess {
  readonly id: string
  /** Its last report, by the store's clock. */
  readonly seenAt: string
}

/**
 * Refuses a PostgreSQL store with running gateways; SQLite has a lock for that. Returns the
 * processes that are silent: their machine may be gone, and then nothing would ever end them. A
 * copy takes their settled lines along, so their journals can still be settled.
 *
 * Errors  rejects with the number of processes
 */
export const refuseServed = async ({ engine, db, name }: WholeStore): Promise<readonly SilentProcess[]> => {
  if (engine === 'sqlite') return []
  const { rows } = await sql<SilentProcess & { isAlive: boolean }>`
    SELECT id, seen_at > now() - ${MAYBE_ALIVE} AS "isAlive",
      to_char(seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') AS "seenAt"
    FROM processes ORDER BY seen_at, id`.execute(db)
  const count = rows.filter(({ isAlive }) => isAlive).length
  if (count === 0) return rows
  throw new Error(
    `${count === 1 ? '1 process has' : `${count} processes have`} served from ${name} within the last minute: stop the gateways, and settle the journals that they left with tollgate store journals`,
  )
}
