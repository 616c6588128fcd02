import type { Kysely } from 'kysely'
import type { Database } from 'libsql'
import type { CallErrorStore, DayErrors } from '../../credits/usage/call-error-store.js'
import { errorsOverTime, readCallErrors } from '../pieces/read-call-errors.js'
import type { Tables } from '../tables.js'
import { inTransaction } from '../transactions.js'
import { dropOldest, type Statements } from './drop-oldest.js'
import { inLockOrder } from './lock-order.js'

/** Prepares the write of call errors on SQLite's charges connection; see lazyKysely. */
export const prepareRecordErrors = (charges: Database): CallErrorStore['recordErrors'] => {
  const upsert =
    charges.prepare(`INSERT INTO call_errors (account_id, day, key_id, network, method, error, calls, last_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
      last_at = MAX(last_at, excluded.last_at)`)
  return async (rows) => {
    inTransaction(charges, () => {
      for (const row of rows) {
        const { accountId, day, keyId, network, method, error, calls, lastAt } = row
        upsert.run([accountId, day, keyId, network, method, error, calls, lastAt])
      }
    })
  }
}

const rowKey = ({ accountId, day, keyId, network, method, error }: DayErrors): string =>
  `${accountId} ${day} ${keyId} ${network} ${method} ${error}`

/** Writes call errors to PostgreSQL; no two `rows` may have the same key. */
export const recordErrorsIn =
  (db: Kysely<Tables>): CallErrorStore['recordErrors'] =>
  (rows) =>
    inLockOrder(rows, rowKey, (some) => upsertErrors(db, some))

const upsertErrors = async (db: Kysely<Tables>, rows: readonly DayErrors[]): Promise<void> => {
  await db
    .insertInto('call_errors')
    .values(
      rows.map(({ accountId, keyId, lastAt, ...row }) => ({
        ...row,
        account_id: accountId,
        key_id: keyId,
        last_at: lastAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day', 'key_id', 'network', 'method', 'error'])
        .doUpdateSet(({ eb, ref, fn }) => ({
          calls: eb(ref('call_errors.calls'), '+', ref('excluded.calls')),
          last_at: fn<string>('greatest', [ref('call_errors.last_at'), ref('excluded.last_at')]),
        })),
    )
    .execute()
}

export const callErrorQueries = (
  db: Kysely<Tables>,
  statements: Statements,
): Pick<CallErrorStore, 'callErrors' | 'errorsOverTime' | 'dropErrors'> => ({
  callErrors: (accountId, days, limit) => readCallErrors(db, accountId, days, limit),
  errorsOverTime: (accountId, days, by, names) => errorsOverTime(db, accountId, days, by, names),
  dropErrors: dropOldest(statements, 'call_errors', ['key_id', 'network', 'method', 'error']),
})
