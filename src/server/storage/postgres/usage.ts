import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { isDecrease } from '../../credits/open-hold.js'
import type { ChargeRow, FailoverRow, OnLostRefund, UsageStore } from '../../credits/usage/usage-store.js'
import { addRows, type CountRow, type PrepareCounts } from '../call-counts/counts.js'
import type { Statements } from '../call-counts/drop-oldest.js'
import { keyUsesQuery, recordKeyUsesBy } from '../key-uses.js'
import { callDurationQueries, recordDurationsBy } from '../pieces/call-durations.js'
import { callErrorQueries, recordErrorsBy } from '../pieces/call-errors.js'
import { forwardedQuery } from '../pieces/forwarded-calls.js'
import type { Tables } from '../tables.js'
import { runTogetherIn } from '../transactions.js'
import { USAGE, usageValues } from '../usage.js'
import { createUsageHistory } from '../usage-history.js'
import { dropBalancesIn } from './balances.js'
import { GroupedQueries } from './grouped-queries.js'

/** At most 23 variables a row, of the 65,535 that the protocol allows in a statement. */
const ROWS_AT_ONCE = 1_000

/**
 * Adds rows to the usage within a transaction. They must differ in hour, key, network or method.
 * Returns the refunds whose usage is not there.
 */
export const writeUsage = async (trx: Transaction<Tables>, rows: readonly ChargeRow[]): Promise<ChargeRow[]> => {
  const increases = rows.filter((row) => !isDecrease(row)).map(usageValues)
  for (let at = 0; at < increases.length; at += ROWS_AT_ONCE) {
    const some = increases.slice(at, at + ROWS_AT_ONCE)
    await trx.executeQuery(CompiledQuery.raw(addRows(USAGE, some.length), some.flat()))
  }
  const lost: ChargeRow[] = []
  for (const row of rows.filter(isDecrease)) if (!(await takeBack(trx, row))) lost.push(row)
  return lost
}

/**
 * A refund's negative amounts would fail CHECK in an insert, so a refund only updates, and only
 * where there is enough: the hour, or its day once hours were rolled up. Returns false if there is
 * not.
 */
const takeBack = async (trx: Transaction<Tables>, row: ChargeRow): Promise<boolean> => {
  for (const table of ['usage', 'usage_days'] as const) {
    const { numAffectedRows } = await sql`UPDATE ${sql.table(table)} SET calls = calls + ${row.calls},
        credits = credits + ${row.credits}, errors = errors + ${row.errors},
        forwarded = forwarded + ${row.forwarded}, cached = cached + ${row.cached}
      WHERE account_id = ${row.accountId} AND day = ${row.day} AND key_id = ${row.keyId}
        AND network = ${row.network} AND method = ${row.method}
        ${table === 'usage' ? sql`AND hour = ${row.hour}` : sql``}
        AND calls >= ${-row.calls} AND credits >= ${-row.credits} AND errors >= ${-row.errors}
        AND forwarded >= ${-row.forwarded} AND cached >= ${-row.cached}`.execute(trx)
    if (numAffectedRows !== 0n) return true
  }
  return false
}

const INSERTS = { maxRunning: 1, maxTogether: 100 }

const forwardedColumns = ({ accountId, keyId, durationMs, ...row }: FailoverRow) => ({
  ...row,
  account_id: accountId,
  key_id: keyId,
  duration_ms: durationMs,
})

/** Records calls that failed over. */
const recordForwardedIn = (db: Kysely<Tables>): UsageStore['recordForwarded'] => {
  const inserts = new GroupedQueries(INSERTS, async (rows: readonly FailoverRow[]): Promise<readonly undefined[]> => {
    await db.insertInto('forwarded').values(rows.map(forwardedColumns)).execute()
    return rows.map(() => undefined)
  })
  return (row) => inserts.run(row)
}

/**
 * Counts in PostgreSQL. All processes lock rows in the same order, because PostgreSQL ends one of
 * two that wait for each other.
 */
const countsIn =
  (db: Kysely<Tables>): PrepareCounts =>
  (table) => {
    const keyOf = (row: CountRow) => row.slice(0, table.key.length).join(' ')
    return async (rows) => {
      const sorted = [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      for (let at = 0; at < sorted.length; at += ROWS_AT_ONCE) {
        const some = sorted.slice(at, at + ROWS_AT_ONCE)
        await db.executeQuery(CompiledQuery.raw(addRows(table, some.length), some.flat()))
      }
    }
  }

/**
 * Usage and forwarded calls in PostgreSQL. Several processes charge through leases, not `write`.
 * Operations and roll-ups use `readDb`, because some of their statements take long.
 */
export const createPostgresUsageStore = (
  db: Kysely<Tables>,
  readDb: Kysely<Tables>,
  onLostRefund: OnLostRefund,
): UsageStore => {
  const run: Statements['read'] = async (text, values) =>
    (await readDb.executeQuery<Record<string, string>>(CompiledQuery.raw(text, [...values]))).rows
  const statements = { read: run, write: run }
  const counts = countsIn(db)
  return {
    ...createUsageHistory(readDb, runTogetherIn(readDb), statements, dropBalancesIn(readDb)),
    ...callErrorQueries(readDb, statements),
    ...callDurationQueries(readDb, statements),
    write: async (charges) => {
      const lost = await db.transaction().execute((trx) => writeUsage(trx, charges))
      lost.forEach(onLostRefund)
    },
    readDay: readDayIn(db),
    recordForwarded: recordForwardedIn(db),
    forwarded: forwardedQuery(readDb),
    recordKeyUses: recordKeyUsesBy(counts),
    keyUses: keyUsesQuery(db),
    recordErrors: recordErrorsBy(counts),
    recordDurations: recordDurationsBy(counts),
  }
}

const readDayIn =
  (db: Kysely<Tables>): UsageStore['readDay'] =>
  async (accountId, day) => {
    const creditsIn = (table: 'usage' | 'usage_days') =>
      db.selectFrom(table).select(['key_id', 'credits']).where('account_id', '=', accountId).where('day', '=', day)
    const rows = await db
      .selectFrom(creditsIn('usage').unionAll(creditsIn('usage_days')).as('all_usage'))
      .select(({ fn }) => ['key_id', fn.sum<number>('credits').as('credits')])
      .groupBy('key_id')
      .execute()
    return {
      account: rows.reduce((sum, { credits }) => sum + credits, 0),
      keys: new Map(rows.map(({ key_id, credits }) => [key_id, credits])),
    }
  }
