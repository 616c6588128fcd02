import type { Database } from 'libsql'
import { FIRST_MIGRATION } from './first-migration.js'

/** The additions of one version of the schema. Both engines count the same versions. */
export interface Migration {
  /** In the SQL of SQLite; postgres/migrate.ts translates it. */
  readonly both: string
  /** Tables of only this engine, after those of both. */
  readonly sqlite?: string
  readonly postgres?: string
}

/**
 * Migrations of the schema: each leads from its index to the next version. A released one never
 * changes: append a new one.
 */
export const MIGRATIONS: readonly Migration[] = [FIRST_MIGRATION]

/** Says that a store was written by a newer Tollgate. */
export const newerStore = (version: number, migrations: readonly Migration[]): Error =>
  new Error(
    `the store has schema version ${version}, this Tollgate knows ${migrations.length}: use the newer Tollgate that wrote it`,
  )

const versionOf = (database: Database): number =>
  (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version

/** Refuses a store that would have to be migrated, and one that is newer. */
export const refuseOtherVersion = (database: Database, migrations: readonly Migration[] = MIGRATIONS): void => {
  const version = versionOf(database)
  if (version === 0) throw new Error('it is no store of Tollgate')
  if (version > migrations.length) throw newerStore(version, migrations)
  if (version < migrations.length)
    throw new Error(
      `it has schema version ${version}: restore it with the Tollgate that wrote it; this one migrates the restored store when it opens it`,
    )
}

/**
 * Brings the store's schema up to date; safe while other processes do this or serve from the store.
 *
 * Errors  refuses a store written by a newer Tollgate and leaves it unchanged
 */
export const migrate = (database: Database, migrations: readonly Migration[] = MIGRATIONS): void => {
  if (versionOf(database) === migrations.length) return
  database.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have migrated while this one waited for the write lock.
    const version = versionOf(database)
    if (version > migrations.length) throw newerStore(version, migrations)
    for (const { both, sqlite = '' } of migrations.slice(version)) database.exec(both + sqlite)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
