import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from 'libsql'
import { isBusy } from './lock-file.js'

/** Runs queries in one transaction: all or nothing. */
export type RunTogether = (queries: readonly CompiledQuery[]) => Promise<void>

/**
 * Runs queries in order and stops at the first that fails. Earlier ones stay done, unless the
 * engine rolls back.
 */
export type RunInOrder = (queries: readonly CompiledQuery[]) => Promise<void>

/** A serving process's wait for a write lock that another process holds. */
const LOCK_WAIT_MS = 500
/** Its further waits for the same lock. */
const NEXT_LOCK_WAIT_MS = 10

/** Connections of a serving process, and whether another process was seen to hold the lock. */
const serving = new WeakMap<Database, boolean>()

const setServing = (database: Database, isLocked: boolean): void => {
  serving.set(database, isLocked)
  database.exec(`PRAGMA busy_timeout = ${isLocked ? NEXT_LOCK_WAIT_MS : LOCK_WAIT_MS}`)
}

/**
 * Makes a connection wait for locks as a serving process may. A wait blocks the event loop, so all
 * callers: a store that refuses is better.
 */
export const waitLittleForLocks = (database: Database): void => setServing(database, false)

/**
 * Runs what may wait for a write lock, once; see waitLittleForLocks. Throws the errors of `action`.
 */
export const withWriteLock = (database: Database, action: () => void): void => {
  const isLocked = serving.get(database)
  try {
    action()
    if (isLocked === true) setServing(database, false)
  } catch (error) {
    if (isLocked === false && isBusy(error)) setServing(database, true)
    throw error
  }
}

/**
 * Runs `action` as one transaction, within this turn of the event loop. Throws the errors of
 * `action` and of the connection.
 */
export const inTransaction = (database: Database, action: () => void): void => {
  withWriteLock(database, () => database.exec('BEGIN IMMEDIATE'))
  try {
    action()
    database.exec('COMMIT')
  } catch (error) {
    // SQLite itself ends the transaction on some errors, such as a full disk.
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Runs queries on one SQLite connection, within this turn of the event loop. A transaction held
 * open over an `await` would lock out this process's own charges, which block the loop while they
 * wait.
 */
export const runTogetherOn =
  (database: Database): RunTogether =>
  async (queries) =>
    inTransaction(database, () => {
      for (const { sql, parameters } of queries) database.prepare(sql).run([...parameters])
    })

/** Runs one query that changes rows on its own, and returns the rows that it names. */
export type RunOne = <Row>(query: CompiledQuery<Row>) => Promise<readonly Row[]>

/** Runs a query on one SQLite connection, within this turn of the event loop. */
export const runOneOn =
  (database: Database): RunOne =>
  async <Row>({ sql, parameters }: CompiledQuery<Row>) => {
    let rows: readonly Row[] = []
    withWriteLock(database, () => {
      rows = database.prepare(sql).all([...parameters]) as Row[]
    })
    return rows
  }

/**
 * Runs queries in PostgreSQL one after the other, each in a separate transaction: for a write and
 * the deletions that keep its table small. Processes that delete the same rows at once do not make
 * each other fail.
 */
export const runInOrderIn =
  <DB>(db: Kysely<DB>): RunInOrder =>
  async (queries) => {
    for (const query of queries) await db.executeQuery(query)
  }

/** Runs a query in PostgreSQL. */
export const runOneIn =
  <DB>(db: Kysely<DB>): RunOne =>
  async (query) =>
    (await db.executeQuery(query)).rows

/**
 * Runs queries in one PostgreSQL transaction with one snapshot, so that a later query deletes just
 * what an earlier one read.
 *
 * Errors  rejects, and changes nothing, if another process changed the same rows
 */
export const runTogetherIn =
  <DB>(db: Kysely<DB>): RunTogether =>
  (queries) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        for (const query of queries) await transaction.executeQuery(query)
      })
