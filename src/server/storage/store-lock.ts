import { existsSync } from 'node:fs'
import type { Database } from 'libsql'
import { tryLockFile } from './lock-file.js'
import { fileIdentity } from './real-path.js'

const lockOf = (path: string): string => `${path}.lock`

const refusal = (path: string, other = path): Error => {
  const as = other === path ? '' : `, as ${other}`
  return new Error(`another gateway already serves from ${path}${as}; one process owns a SQLite store`)
}

interface ServedAs {
  readonly file: string
  readonly path: string
}

const readServedAs = (database: Database): ServedAs | undefined =>
  database.prepare('SELECT file, path FROM served_as').get() as ServedAs | undefined

/**
 * A store that is moved while served leaves its lock at the old name. A copy is another file and is
 * not checked.
 *
 * Errors  the process that serves it by its earlier name still runs
 */
const refuseMoved = (database: Database, real: string, waitMs: number): void => {
  const before = readServedAs(database)
  if (before === undefined || before.path === real || before.file !== fileIdentity(real)) return
  if (!existsSync(lockOf(before.path))) return
  const lock = tryLockFile(lockOf(before.path), waitMs)
  if (lock === undefined) throw refusal(real, before.path)
  lock.close()
}

/**
 * Refuses a file that this process may only read: it would serve, and answer every call with 503.
 */
const refuseReadOnly = (database: Database, real: string): void => {
  try {
    // No such row: nothing is written. `BEGIN IMMEDIATE` alone would be taken for a read.
    database.exec('DELETE FROM served_as WHERE only = 0')
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code?.startsWith('SQLITE_READONLY')) throw new Error(`the store ${real} cannot be written: ${message}`)
    // A lock of another program and a full disk pass.
  }
}

const noteServedAs = (database: Database, real: string): void => {
  const file = fileIdentity(real)
  const before = readServedAs(database)
  if (before?.file === file && before.path === real) return
  try {
    database.prepare('INSERT OR REPLACE INTO served_as (only, file, path) VALUES (1, ?, ?)').run([file, real])
    // Into the file itself: the write-ahead log is found by the old name only.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // This guards only against moves while serving; a full disk is no reason not to serve.
  }
}

/**
 * Makes this process the owner of the store at `real`. The lock is beside the real file, so every
 * name of it finds the lock. Returns a function that unlocks.
 *
 * Errors  another process still owns the store after `waitMs`, or this one may only read it
 */
export const lockStore = (real: string, database: Database, waitMs: number): (() => void) => {
  const lock = tryLockFile(lockOf(real), waitMs)
  if (lock === undefined) throw refusal(real)
  try {
    refuseMoved(database, real, waitMs)
    refuseReadOnly(database, real)
    noteServedAs(database, real)
    return () => lock.close()
  } catch (error) {
    lock.close()
    throw error
  }
}
