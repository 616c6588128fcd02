import type { Kysely } from 'kysely'
import type { Database } from 'libsql'
import { lazySql } from './lazy-kysely.js'
import type { Tables } from './tables.js'

// Only a copy that is not finished has the table: see whole/copy-store.ts.
const FIND_IN_SQLITE = "SELECT 1 FROM sqlite_schema WHERE name = 'copy_progress'"
const FIND_IN_POSTGRES = "SELECT 1 WHERE to_regclass('copy_progress') IS NOT NULL"
const READ_SOURCE = 'SELECT source FROM copy_progress LIMIT 1'

interface Progress {
  readonly source: string
}

/** Advice for a store into which a copy cannot be finished. */
export const BEGIN_ANEW = 'begin with another file or another database'

const describe = ({ source }: Progress): string =>
  `the store holds only part of a copy of ${source}: run the same store restore or store migrate once more, or ${BEGIN_ANEW}`

/** Name of the store whose copy into this one is not finished; undefined if nothing is copied. */
export const unfinishedSourceIn = async (
  db: Kysely<Tables>,
  engine: 'sqlite' | 'postgres',
): Promise<string | undefined> => {
  const ask = async (text: string) => (await lazySql().raw<Progress>(text).execute(db)).rows
  const found = await ask(engine === 'sqlite' ? FIND_IN_SQLITE : FIND_IN_POSTGRES)
  return found.length === 0 ? undefined : (await ask(READ_SOURCE))[0]?.source
}

/**
 * Says that a restore or a migration into the store was cut off; undefined if none was. Such a
 * store lacks usage, so it would grant credits that are used up.
 */
export const unfinishedCopyIn = async (
  ...store: Parameters<typeof unfinishedSourceIn>
): Promise<string | undefined> => {
  const source = await unfinishedSourceIn(...store)
  return source === undefined ? undefined : describe({ source })
}

/** Errors: a copy into the store is not finished. */
export const refuseUnfinishedCopy = async (...store: Parameters<typeof unfinishedCopyIn>): Promise<void> => {
  const message = await unfinishedCopyIn(...store)
  if (message !== undefined) throw new Error(message)
}

/** As `refuseUnfinishedCopy`, without loading Kysely. */
export const refuseUnfinishedSqliteCopy = (database: Database): void => {
  if (database.prepare(FIND_IN_SQLITE).get() === undefined) return
  const progress = database.prepare(READ_SOURCE).get() as Progress | undefined
  if (progress !== undefined) throw new Error(describe(progress))
}
