import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import Database from 'libsql'
import type { OnLostRefund } from '../credits/usage/usage-store.js'
import { createAccountStore, prepareFindByKeyHash } from './accounts.js'
import { createAuditStore } from './audit.js'
import { createSettledLines } from './journals/sqlite-settled-lines.js'
import { keepSecretBy, STATE } from './kept-secrets.js'
import { lazyKysely } from './lazy-kysely.js'
import { createPrivately, isBusy } from './lock-file.js'
import { migrate, refuseOtherProgram } from './migrations.js'
import { createPasskeyStore, runAlone } from './passkeys.js'
import { fileIdentity, realPathOf, refuseHardLinks } from './real-path.js'
import { createSessionStore } from './sessions.js'
import type { Store } from './store.js'
import { lockStore } from './store-lock.js'
import type { Tables } from './tables.js'
import { runOneOn, runTogetherOn, waitLittleForLocks } from './transactions.js'
import { refuseUnfinishedSqliteCopy } from './unfinished-copy.js'
import { createUsageStore } from './usage.js'

/** A store whose `close` is synchronous. */
export type SqliteStore = Store & { close(): void }

/** An operation's wait for a lock in a serving process; see waitLittleForLocks. */
const OPERATION_LOCK_WAIT_MS = 100
const WAL_TRIES = 500
const WAL_TRY_MS = 10

/**
 * Retries, because switching to WAL fails at once while another process does it, despite
 * busy_timeout.
 */
const switchToWal = (database: Database.Database): void => {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 1; ; tries++) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || tries === WAL_TRIES) throw error
      Atomics.wait(sleeper, 0, 0, WAL_TRY_MS)
    }
  }
}

/**
 * `normal` leaves a write with the system (survives a killed process); `full` waits for the disk
 * (survives a power cut).
 */
type Synchronous = 'normal' | 'full'

const connect = (
  path: string,
  synchronous: Synchronous,
  prepare: (database: Database.Database) => void = () => {},
): Database.Database => {
  const database = new Database(path)
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    // Before WAL, which the file would keep.
    refuseOtherProgram(database)
    // NORMAL loses nothing if the process is killed; a power cut may lose the last moments.
    switchToWal(database)
    database.exec(`PRAGMA synchronous = ${synchronous.toUpperCase()}`)
    database.exec('PRAGMA foreign_keys = ON')
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Refuses to make a store beside another's write-ahead log: SQLite would delete the log, which has
 * that store's last commits. The log is looked for first, because a store's file is older.
 */
const refuseLeftLog = (path: string): void => {
  const log = `${path}-wal`
  if (existsSync(log) && !existsSync(path))
    throw new Error(
      `cannot open the store ${path}: it is not there, but its write-ahead log ${log} is, with its last commits; move the log to where the store is, or remove it`,
    )
}

/** Connects to the file of a store, which is created if needed, and prepares its tables. */
export const connectTo = (
  path: string,
  synchronous: Synchronous,
  prepare: (database: Database.Database) => void,
): Database.Database => {
  refuseLeftLog(path)
  createPrivately(path)
  try {
    refuseHardLinks(path)
    return connect(path, synchronous, prepare)
  } catch (error) {
    throw new Error(`cannot open the store ${path}: ${(error as Error).message}`, { cause: error })
  }
}

/** `clock` is in milliseconds since 1970; `synchronous` is `normal` when left out. */
export interface StoreOptions {
  clock(): number
  readonly onLostRefund?: OnLostRefund
  readonly synchronous?: Synchronous
}

/**
 * Opens the SQLite store at `path`, creating or migrating it as needed. Its side files follow the
 * real file, so a symbolic link is another name of the same store.
 *
 * One connection is used only for charges, another for the rest. The first sees changes of accounts
 * by any process in SQLite's `data_version`, which its own charges do not change.
 *
 * Errors  it cannot be opened, its schema is newer, or a copy into it is not finished
 */
export const openSqlite = (
  given: string,
  { clock, synchronous = 'normal', onLostRefund = () => {} }: StoreOptions,
): SqliteStore => {
  const path = realPathOf(given)
  const charges = connectTo(path, synchronous, (database) => {
    migrate(database)
    refuseUnfinishedSqliteCopy(database)
  })
  let isServing = false
  const rest = lazyKysely<Tables>(() => {
    const database = connect(path, synchronous)
    if (isServing) database.exec(`PRAGMA busy_timeout = ${OPERATION_LOCK_WAIT_MS}`)
    return database
  })
  const dataVersion = charges.prepare('PRAGMA data_version')
  const readVersion = (): number => (dataVersion.get() as { data_version: number }).data_version
  let seenVersion = readVersion()
  const identity = fileIdentity(path)
  const keepSecret = keepSecretBy(async (sql, values) => charges.prepare(sql).all([...values]) as { secret: string }[])
  let unlock: (() => void) | undefined
  return {
    accounts: {
      ...createAccountStore(rest.db, { clock, randomBytes }),
      findByKeyHash: prepareFindByKeyHash(charges, clock),
    },
    usage: createUsageStore(charges, rest.db, onLostRefund),
    sessions: createSessionStore(rest.db, runTogetherOn(charges)),
    passkeys: createPasskeyStore(rest.db, { addFor: runAlone(rest.db), use: runOneOn(charges), keepSecret }),
    audit: createAuditStore(rest.db, runTogetherOn(charges)),
    // A full disk and a lock of another program are no reason not to serve: a later start keeps
    // one.
    stateSecret: (fresh) => keepSecret(STATE, fresh).catch(() => fresh),
    lending: {
      journalFolder: `${path}.journals`,
      settledLines: () => createSettledLines(charges, onLostRefund),
    },
    takeChange: () => {
      let version = seenVersion
      try {
        version = readVersion()
      } catch {
        // The next call tries again; the ledger reports that the store is away.
      }
      const hasChanged = version !== seenVersion
      seenVersion = version
      return hasChanged
    },
    trouble: () =>
      existsSync(path) && fileIdentity(path) === identity
        ? undefined
        : `the file ${path} was replaced or taken away; what is charged goes to the old one until the gateway is restarted`,
    lock: (waitMs = 0) => {
      unlock ??= lockStore(path, charges, waitMs)
      isServing = true
      waitLittleForLocks(charges)
      return () => {
        unlock?.()
        unlock = undefined
      }
    },
    close: () => {
      unlock?.()
      rest.close()
      charges.close()
    },
  }
}
