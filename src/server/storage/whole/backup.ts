import { existsSync, renameSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { createPrivately } from '../lock-file.js'
import { refuseUnfinishedCopy } from '../unfinished-copy.js'
import { type CopyOptions, copyStore } from './copy-store.js'
import { openWholeStore, type WholeStore } from './whole-store.js'

/** Ending of a backup's name while it is written. */
const PARTIAL = '.partial'

/**
 * Writes a snapshot of a store into a new SQLite file that only its owner may read, while a gateway
 * serves from the store. SQLite copies itself (`VACUUM INTO`); from PostgreSQL all that a store
 * needs is copied.
 *
 * Errors  rejects if the file exists or cannot be written, and leaves no file
 */
export const backUp = async (from: WholeStore, file: string, options: CopyOptions = {}): Promise<void> => {
  if (existsSync(file)) throw new Error(`${file} is there already; a backup goes into a new file`)
  await refuseUnfinishedCopy(from.db, from.engine)
  const partial = `${file}${PARTIAL}`
  removeDatabase(partial)
  createPrivately(partial)
  try {
    if (from.engine === 'sqlite') await sql`VACUUM INTO ${partial}`.execute(from.db)
    else await copyInto(from, partial, options)
    renameSync(partial, file)
  } catch (error) {
    removeDatabase(partial)
    throw error
  }
}

/**
 * Through a second file, because a store just written has a write-ahead log; its copy has no log.
 */
const copyInto = async (from: WholeStore, path: string, options: CopyOptions): Promise<void> => {
  const written = `${path}.store`
  removeDatabase(written)
  const to = await openWholeStore(`sqlite:${written}`)
  try {
    await copyStore(from, to, options)
    await sql`VACUUM INTO ${path}`.execute(to.db)
  } finally {
    await to.close()
    removeDatabase(written)
  }
}

const removeDatabase = (path: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
}
