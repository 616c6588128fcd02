import type { Kysely } from 'kysely'
import type { UsageGrouping, UsageGroupRow, UsageHistory } from '../credits/usage/usage-store.js'
import type { Tables } from './tables.js'
import type { RunTogether } from './together.js'

/** What is rolled up or dropped in one step: a key's day, so a step is small however busy an account is. */
interface KeyDay {
  readonly account_id: string
  readonly day: string
  readonly key_id: string
}

const AMOUNTS = ['calls', 'credits', 'errors', 'forwarded', 'cached'] as const
const DAY_COLUMNS = ['account_id', 'day', 'key_id', 'network', 'method'] as const

const GROUP_COLUMNS = {
  network: ['network'],
  method: ['method'],
  key: ['key_id'],
  day: ['day'],
  hour: ['day', 'hour'],
} as const

/** UTC days, the first and the last included. */
interface DayRange {
  readonly from: string
  readonly to: string
}

/** Usage by the hour and by the day, as one table; days that were rolled up have no hour. `accounts` is one, or the first and the last of several. */
const allUsage = (db: Kysely<Tables>, accounts: readonly [string, string], { from, to }: DayRange) => {
  const columns = ['account_id', 'network', 'method', 'key_id', 'day', 'calls', 'credits', 'errors'] as const
  const [first, last] = accounts
  const hours = db
    .selectFrom('usage')
    .select(columns)
    .select('hour')
    // Of one account the days are found by the index, too.
    .where((of) => (first === last ? of('account_id', '=', first) : of.between('account_id', first, last)))
  const days = db
    .selectFrom('usage_days')
    .select(columns)
    .select(({ lit }) => lit(null).as('hour'))
    .where((of) => (first === last ? of('account_id', '=', first) : of.between('account_id', first, last)))
  return hours
    .$castTo<UsageLine>()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .unionAll(days.$castTo<UsageLine>().where('day', '>=', from).where('day', '<=', to))
    .as('lines')
}

/** The next accounts with usage, in order. Each half stops at the limit: a page costs the same however many accounts there are. */
const accountsAfter = async (db: Kysely<Tables>, after: string, limit: number, { from, to }: DayRange) => {
  const some = (table: 'usage' | 'usage_days') =>
    db
      .selectFrom(
        db
          .selectFrom(table)
          .select('account_id')
          .distinct()
          .where('account_id', '>', after)
          .where('day', '>=', from)
          .where('day', '<=', to)
          .orderBy('account_id')
          .limit(limit)
          .as(`of_${table}`),
      )
      .select('account_id')
  const found = await some('usage').union(some('usage_days')).orderBy('account_id').limit(limit).execute()
  return found.map(({ account_id }) => account_id)
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

const nameOf = (row: Partial<UsageLine>): string => {
  if (row.day === undefined) return row.network ?? row.method ?? row.key_id ?? ''
  return row.hour == null ? row.day : `${row.day}T${String(row.hour).padStart(2, '0')}`
}

const oldestOf = (db: Kysely<Tables>, table: 'usage' | 'usage_days', beforeDay: string, limit: number) =>
  db
    .selectFrom(table)
    .select(['day', 'account_id', 'key_id'])
    .distinct()
    .where('day', '<', beforeDay)
    .orderBy('day')
    .orderBy('account_id')
    .orderBy('key_id')
    .limit(limit)
    .execute()

const deleteOf = (db: Kysely<Tables>, table: 'usage' | 'usage_days', { account_id, day, key_id }: KeyDay) =>
  db
    .deleteFrom(table)
    .where('account_id', '=', account_id)
    .where('day', '=', day)
    .where('key_id', '=', key_id)
    .compile()

/** Adds a key's hours of a day to its row of the day. */
const sumOf = (db: Kysely<Tables>, { account_id, day, key_id }: KeyDay) =>
  db
    .insertInto('usage_days')
    .columns([...DAY_COLUMNS, ...AMOUNTS])
    .expression(
      db
        .selectFrom('usage')
        .select(DAY_COLUMNS)
        .select(({ fn }) => AMOUNTS.map((amount) => fn.sum<number>(amount).as(amount)))
        .where('account_id', '=', account_id)
        .where('day', '=', day)
        .where('key_id', '=', key_id)
        .groupBy(DAY_COLUMNS),
    )
    .onConflict((conflict) =>
      conflict.columns([...DAY_COLUMNS]).doUpdateSet(({ eb, ref }) => ({
        calls: eb(ref('usage_days.calls'), '+', ref('excluded.calls')),
        credits: eb(ref('usage_days.credits'), '+', ref('excluded.credits')),
        errors: eb(ref('usage_days.errors'), '+', ref('excluded.errors')),
        forwarded: eb(ref('usage_days.forwarded'), '+', ref('excluded.forwarded')),
        cached: eb(ref('usage_days.cached'), '+', ref('excluded.cached')),
      })),
    )
    .compile()

const sumsOf = (db: Kysely<Tables>, accounts: readonly [string, string], days: DayRange, by: UsageGrouping) => {
  const columns = ['account_id', ...GROUP_COLUMNS[by]] as const
  return db
    .selectFrom(allUsage(db, accounts, days))
    .select(columns)
    .select(({ fn }) => [
      fn.sum<number>('calls').as('calls'),
      fn.sum<number>('credits').as('credits'),
      fn.sum<number>('errors').as('errors'),
    ])
    .groupBy(columns)
}

const toGroup = (row: Partial<UsageLine> & Pick<UsageLine, 'calls' | 'credits' | 'errors'>): UsageGroupRow => {
  const { calls, credits, errors } = row
  return { name: nameOf(row), calls, credits, errors }
}

/** Usage of any age, and what shortens it. `run` must keep others' charges to the same rows out of its transaction. */
export const createUsageHistory = (db: Kysely<Tables>, run: RunTogether): UsageHistory => ({
  usageBy: async (accountId, days, by) => (await sumsOf(db, [accountId, accountId], days, by).execute()).map(toGroup),
  usageOfAccounts: async (after, limit, days, by) => {
    const accounts = await accountsAfter(db, after ?? '', limit, days)
    if (accounts.length === 0) return []
    const rows = await sumsOf(db, [accounts[0]!, accounts.at(-1)!], days, by)
      .orderBy('account_id')
      .execute()
    return rows.map((row) => ({ accountId: row.account_id, ...toGroup(row) }))
  },
  rollUp: async (beforeDay, limit) => {
    const keyDays = await oldestOf(db, 'usage', beforeDay, limit)
    if (keyDays.length > 0) await run(keyDays.flatMap((one) => [sumOf(db, one), deleteOf(db, 'usage', one)]))
    return keyDays.length
  },
  dropDays: async (beforeDay, limit) => {
    const keyDays = await oldestOf(db, 'usage_days', beforeDay, limit)
    if (keyDays.length > 0) await run(keyDays.map((one) => deleteOf(db, 'usage_days', one)))
    return keyDays.length
  },
  dropForwarded: async (before, limit) => {
    const old = db.selectFrom('forwarded').select('id').where('at', '<', before).orderBy('at').limit(limit)
    const ids = (await old.execute()).map(({ id }) => id)
    if (ids.length > 0) await run([db.deleteFrom('forwarded').where('id', 'in', ids).compile()])
    return ids.length
  },
})
