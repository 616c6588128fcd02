import type { Kysely } from 'kysely'
import { inPieces } from '../../../runtime/turns/read-in-pieces.js'
import type { DayRange } from '../../credits/day.js'
import type { CallErrorRow, CallErrorStore, CallGrouping, ErrorsOverTimeRow } from '../../credits/usage/call-errors.js'
import type { PrepareCounts } from '../call-counts/counts.js'
import { dropOldest, type Statements } from '../call-counts/drop-oldest.js'
import type { Tables } from '../tables.js'

/** Rows read in one turn of the event loop. */
const ROWS_AT_ONCE = 1_000

const PLACE = ['day', 'key_id', 'network', 'method', 'error'] as const

type DayErrorRow = Record<(typeof PLACE)[number] | 'last_at', string> & { readonly calls: number }

const rowsBefore = (
  db: Kysely<Tables>,
  accountId: string,
  { from, to }: DayRange,
  before: DayErrorRow | undefined,
): Promise<DayErrorRow[]> => {
  let query = db
    .selectFrom('call_errors')
    .select([...PLACE, 'calls', 'last_at'])
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .limit(ROWS_AT_ONCE)
  for (const column of PLACE) query = query.orderBy(column, 'desc')
  if (before === undefined) return query.where('day', '<=', to).execute()
  const { day, key_id, network, method, error } = before
  // No second upper bound on the day: SQLite would search by it and step over all rows read before.
  return query
    .where(({ eb, refTuple, tuple }) => eb(refTuple(...PLACE), '<', tuple(day, key_id, network, method, error)))
    .execute()
}

/** All of an account's error rows of some days, the newest day first. */
const errorPieces = (db: Kysely<Tables>, accountId: string, days: DayRange) =>
  inPieces<DayErrorRow>(ROWS_AT_ONCE, (last) => rowsBefore(db, accountId, days, last))

const byLast = (one: CallErrorRow, other: CallErrorRow): number => (one.lastAt < other.lastAt ? 1 : -1)

/**
 * Reads the most recent errors, with their sums over the days.
 *
 * It reads the newest day first. Once `limit` errors are known, an error new on an older day
 * happened before all of them. So memory holds `limit` errors and one piece.
 */
const readCallErrors = async (
  db: Kysely<Tables>,
  accountId: string,
  days: DayRange,
  limit: number,
): Promise<CallErrorRow[]> => {
  let kept = new Map<string, CallErrorRow>()
  const newest = () => [...kept].sort(([, one], [, other]) => byLast(one, other)).slice(0, limit)
  let before: DayErrorRow | undefined
  let isFull = false
  for await (const rows of errorPieces(db, accountId, days)) {
    for (const row of rows) {
      if (before !== undefined && row.day < before.day) isFull = kept.size >= limit
      before = row
      const name = JSON.stringify([row.key_id, row.network, row.method, row.error])
      const known = kept.get(name)
      if (known !== undefined) kept.set(name, { ...known, calls: known.calls + row.calls })
      else if (!isFull) kept.set(name, toError(row))
    }
    if (kept.size > limit) kept = new Map(newest())
  }
  return newest().map(([, row]) => row)
}

const toError = ({ key_id, network, method, error, calls, last_at }: DayErrorRow): CallErrorRow => ({
  keyId: key_id,
  network,
  method,
  error,
  calls,
  lastAt: last_at,
})

const GROUP_COLUMNS = { network: 'network', method: 'method', key: 'key_id' } as const

/** Sums errors by day and group; groups without a name in `names` are one, with an empty name. */
const errorsOverTime = async (
  db: Kysely<Tables>,
  accountId: string,
  days: DayRange,
  by: CallGrouping,
  names: ReadonlySet<string>,
): Promise<ErrorsOverTimeRow[]> => {
  const sums = new Map<string, ErrorsOverTimeRow>()
  for await (const rows of errorPieces(db, accountId, days))
    for (const row of rows) {
      const group = row[GROUP_COLUMNS[by]]
      const name = names.has(group) ? group : ''
      const place = `${row.day} ${name}`
      sums.set(place, { time: row.day, name, calls: (sums.get(place)?.calls ?? 0) + row.calls })
    }
  return [...sums.values()]
}

/** Number of an account's calls on a day that came to an error. */
export const errorsOfDay = async (db: Kysely<Tables>, accountId: string, day: string): Promise<number> => {
  const [sum] = await errorsOverTime(db, accountId, { from: day, to: day }, 'network', new Set())
  return sum?.calls ?? 0
}

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
