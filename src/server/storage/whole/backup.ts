import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { createPrivately, renameDurably } from '../lock-file.js'
import { refuseUnfinishedCopy } from '../unfinished-copy.js'
import { type CopyOptions, copyStore } from './copy-store.js'
import { openWholeStore, type WholeStore } from './whole-store.js'

/**
 * Writes a snapshot of a store into a new SQLite file that only its owner may read, while a gateway
 * serves from the store. SQLite copies itself (`VACUUM INTO`); from PostgreSQL all that a store
 * needs is copied. It writes the file in a new folder beside the final name.
 *
 * Errors  rejects if the file exists or cannot be written, and leaves no file
 */
export const backUp = async (from: WholeStore, file: string, options: CopyOptions = {}): Promise<void> => {
  await refuseUnfinishedCopy(from.db, from.engine)
  refuseExisting(file)
  if (!existsSync(dirname(file))) throw new Error(`there is no folder ${dirname(file)} for the backup`)
  const folder = mkdtempSync(`${file}.partial-`)
  try {
    const written = join(folder, 'backup.db')
    createPrivately(written)
    if (from.engine === 'sqlite') await sql`VACUUM INTO ${written}`.execute(from.db)
    else await copyInto(from, join(folder, 'store.db'), written, options)
    // Another backup may have taken the name since.
    refuseExisting(file)
    renameDurably(written, file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const refuseExisting = (file: string): void => {
  if (existsSync(file)) throw new Error(`${file} is there already; a backup goes into a new file`)
}

/**
 * Through a second file, because a store just written has a write-ahead log; its copy has no log.
 */
const copyInto = async (from: WholeStore, store: string, file: string, options: CopyOptions): Promise<void> => {
  const to = await openWholeStore(`sqlite:${store}`)
  try {
    await copyStore(from, to, options)
    await sql`VACUUM INTO ${file}`.execute(to.db)
  } finally {
    await to.close()
  }
}
