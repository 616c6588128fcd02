import type { Kysely } from 'kysely'
import { inPieces } from '../../../runtime/turns/read-in-pieces.js'
import type { DayRange } from '../../credits/day.js'
import type { CallDurationRow, CallDurationStore } from '../../credits/usage/call-durations.js'
import type { PrepareCounts } from '../call-counts/counts.js'
import { dropOldest, type Statements } from '../call-counts/drop-oldest.js'
import { DURATION_COLUMNS, type Tables } from '../tables.js'

/** Rows read in one turn of the event loop. */
const ROWS_AT_ONCE = 500

const PLACE = ['day', 'network', 'method'] as const

type DayDurationRow = Omit<Tables['call_durations'], 'account_id'>

const rowsAfter = (
  db: Kysely<Tables>,
  accountId: string,
  { from, to }: DayRange,
  after: DayDurationRow | undefined,
): Promise<DayDurationRow[]> => {
  let query = db
    .selectFrom('call_durations')
    .select([...PLACE, ...DURATION_COLUMNS])
    .where('account_id', '=', accountId)
    .where('day', '<=', to)
    .limit(ROWS_AT_ONCE)
  for (const column of PLACE) query = query.orderBy(column)
  if (after === undefined) return query.where('day', '>=', from).execute()
  const { day, network, method } = after
  // No second lower bound on the day: SQLite would search by it and step over all rows read before.
  return query.where(({ eb, refTuple, tuple }) => eb(refTuple(...PLACE), '>', tuple(day, network, method))).execute()
}

/**
 * Sums an account's durations over the days. Memory holds a sum for each method and network, and
 * one piece: the contract and the configuration bound them, because only answered calls count.
 */
const readCallDurations = async (db: Kysely<Tables>, accountId: string, days: DayRange): Promise<CallDurationRow[]> => {
  const sums = new Map<string, CallDurationRow & { readonly buckets: number[] }>()
  for await (const rows of inPieces<DayDurationRow>(ROWS_AT_ONCE, (last) => rowsAfter(db, accountId, days, last)))
    for (const { network, method, ...counts } of rows) {
      const name = JSON.stringify([network, method])
      const sum = sums.get(name) ?? { network, method, buckets: DURATION_COLUMNS.map(() => 0) }
      for (const [bucket, column] of DURATION_COLUMNS.entries()) sum.buckets[bucket]! += counts[column]!
      sums.set(name, sum)
    }
  return [...sums.values()]
}

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
