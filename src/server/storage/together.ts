import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from 'libsql'

/** Runs queries in one transaction: all or nothing. */
export type RunTogether = (queries: readonly CompiledQuery[]) => Promise<void>

/**
 * Runs queries in order and stops at the first that fails. Earlier ones stay done, unless the
 * engine rolls back.
 */
export type RunInTurn = (queries: readonly CompiledQuery[]) => Promise<void>

/**
 * Runs `action` as one transaction, within this turn of the event loop. Throws the errors of
 * `action` and of the connection.
 */
export const inTransaction = (database: Database, action: () => void): void => {
  database.exec('BEGIN IMMEDIATE')
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

/**
 * Runs queries in PostgreSQL one after the other, each in a separate transaction: for a write and
 * the deletions that keep its table small. Processes that delete the same rows at once do not make
 * each other fail.
 */
export const runInTurnIn =
  <DB>(db: Kysely<DB>): RunInTurn =>
  async (queries) => {
    for (const query of queries) await db.executeQuery(query)
  }

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
