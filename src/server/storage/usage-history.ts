import type { CompiledQuery, Kysely } from 'kysely'
import type { UsageHistory } from '../credits/usage/usage-store.js'
import type { Statements } from './call-counts/drop-oldest.js'
import { accountActivity } from './pieces/account-activity.js'
import { usageSums } from './pieces/usage-sums.js'
import type { Tables } from './tables.js'
import type { RunTogether } from './transactions.js'

/**
 * One key's day: the unit of roll-ups and deletions, which keeps steps small for busy accounts too.
 */
export interface KeyDay {
  readonly account_id: string
  readonly day: string
  readonly key_id: string
}

const AMOUNTS = ['calls', 'credits', 'errors', 'forwarded', 'cached'] as const
const DAY_COLUMNS = ['account_id', 'day', 'key_id', 'network', 'method'] as const

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

const LAST_DAY = `SELECT max(day) AS day FROM (${['usage', 'usage_days', 'call_errors']
  .map((table) => `SELECT max(day) AS day FROM ${table} WHERE day < $1`)
  .join(' UNION ALL ')}) AS days`

/** Adds the hours of a key's day to its daily row. */
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

/**
 * Usage of any age, and the methods that shorten it. `run` must exclude concurrent charges to the
 * same rows. `dropBalances` are the deletions that go with those of a key's day.
 */
export const createUsageHistory = (
  db: Kysely<Tables>,
  run: RunTogether,
  { read }: Pick<Statements, 'read'>,
  dropBalances: (keyDay: KeyDay) => readonly CompiledQuery[] = () => [],
): UsageHistory => ({
  ...usageSums(db),
  activity: (accountIds, day) => accountActivity(db, accountIds, day),
  lastDayBefore: async (day) => (await read(LAST_DAY, [day]))[0]?.day ?? undefined,
  rollUp: async (beforeDay, limit) => {
    const keyDays = await oldestOf(db, 'usage', beforeDay, limit)
    if (keyDays.length > 0) await run(keyDays.flatMap((one) => [sumOf(db, one), deleteOf(db, 'usage', one)]))
    return keyDays.length
  },
  dropDays: async (beforeDay, limit) => {
    const keyDays = await oldestOf(db, 'usage_days', beforeDay, limit)
    if (keyDays.length > 0) await run(keyDays.flatMap((one) => [deleteOf(db, 'usage_days', one), ...dropBalances(one)]))
    return keyDays.length
  },
  dropForwarded: async (before, limit) => {
    const old = db.selectFrom('forwarded').select('id').where('at', '<', before).orderBy('at').limit(limit)
    const ids = (await old.execute()).map(({ id }) => id)
    if (ids.length > 0) await run([db.deleteFrom('forwarded').where('id', 'in', ids).compile()])
    return ids.length
  },
})
