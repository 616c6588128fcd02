import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from 'libsql'

/** Runs queries in one transaction: all of them or none. */
export type RunTogether = (queries: readonly CompiledQuery[]) => Promise<void>

/**
 * Runs queries in their order. One that fails ends it; those before it stay done, unless the engine
 * takes all back.
 */
export type RunInTurn = (queries: readonly CompiledQuery[]) => Promise<void>

/**
 * Does all of `action` or nothing, within this turn of the event loop. Errors: those of `action`,
 * and the connection's.
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
 * Runs them on one SQLite connection, within this turn of the event loop: a transaction left open
 * over an `await` would hold the write lock against this process's own charges, whose waiting
 * blocks the loop that should end it.
 */
export const runTogetherOn =
  (database: Database): RunTogether =>
  async (queries) =>
    inTransaction(database, () => {
      for (const { sql, parameters } of queries) database.prepare(sql).run([...parameters])
    })

/**
 * Runs them in PostgreSQL one after the other, each in a transaction of its own: for a write and
 * the deletions that keep its table small. Processes that delete the same rows at the same moment
 * do not make each other fail.
 */
export const runInTurnIn =
  <DB>(db: Kysely<DB>): RunInTurn =>
  async (queries) => {
    for (const query of queries) await db.executeQuery(query)
  }

/**
 * Runs them in one PostgreSQL transaction that sees the store as it was at its beginning, so that
 * what one query reads the next one deletes.
 *
 * Errors  rejects, and nothing is done, when another process changed the same rows meanwhile
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
