import type { Database } from 'libsql'
import { FIRST_MIGRATION } from './first-migration.js'
import { inTransaction } from './transactions.js'

/** The additions of one version of the schema. Both engines count the same versions. */
export interface Migration {
  /** In the SQL of SQLite; postgres/migrate.ts translates it. */
  readonly both: string
  /** Tables of only this engine, after those of both. */
  readonly sqlite?: string
  readonly postgres?: string
}

/** The columns of counts are named by the bounds of call-durations.ts, in microseconds. */
const CALL_DURATIONS: Migration = {
  both: `
  CREATE TABLE call_durations (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    network TEXT NOT NULL,
    method TEXT NOT NULL,
    us_50 INTEGER NOT NULL, us_100 INTEGER NOT NULL, us_250 INTEGER NOT NULL, us_500 INTEGER NOT NULL,
    us_1000 INTEGER NOT NULL, us_2500 INTEGER NOT NULL, us_5000 INTEGER NOT NULL,
    us_10000 INTEGER NOT NULL, us_25000 INTEGER NOT NULL, us_50000 INTEGER NOT NULL,
    us_100000 INTEGER NOT NULL, us_250000 INTEGER NOT NULL, us_500000 INTEGER NOT NULL,
    us_1000000 INTEGER NOT NULL, us_2500000 INTEGER NOT NULL, us_5000000 INTEGER NOT NULL,
    us_10000000 INTEGER NOT NULL, us_30000000 INTEGER NOT NULL, us_more INTEGER NOT NULL,
    PRIMARY KEY (account_id, day, network, method)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX call_durations_by_day ON call_durations (day);
  `,
}

/** Each use of a challenge deletes some that have ended, on the connection of the charges. */
const ENDED_CHALLENGES: Migration = {
  both: 'CREATE INDEX used_challenges_by_end ON used_challenges (expires_at);',
}

/**
 * Migrations of the schema: each leads from its index to the next version. A released one never
 * changes: append a new one.
 */
export const MIGRATIONS: readonly Migration[] = [FIRST_MIGRATION, CALL_DURATIONS, ENDED_CHALLENGES]

/** Says that a store was written by a newer Tollgate. */
export const newerStore = (version: number, migrations: readonly Migration[]): Error =>
  new Error(
    `the store has schema version ${version}, this Tollgate knows ${migrations.length}: use the newer Tollgate that wrote it`,
  )

const versionOf = (database: Database): number =>
  (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version

/**
 * Refuses a database that has tables, but not a store's: every version of the schema has
 * `settled_lines`. Its own `user_version` may be any. One statement, because between two another
 * process may migrate an empty database.
 */
export const refuseOtherProgram = (database: Database): void => {
  const { is_other } = database
    .prepare(`SELECT COUNT(*) > 0 AND (MAX(name = 'settled_lines') = 0 OR
        (SELECT user_version FROM pragma_user_version) = 0) AS is_other
      FROM sqlite_schema WHERE type = 'table'`)
    .get() as { is_other: number }
  if (is_other === 1) throw new Error('it is a database of another program')
}

/** Refuses what is no store, a store that would have to be migrated, and one that is newer. */
export const refuseOtherVersion = (database: Database, migrations: readonly Migration[] = MIGRATIONS): void => {
  refuseOtherProgram(database)
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
  inTransaction(database, () => {
    // Another process may have migrated while this one waited for the write lock.
    const version = versionOf(database)
    if (version > migrations.length) throw newerStore(version, migrations)
    for (const { both, sqlite = '' } of migrations.slice(version)) database.exec(both + sqlite)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}
