import type { Kysely } from 'kysely'
import { operationTurns } from '../../../runtime/turns/process-budgets.js'
import type { DayRange } from '../../credits/day.js'
import type { AccountGroupRow, UsageGrouping, UsageGroupRow, UsageHistory } from '../../credits/usage/usage-store.js'
import { lazySql } from '../lazy-kysely.js'
import type { Tables } from '../tables.js'
import { COUNTED_ROWS, nextAccounts } from './usage-accounts.js'

/** Rows summed in one turn of the event loop; SQLite takes one or two microseconds a row. */
const ROWS_AT_ONCE = 3_000
/** Fewer over time, where a sum has few rows: each sum takes up to ten microseconds to read. */
const TIMED_ROWS_AT_ONCE = 1_000

const GROUP_COLUMNS = {
  network: ['network'],
  method: ['method'],
  key: ['key_id'],
  day: ['day'],
  hour: ['day', 'hour'],
} as const

/**
 * One day of one key. A piece always has all its rows, so a roll-up between pieces changes no sum.
 */
interface KeyDayPlace {
  readonly day: string
  readonly key_id: string
}

interface UsageLine {
  account_id: string
  network: string
  method: string
  key_id: string
  day: string
  hour: number | null
  calls: number
  credits: number
  errors: number
}

/** Rows of one sum: accounts, days, and the piece after `after` up to `upTo`. */
interface Wanted {
  readonly accounts: readonly string[]
  readonly days: DayRange
  readonly after?: KeyDayPlace | undefined
  readonly upTo?: KeyDayPlace | undefined
}

const COLUMNS = ['account_id', 'network', 'method', 'key_id', 'day', 'calls', 'credits', 'errors'] as const

/** Hourly or daily rows; days that were rolled up have no hour. */
const linesOf = (db: Kysely<Tables>, table: 'usage' | 'usage_days', { accounts, days, after, upTo }: Wanted) => {
  const lines = db
    .selectFrom(table)
    .select(COLUMNS)
    .select(table === 'usage' ? lazySql()<number | null>`hour`.as('hour') : lazySql()<number | null>`NULL`.as('hour'))
    .where('account_id', 'in', accounts)
    // One bound at each end: given two, SQLite may search by the wider and step over all rows
    // summed before.
    .where(({ eb, refTuple, tuple }) =>
      after === undefined
        ? eb('day', '>=', days.from)
        : eb(refTuple('day', 'key_id'), '>', tuple(after.day, after.key_id)),
    )
    .where(({ eb, refTuple, tuple }) =>
      upTo === undefined ? eb('day', '<=', days.to) : eb(refTuple('day', 'key_id'), '<=', tuple(upTo.day, upTo.key_id)),
    )
  return lines.$castTo<UsageLine>()
}

interface TimedSumRow extends AccountGroupRow {
  readonly time: string
}

/** Sums by the columns of one grouping, or of two: `over`, which gives `time`, and `by`. */
const sumsOf = async (
  db: Kysely<Tables>,
  wanted: Wanted,
  by: UsageGrouping,
  over?: 'day' | 'hour',
): Promise<TimedSumRow[]> => {
  const columns = ['account_id', ...(over === undefined ? [] : GROUP_COLUMNS[over]), ...GROUP_COLUMNS[by]] as const
  const lines = linesOf(db, 'usage', wanted)
    .unionAll(linesOf(db, 'usage_days', wanted))
    .as('lines')
  const rows = await db
    .selectFrom(lines)
    .select(columns)
    .select(({ fn }) => [
      fn.sum<number>('calls').as('calls'),
      fn.sum<number>('credits').as('credits'),
      fn.sum<number>('errors').as('errors'),
    ])
    .groupBy(columns)
    .execute()
  return rows.map(({ account_id, calls, credits, errors, ...row }) => ({
    accountId: account_id,
    time: over === undefined ? '' : timeOf(row),
    name: over === undefined && row.day !== undefined ? timeOf(row) : (row.network ?? row.method ?? row.key_id ?? ''),
    ...{ calls, credits, errors },
  }))
}

const timeOf = ({ day = '', hour }: Partial<UsageLine>): string =>
  hour == null ? day : `${day}T${String(hour).padStart(2, '0')}`

