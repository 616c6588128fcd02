import { closeSync, existsSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type Libsql from 'libsql'

const require = createRequire(import.meta.url)
/** SQLite's number of the same error, which Node's own SQLite gives. */
const SQLITE_BUSY = 5

/** Whether SQLite refused because another connection holds a lock. */
export const isBusy = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return code === 'SQLITE_BUSY' || errcode === SQLITE_BUSY
}

/** A held lock; closing it lets go. */
export type FileLock = Pick<Libsql.Database, 'exec' | 'close'>

/**
 * Opens a file to be locked. libsql's native part is loaded here and not before: commands, and
 * gateways on PostgreSQL until they begin their journal, do without it; where it is not installed,
 * Node's own SQLite (Node 22.13) locks as well, by the same locks of the system.
 */
const openLock = (path: string): FileLock => {
  let Database: typeof Libsql
  try {
    Database = require('libsql')
  } catch (error) {
    const { DatabaseSync } = ownSqlite() ?? {}
    if (DatabaseSync === undefined) throw error
    return new DatabaseSync(path)
  }
  return new Database(path)
}

const ownSqlite = (): { DatabaseSync: new (path: string) => FileLock } | undefined => {
  try {
    return require('node:sqlite')
  } catch {
    return undefined
  }
}

/**
 * Creates the file for its owner alone: it holds customers' names and the hashes of their keys.
 * SQLite gives its side files the same mode. One that is there is not opened: whichever descriptor
 * of a file a process closes, the process loses its POSIX locks on that file.
 */
export const createPrivately = (path: string): void => {
  if (!existsSync(dirname(path))) throw new Error(`cannot open the store ${path}: there is no folder ${dirname(path)}`)
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new Error(`cannot open the store ${path}: ${code}`)
  }
}

/**
 * Holds a write lock on a side file: the system lets go of it however the process ends, and what it
 * stands for stays free for commands. Undefined when another process or connection still holds it
 * after `waitMs`.
 *
 * Errors  the file cannot be made or is no lock file
 */
export const tryLockFile = (path: string, waitMs = 0): FileLock | undefined => {
  createPrivately(path)
  const lock = openLock(path)
  try {
    lock.exec(`PRAGMA busy_timeout = ${waitMs}`)
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw new Error(`the lock ${path} cannot be used: ${(error as Error).message}`, { cause: error })
  }
}
