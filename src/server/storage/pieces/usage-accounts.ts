import type { Kysely } from 'kysely'
import type { DayRange } from '../../credits/day.js'
import { lazySql } from '../lazy-kysely.js'
import type { Tables } from '../tables.js'

/** Accounts read in one turn of the event loop. */
const ACCOUNTS_AT_ONCE = 25
/** Limit for counting the rows of an account; one that reaches it counts as having many. */
export const COUNTED_ROWS = 500

/** The next accounts with any usage. Each is one index search, however many rows accounts have. */
const idsAfter = (table: 'usage' | 'usage_days', after: string, limit: number) => {
  const rows = lazySql().table(table)
  return lazySql()`
    SELECT id FROM (
      WITH RECURSIVE found(id) AS (
        SELECT min(account_id) FROM ${rows} WHERE account_id > ${after}
        UNION ALL
        SELECT (SELECT min(account_id) FROM ${rows} WHERE account_id > found.id) FROM found WHERE found.id IS NOT NULL
      )
      SELECT id FROM found WHERE id IS NOT NULL LIMIT ${lazySql().lit(limit)}
    ) AS ${lazySql().id(`of_${table}`)}`
}

const rowsThen = (table: 'usage' | 'usage_days', { from, to }: DayRange) => lazySql()`(
  SELECT count(*) FROM (
    SELECT 1 FROM ${lazySql().table(table)} AS used
    WHERE used.account_id = ids.id AND used.day >= ${from} AND used.day <= ${to} LIMIT ${lazySql().lit(COUNTED_ROWS)}
  ) AS counted
)`

/**
 * Reads the next accounts, in order.
 *
 * `used`  those with usage on the days, at most `limit`; `rows` counts up to COUNTED_ROWS a table
 * `last`  the last account read, with or without usage on the days; undefined at the end
 */
export const nextAccounts = async (
  db: Kysely<Tables>,
  after: string,
  days: DayRange,
  limit: number,
): Promise<{ used: { id: string; rows: number }[]; last: string | undefined }> => {
  const count = Math.min(ACCOUNTS_AT_ONCE, limit)
  const { rows } = await lazySql()<{ id: string; rows: number }>`
    SELECT ids.id AS id, ${rowsThen('usage', days)} + ${rowsThen('usage_days', days)} AS rows
    FROM (${idsAfter('usage', after, count)} UNION ${idsAfter('usage_days', after, count)}
      ORDER BY id LIMIT ${lazySql().lit(count)}) AS ids
    ORDER BY ids.id`.execute(db)
  return { used: rows.filter((row) => row.rows > 0), last: rows.at(-1)?.id }
}