/** Finds the last key and day of an account's next piece; undefined if the rest is one piece. */
const endOfPiece = async (
  db: Kysely<Tables>,
  accountId: string,
  days: DayRange,
  after: KeyDayPlace | undefined,
  rowsAtOnce: number,
): Promise<KeyDayPlace | undefined> => {
  const endIn = (table: 'usage' | 'usage_days') =>
    db
      .selectFrom(linesOf(db, table, { accounts: [accountId], days, after }).as(`of_${table}`))
      .select(['day', 'key_id'])
      .orderBy('day')
      .orderBy('key_id')
      .limit(1)
      .offset(rowsAtOnce - 1)
  const ends = db.selectFrom(endIn('usage').as('hours')).selectAll()
  const both = ends.unionAll(db.selectFrom(endIn('usage_days').as('of_days')).selectAll())
  return both.orderBy('day').orderBy('key_id').limit(1).executeTakeFirst()
}

const add = (sums: Map<string, TimedSumRow>, rows: readonly TimedSumRow[]): void => {
  for (const row of rows) {
    const place = `${row.time} ${row.name}`
    const before = sums.get(place)
    if (before === undefined) sums.set(place, row)
    else {
      const { calls, credits, errors } = before
      sums.set(place, {
        ...row,
        calls: calls + row.calls,
        credits: credits + row.credits,
        errors: errors + row.errors,
      })
    }
  }
}

/** Groups over time: those of `names` have their own rows, the others one together. */
interface OverTime {
  readonly over: 'day' | 'hour'
  readonly names: ReadonlySet<string>
}

const sumsOfOne = async (
  db: Kysely<Tables>,
  accountId: string,
  days: DayRange,
  by: UsageGrouping,
  { over, names }: Partial<OverTime> = {},
): Promise<TimedSumRow[]> => {
  const sums = new Map<string, TimedSumRow>()
  const rowsAtOnce = over === undefined ? ROWS_AT_ONCE : TIMED_ROWS_AT_ONCE
  let after: KeyDayPlace | undefined
  for (;;) {
    const upTo = await endOfPiece(db, accountId, days, after, rowsAtOnce)
    const rows = await sumsOf(db, { accounts: [accountId], days, after, upTo }, by, over)
    add(sums, names === undefined ? rows : rows.map((row) => (names.has(row.name) ? row : { ...row, name: '' })))
    if (upTo === undefined) return [...sums.values()]
    after = upTo
    await operationTurns.next()
  }
}

/** Sums the usage of several accounts, in their order. Accounts with few rows share one piece. */
export const sumsOfSome = async (
  db: Kysely<Tables>,
  accounts: readonly { readonly id: string; readonly rows: number }[],
  days: DayRange,
  by: UsageGrouping,
): Promise<TimedSumRow[]> => {
  const maxRows = Math.min(COUNTED_ROWS - 1, ROWS_AT_ONCE / accounts.length)
  const few = accounts.filter(({ rows }) => rows <= maxRows).map(({ id }) => id)
  const together = few.length === 0 ? [] : await sumsOf(db, { accounts: few, days }, by)
  const found = new Map(few.map((id): [string, TimedSumRow[]] => [id, []]))
  for (const row of together) found.get(row.accountId)!.push(row)
  for (const { id } of accounts) {
    if (found.has(id)) continue
    await operationTurns.next()
    found.set(id, await sumsOfOne(db, id, days, by))
  }
  return accounts.flatMap(({ id }) => found.get(id)!)
}

/** Sums of usage, on either engine, one piece in each turn of the event loop. */
export const usageSums = (db: Kysely<Tables>): Pick<UsageHistory, 'usageBy' | 'usageOverTime' | 'usageOfAccounts'> => ({
  usageBy: async (accountId, days, by) =>
    (await sumsOfOne(db, accountId, days, by)).map(({ accountId: _, time: __, ...row }): UsageGroupRow => row),
  usageOverTime: async (accountId, days, by, over, names) =>
    (await sumsOfOne(db, accountId, days, by, { over, names })).map(({ accountId: _, ...row }) => row),
  usageOfAccounts: async ({ after = '', limit, rows: maxRows }, days, by) => {
    const rows: AccountGroupRow[] = []
    let left = limit
    let last = after
    for (;;) {
      const some = await nextAccounts(db, last, days, left)
      if (some.last === undefined) return { rows }
      last = some.last
      const sums = await sumsOfSome(db, some.used, days, by)
      for (const { time: _, ...row } of sums) rows.push(row)
      left -= some.used.length
      if (left === 0 || rows.length >= maxRows) return { rows, next: last }
      await operationTurns.next()
    }
  },
})
