import type { Kysely } from 'kysely'
import type { Database } from 'libsql'
import type { CallDurationStore, DayDurations } from '../../credits/usage/call-duration-store.js'
import { readCallDurations } from '../pieces/read-call-durations.js'
import { DURATION_COLUMNS, type Tables } from '../tables.js'
import { inTransaction } from '../transactions.js'
import { dropOldest, type Statements } from './drop-oldest.js'
import { inLockOrder } from './lock-order.js'

/** Prepares the write of durations on SQLite's charges connection; see lazyKysely. */
export const prepareRecordDurations = (charges: Database): CallDurationStore['recordDurations'] => {
  const upsert = charges.prepare(`INSERT INTO call_durations (account_id, day, network, method, ${DURATION_COLUMNS})
    VALUES (?, ?, ?, ?, ${DURATION_COLUMNS.map(() => '?')}) ON CONFLICT DO UPDATE SET
      ${DURATION_COLUMNS.map((column) => `${column} = ${column} + excluded.${column}`)}`)
  return async (rows) => {
    inTransaction(charges, () => {
      for (const { accountId, day, network, method, buckets } of rows)
        upsert.run([accountId, day, network, method, ...buckets])
    })
  }
}

const rowKey = ({ accountId, day, network, method }: DayDurations): string => `${accountId} ${day} ${network} ${method}`

/** Writes durations to PostgreSQL; no two `rows` may have the same key. */
export const recordDurationsIn =
  (db: Kysely<Tables>): CallDurationStore['recordDurations'] =>
  (rows) =>
    inLockOrder(rows, rowKey, (some) => upsertDurations(db, some))

const upsertDurations = async (db: Kysely<Tables>, rows: readonly DayDurations[]): Promise<void> => {
  await db
    .insertInto('call_durations')
    .values(
      rows.map(({ accountId, buckets, ...row }) => ({
        ...row,
        account_id: accountId,
        ...Object.fromEntries(DURATION_COLUMNS.map((column, bucket) => [column, buckets[bucket]!])),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day', 'network', 'method'])
        .doUpdateSet(({ eb, ref }) =>
          Object.fromEntries(
            DURATION_COLUMNS.map((column) => [
              column,
              eb(ref(`call_durations.${column}`), '+', ref(`excluded.${column}`)),
            ]),
          ),
        ),
    )
    .execute()
}

export const callDurationQueries = (
  db: Kysely<Tables>,
  statements: Statements,
): Pick<CallDurationStore, 'callDurations' | 'dropDurations'> => ({
  callDurations: (accountId, days) => readCallDurations(db, accountId, days),
  dropDurations: dropOldest(statements, 'call_durations', ['network', 'method']),
})
