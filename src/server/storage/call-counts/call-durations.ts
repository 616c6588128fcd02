import type { Kysely } from 'kysely'
import type { CallDurationStore } from '../../credits/usage/call-durations.js'
import { readCallDurations } from '../pieces/read-call-durations.js'
import { DURATION_COLUMNS, type Tables } from '../tables.js'
import type { PrepareCounts } from './counts.js'
import { dropOldest, type Statements } from './drop-oldest.js'

export const recordDurationsBy = (prepare: PrepareCounts): CallDurationStore['recordDurations'] => {
  const key = ['account_id', 'day', 'network', 'method']
  const add = prepare({ table: 'call_durations', key, sums: DURATION_COLUMNS })
  return (rows) =>
    add(rows.map(({ accountId, day, network, method, buckets }) => [accountId, day, network, method, ...buckets]))
}

export const callDurationQueries = (
  db: Kysely<Tables>,
  statements: Statements,
): Pick<CallDurationStore, 'callDurations' | 'dropDurations'> => ({
  callDurations: (accountId, days) => readCallDurations(db, accountId, days),
  dropDurations: dropOldest(statements, 'call_durations', ['network', 'method']),
})
