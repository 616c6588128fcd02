import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'

/** Whether SQLite refused because another connection holds a lock. */
export const isBusy = (error: unknown): boolean => (error as { code?: string }).code === 'SQLITE_BUSY'

/**
 * Creates the file for its owner alone: it holds customers' names and the hashes of their keys. SQLite gives its side files the same mode.
 * One that is there is not opened: whichever descriptor of a file a process closes, the process loses its POSIX locks on that file.
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

/** A lock that is held; `close` lets go of it. */
export type FileLock = Database.Database

/**
 * Holds a write lock on a side file: the system lets go of it however the process ends, and what it stands for stays free for commands.
 * Undefined when another process or connection still holds it after `waitMs`.
 *
 * Errors  the file cannot be made or is no lock file
 */
export const tryLockFile = (path: string, waitMs = 0): FileLock | undefined => {
  createPrivately(path)
  const lock = new Database(path)
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
