import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type DatabaseConnection, Kysely, PostgresDialect, SqliteDialect, SqliteDriver, sql } from 'kysely'
import Database from 'libsql'
import { migrate, refuseOtherVersion } from '../migrations.js'
import { connectTo } from '../open.js'
import { Connections } from '../postgres/connections.js'
import { MAYBE_ALIVE } from '../postgres/leases.js'
import { migratePostgres } from '../postgres/migrate.js'
import { sayWithout } from '../postgres/open.js'
import { refuseTransactionMode } from '../postgres/pooler.js'
import { type TimeLimits, usualTimeLimits } from '../postgres/postgres-connection.js'
import { realPathOf } from '../real-path.js'
import { lockStore } from '../store-lock.js'
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
  /** Keeps gateways from a SQLite store until it is closed. Throws if one serves from it. */
  lock(): void
  close(): Promise<void>
}

/**
 * Opens and migrates the tables of a store (`sqlite:PATH`, `postgres://…`), also of one into which
 * a copy is not finished. Else fails like opening the store.
 */
export const openWholeStore = (address: string): Promise<WholeStore> =>
  address.startsWith('sqlite:') ? openSqliteWhole(address.slice('sqlite:'.length)) : openPostgresWhole(address)

/**
 * Kysely over a SQLite connection. SQLite itself ends the transaction on some errors, such as a
 * full disk; a rollback would then fail, and its error would hide the first one.
 */
const kyselyOver = (database: Database.Database): Kysely<Tables> => {
  class Driver extends SqliteDriver {
    override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
      if (database.inTransaction) await super.rollbackTransaction(connection)
    }
  }
  class Dialect extends SqliteDialect {
    override createDriver(): Driver {
      return new Driver({ database })
    }
  }
  return new Kysely({ dialect: new Dialect({ database }) })
}

const openSqliteWhole = async (path: string): Promise<WholeStore> => {
  const real = realPathOf(path)
  const database = connectTo(real, 'normal', (opened) => migrate(opened))
  const db = kyselyOver(database)
  let unlock = (): void => {}
  return {
    engine: 'sqlite',
    db,
    name: `sqlite:${path}`,
    lock: () => {
      unlock = lockStore(real, database, 0)
    },
    close: async () => {
      unlock()
      await db.destroy()
    },
  }
}

/**
 * Opens the SQLite file of a backup for reading only: it may be needed again, also by the older
 * Tollgate that wrote it, so it is not migrated. Its folder may be read-only, too.
 *
 * Errors  the file is no store, or has another schema version
 */
export const openBackup = (path: string): WholeStore => {
  // SQLite writes nothing beside an immutable file, and would not see a write-ahead log.
  const access = existsSync(`${path}-wal`) ? 'mode=ro' : 'immutable=1'
  try {
    const database = new Database(`${pathToFileURL(path).href}?${access}`)
    try {
      refuseOtherVersion(database)
    } catch (error) {
      database.close()
      throw error
    }
    const db = kyselyOver(database)
    return { engine: 'sqlite', db, name: `sqlite:${path}`, lock: () => {}, close: () => db.destroy() }
  } catch (error) {
    throw new Error(`cannot read the backup ${path}: ${(error as Error).message}`, { cause: error })
  }
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
    throw sayWithout(address, error)
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
  return { engine: 'postgres', db, name, lock: () => {}, close: () => db.destroy() }
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
