import type { Kysely } from 'kysely'
import type { Database } from 'libsql'
import { lazySql } from './lazy-kysely.js'
import type { Tables } from './tables.js'

// Only a copy that is not finished has the table: see whole/copy-store.ts.
const FIND_IN_SQLITE = "SELECT 1 FROM sqlite_schema WHERE name = 'copy_progress'"
const FIND_IN_POSTGRES = "SELECT 1 WHERE to_regclass('copy_progress') IS NOT NULL"
const READ_SOURCE = 'SELECT source FROM copy_progress LIMIT 1'

const describe = (row: unknown): string | undefined =>
  row === undefined
    ? undefined
    : `the store holds only part of a copy of ${(row as { source: string }).source}: run the same store restore or store migrate once more, or empty the store`

/**
 * Says that a restore or a migration into the store was cut off; undefined if none was. Such a
 * store lacks usage, so it would grant credits that are used up.
 */
export const unfinishedCopyIn = async (
  db: Kysely<Tables>,
  engine: 'sqlite' | 'postgres',
): Promise<string | undefined> => {
  const ask = async (text: string) => (await lazySql().raw(text).execute(db)).rows
  const found = await ask(engine === 'sqlite' ? FIND_IN_SQLITE : FIND_IN_POSTGRES)
  return found.length === 0 ? undefined : describe((await ask(READ_SOURCE))[0])
}

/** Errors: a copy into the store is not finished. */
export const refuseUnfinishedCopy = async (...store: Parameters<typeof unfinishedCopyIn>): Promise<void> => {
  const message = await unfinishedCopyIn(...store)
  if (message !== undefined) throw new Error(message)
}

/** As `refuseUnfinishedCopy`, without loading Kysely. */
export const refuseUnfinishedSqliteCopy = (database: Database): void => {
  if (database.prepare(FIND_IN_SQLITE).get() === undefined) return
  const message = describe(database.prepare(READ_SOURCE).get())
  if (message !== undefined) throw new Error(message)
}
