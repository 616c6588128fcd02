import { existsSync, renameSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { createPrivately } from '../lock-file.js'
import { type CopyOptions, copyStore } from './copy-store.js'
import { openWholeStore, type WholeStore } from './whole-store.js'

/** Ends the name of a backup that is being written. */
const PARTIAL = '.partial'

/**
 * Writes a store as it is at one moment into a new SQLite file, which only the owner may read,
 * while a gateway serves from it. SQLite copies itself (`VACUUM INTO`); of PostgreSQL everything
 * that a store needs is copied.
 *
 * Errors  rejects when the file is there already, or cannot be written; nothing is left then
 */
export const backUp = async (from: WholeStore, file: string, options: CopyOptions = {}): Promise<void> => {
  if (existsSync(file)) throw new Error(`${file} is there already; a backup goes into a new file`)
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
 * By way of another file: a store that was just written has a write-ahead log beside it, and its
 * copy has none.
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
