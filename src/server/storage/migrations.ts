import type { Database } from 'libsql'
import { FIRST_STEP } from './first-step.js'

/** The additions of one version of the schema. Both engines count the same versions. */
export interface Step {
  /** In the SQL of SQLite; postgres/migrate.ts translates it. */
  readonly both: string
  /** Tables of only this engine, after those of both. */
  readonly sqlite?: string
  readonly postgres?: string
}

/**
 * Steps of the schema: each leads from its index to the next version. A released step never
 * changes: append a new one.
 */
export const STEPS: readonly Step[] = [FIRST_STEP]

/** Says that a store was written by a newer Tollgate. */
export const newerStore = (version: number, steps: readonly Step[]): Error =>
  new Error(
    `the store has schema version ${version}, this Tollgate knows ${steps.length}: use the newer Tollgate that wrote it`,
  )

const versionOf = (database: Database): number =>
  (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version

/**
 * Brings the store's schema up to date; safe while other processes do this or serve from the store.
 *
 * Errors  refuses a store written by a newer Tollgate and leaves it unchanged
 */
export const migrate = (database: Database, steps: readonly Step[] = STEPS): void => {
  if (versionOf(database) === steps.length) return
  database.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have migrated while this one waited for the write lock.
    const version = versionOf(database)
    if (version > steps.length) throw newerStore(version, steps)
    for (const { both, sqlite = '' } of steps.slice(version)) database.exec(both + sqlite)
    database.exec(`PRAGMA user_version = ${steps.length}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
