import type { Kysely } from 'kysely'
import type { CallErrorStore } from '../../credits/usage/call-errors.js'
import { errorsOverTime, readCallErrors } from '../pieces/read-call-errors.js'
import type { Tables } from '../tables.js'
import type { PrepareCounts } from './counts.js'
import { dropOldest, type Statements } from './drop-oldest.js'

export const recordErrorsBy = (prepare: PrepareCounts): CallErrorStore['recordErrors'] => {
  const add = prepare({
    table: 'call_errors',
    key: ['account_id', 'day', 'key_id', 'network', 'method', 'error'],
    sums: ['calls'],
    latest: 'last_at',
  })
  return (rows) =>
    add(
      rows.map((row) => [row.accountId, row.day, row.keyId, row.network, row.method, row.error, row.calls, row.lastAt]),
    )
}

export const callErrorQueries = (
  db: Kysely<Tables>,
  statements: Statements,
): Pick<CallErrorStore, 'callErrors' | 'errorsOverTime' | 'dropErrors'> => ({
  callErrors: (accountId, days, limit) => readCallErrors(db, accountId, days, limit),
  errorsOverTime: (accountId, days, by, names) => errorsOverTime(db, accountId, days, by, names),
  dropErrors: dropOldest(statements, 'call_errors', ['key_id', 'network', 'method', 'error']),
})
