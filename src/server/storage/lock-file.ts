import { closeSync, existsSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type Libsql from 'libsql'

const require = createRequire(import.meta.url)
/** SQLite's number for SQLITE_BUSY, as reported by `node:sqlite`. */
const SQLITE_BUSY = 5

/** True if SQLite failed because another connection holds a lock. */
export const isBusy = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return code === 'SQLITE_BUSY' || errcode === SQLITE_BUSY
}

/** A held lock; `close` releases it. */
export type FileLock = Pick<Libsql.Database, 'exec' | 'close'>

/**
 * Opens a lock file. libsql's native part is loaded only here, because commands, and gateways on
 * PostgreSQL until they begin their journal, work without it. If it is not installed, `node:sqlite`
 * (Node 22.13) takes the same system locks.
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
 * Creates the file for its owner only, because it holds customers' names and key hashes. SQLite
 * gives its side files the same mode. An existing file is not opened: a process that closes any
 * descriptor of a file loses its POSIX locks on it.
 */
export const createPrivately = (path: string): void => {
  if (!existsSync(dirname(path))) throw new Error(`cannot open the store ${path}: there is no folder ${dirname(path)}`)
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new Error(`cannot open the store ${path}: ${code}`)
    if (statSync(path).isDirectory()) throw new Error(`cannot open the store ${path}: it is a folder`)
  }
}

const sync = (path: string, flags: string): void => {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Errors of fsync(2) that mean a disk which fails or is full. */
const DISK_ERRORS = ['EIO', 'ENOSPC', 'EDQUOT']

/** Makes a file's name durable (fsync(2): syncing the file does not). Throws if the disk fails. */
export const syncFolderOf = (path: string): void => {
  try {
    sync(dirname(path), 'r')
  } catch (error) {
    // Some file systems cannot sync a folder, and some folders cannot be read; SQLite goes on, too.
    if (DISK_ERRORS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/**
 * Gives a file another name, which no file has, and returns when its bytes and the name are on the
 * disk. If the disk fails, the file has its old name.
 */
export const renameDurably = (from: string, to: string): void => {
  sync(from, 'r+')
  renameSync(from, to)
  try {
    syncFolderOf(to)
  } catch (error) {
    renameSync(to, from)
    throw error
  }
}

/**
 * Holds a write lock on a side file; commands can still use the file that it guards. The system
 * frees the lock however the process ends. Returns undefined if another process or connection still
 * holds it after `waitMs`.
 *
 * Errors  the file cannot be created or is not a lock file
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
