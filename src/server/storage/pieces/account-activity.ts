import type { Kysely } from 'kysely'
import { operationTurns } from '../../../runtime/turns/process-budgets.js'
import type { AccountActivity, UsageGroupRow } from '../../credits/usage/usage-store.js'
import { lazySql } from '../lazy-kysely.js'
import type { Tables } from '../tables.js'
import { errorsOfDay } from './call-errors.js'
import { COUNTED_ROWS } from './usage-accounts.js'
import { sumsOfSome } from './usage-sums.js'

/** Accounts read in one turn of the event loop. */
const ACCOUNTS_AT_ONCE = 25
/** Keys of one account read in one turn. */
const KEYS_AT_ONCE = 500

interface RowCounts {
  readonly id: string
  readonly used: number
  readonly failed: number
  readonly keys: number
}

/** Counts each account's rows, up to COUNTED_ROWS: accounts with more are read in own pieces. */
const countRows = async (db: Kysely<Tables>, ids: readonly string[], day: string): Promise<RowCounts[]> => {
  const counted = (table: 'usage' | 'call_errors' | 'keys') => {
    const ofDay = table === 'keys' ? lazySql()`` : lazySql()` AND counted.day = ${day}`
    return lazySql()`(SELECT count(*) FROM (SELECT 1 FROM ${lazySql().table(table)} AS counted
      WHERE counted.account_id = accounts.id${ofDay} LIMIT ${lazySql().lit(COUNTED_ROWS)}) AS found)`
  }
  const { rows } = await lazySql()<RowCounts>`
    SELECT accounts.id AS id, ${counted('usage')} AS used, ${counted('call_errors')} AS failed,
      ${counted('keys')} AS keys
    FROM accounts WHERE accounts.id IN (${lazySql().join(ids)})`.execute(db)
  return rows
}

/** Reads a number for each account: those with few rows together, the others alone. */
const readEach = async <T>(
  counts: readonly RowCounts[],
  what: 'failed' | 'keys',
  together: (ids: readonly string[]) => Promise<readonly { readonly id: string; readonly value: T }[]>,
  alone: (id: string) => Promise<T>,
): Promise<Map<string, T>> => {
  const few = counts.filter((row) => row[what] > 0 && row[what] < COUNTED_ROWS).map(({ id }) => id)
  const rows = few.length === 0 ? [] : await together(few)
  const found = new Map(rows.map(({ id, value }) => [id, value]))
  for (const row of counts) {
    if (row[what] < COUNTED_ROWS) continue
    await operationTurns.next()
    found.set(row.id, await alone(row.id))
  }
  return found
}

const failedOf = (db: Kysely<Tables>, counts: readonly RowCounts[], day: string): Promise<Map<string, number>> =>
  readEach(
    counts,
    'failed',
    (ids) =>
      db
        .selectFrom('call_errors')
        .select(({ fn }) => ['account_id as id', fn.sum<number>('calls').as('value')])
        .where('account_id', 'in', ids)
        .where('day', '=', day)
        .groupBy('account_id')
        .execute(),
    (id) => errorsOfDay(db, id, day),
  )

/** When one of an account's many keys was last used. */
const lastUseOf = async (db: Kysely<Tables>, accountId: string): Promise<string> => {
  let last = ''
  let after: { created_at: string; id: string } | undefined
  for (;;) {
    const keys = db
      .selectFrom('keys')
      .leftJoin('key_uses', 'key_uses.key_id', 'keys.id')
      .select(['keys.created_at', 'keys.id', 'key_uses.last_used_at as used'])
      .where('keys.account_id', '=', accountId)
      .where(({ eb, refTuple, tuple }) =>
        after === undefined
          ? eb('keys.created_at', '>=', '')
          : eb(refTuple('keys.created_at', 'keys.id'), '>', tuple(after.created_at, after.id)),
      )
    const rows = await keys.orderBy('keys.created_at').orderBy('keys.id').limit(KEYS_AT_ONCE).execute()
    for (const { used } of rows) if (used !== null && used > last) last = used
    if (rows.length < KEYS_AT_ONCE) return last
    after = rows.at(-1)
    await operationTurns.next()
  }
}

const lastUsesOf = (db: Kysely<Tables>, counts: readonly RowCounts[]): Promise<Map<string, string>> =>
  readEach(
    counts,
    'keys',
    (ids) =>
      db
        .selectFrom('keys')
        .innerJoin('key_uses', 'key_uses.key_id', 'keys.id')
        .select(({ fn }) => ['keys.account_id as id', fn.max<string>('key_uses.last_used_at').as('value')])
        .where('keys.account_id', 'in', ids)
        .groupBy('keys.account_id')
        .execute(),
    (id) => lastUseOf(db, id),
  )

const activityOfSome = async (
  db: Kysely<Tables>,
  ids: readonly string[],
  day: string,
): Promise<Map<string, AccountActivity>> => {
  const counts = await countRows(db, ids, day)
  const withUsage = counts.filter(({ used }) => used > 0).map(({ id, used }) => ({ id, rows: used }))
  const sums = withUsage.length === 0 ? [] : await sumsOfSome(db, withUsage, { from: day, to: day }, 'method')
  const used = new Map<string, UsageGroupRow[]>(ids.map((id) => [id, []]))
  for (const { accountId, time: _, ...row } of sums) used.get(accountId)!.push(row)
  await operationTurns.next()
  const failed = await failedOf(db, counts, day)
  await operationTurns.next()
  const lastUses = await lastUsesOf(db, counts)
  return new Map(
    ids.map((accountId) => [
      accountId,
      {
        ...{ accountId, used: used.get(accountId)!, failed: failed.get(accountId) ?? 0 },
        lastUsedAt: lastUses.get(accountId) || undefined,
      },
    ]),
  )
}

/** Reads the calls of accounts on a day, in pieces, on either engine. */
export const accountActivity = async (
  db: Kysely<Tables>,
  accountIds: readonly string[],
  day: string,
): Promise<AccountActivity[]> => {
  const found: AccountActivity[] = []
  for (let at = 0; at < accountIds.length; at += ACCOUNTS_AT_ONCE) {
    const some = await activityOfSome(db, accountIds.slice(at, at + ACCOUNTS_AT_ONCE), day)
    found.push(...some.values())
    await operationTurns.next()
  }
  return found
}
