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
 * Opens a file to be locked. libsql's native part is loaded here and not before: commands, and gateways on PostgreSQL until they begin
 * their journal, do without it; where it is not installed, Node's own SQLite (Node 22.13) locks as well, by the same locks of the system.
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
export const lockFile = (path: string, waitMs = 0): FileLock => {
  createPrivately(path)
  const lock = openLock(path)
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
