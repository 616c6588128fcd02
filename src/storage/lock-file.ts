import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'

/** Whether SQLite refused because another connection holds a lock. */
export const isBusy = (error: unknown): boolean => (error as { code?: string }).code === 'SQLITE_BUSY'

/** Creates the file for its owner alone: it holds customers' names and the hashes of their keys. SQLite gives its side files the same mode. */
export const createPrivately = (path: string): void => {
  if (!existsSync(dirname(path))) throw new Error(`cannot open the store ${path}: there is no folder ${dirname(path)}`)
  try {
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw new Error(`cannot open the store ${path}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** Holds a write lock on a side file: the system lets go of it however the process ends, and the store itself stays free for commands. */
export const lockFile = (path: string, waitMs = 0): Database.Database => {
  createPrivately(path)
  const lock = new Database(path)
  try {
    lock.exec(`PRAGMA busy_timeout = ${waitMs}`)
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new Error(
      `another gateway already serves from ${path.replace(/\.lock$/, '')}; one process owns a SQLite store`,
    )
  }
}
