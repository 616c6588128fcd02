import type { Kysely } from 'kysely'
import type { Database } from 'libsql'
import { inTurns } from '../../runtime/turns/in-turns.js'
import { isDecrease } from '../credits/open-hold.js'
import type { SettledLines } from '../credits/settled-lines.js'
import type { ChargeRow, OnLostRefund, UsageStore } from '../credits/usage/usage-store.js'
import { addRows, type CountTable, countsOn } from './call-counts/counts.js'
import { statementsOn } from './call-counts/drop-oldest.js'
import { keyUsesQuery, recordKeyUsesBy } from './key-uses.js'
import { callDurationQueries, recordDurationsBy } from './pieces/call-durations.js'
import { callErrorQueries, recordErrorsBy } from './pieces/call-errors.js'
import { forwardedQuery } from './pieces/forwarded-calls.js'
import type { Tables } from './tables.js'
import { inTransaction, runTogetherOn, withWriteLock } from './transactions.js'
import { createUsageHistory } from './usage-history.js'

/** Usage by the hour, to which both engines add charges. */
export const USAGE: CountTable = {
  table: 'usage',
  key: ['account_id', 'day', 'key_id', 'hour', 'network', 'method'],
  sums: ['calls', 'credits', 'errors', 'forwarded', 'cached'],
}

/** A row of usage; a literal, because every turn's charges build it. */
export const usageValues = (row: ChargeRow) => [
  row.accountId,
  row.day,
  row.keyId,
  row.hour,
  row.network,
  row.method,
  row.calls,
  row.credits,
  row.errors,
  row.forwarded,
  row.cached,
]

/**
 * A refund's negative amounts would fail CHECK in an insert, so a refund only updates, and only
 * where there is enough.
 */
const takeBack = (table: 'usage' | 'usage_days') => `UPDATE ${table} SET calls = calls + ?1, credits = credits + ?2,
  errors = errors + ?3, forwarded = forwarded + ?4, cached = cached + ?5
  WHERE calls >= -?1 AND credits >= -?2 AND errors >= -?3 AND forwarded >= -?4 AND cached >= -?5
  AND account_id = ?6 AND day = ?7 AND key_id = ?8 AND network = ?9 AND method = ?10`

const refunded = (row: ChargeRow) => [
  row.calls,
  row.credits,
  row.errors,
  row.forwarded,
  row.cached,
  row.accountId,
  row.day,
  row.keyId,
  row.network,
  row.method,
]

type Charges = Pick<UsageStore, 'readDay' | 'write' | 'recordForwarded'>

/**
 * Writes charges on a connection whose caller has begun a transaction. A refund of hours that were
 * rolled up is taken out of their day.
 */
export const prepareRows = (charges: Database, onLostRefund: OnLostRefund): ((rows: readonly ChargeRow[]) => void) => {
  const upsert = charges.prepare(addRows(USAGE, 1))
  const ofHour = charges.prepare(`${takeBack('usage')} AND hour = ?11`)
  const ofDay = charges.prepare(takeBack('usage_days'))
  const writeRow = (row: ChargeRow): void => {
    if (!isDecrease(row)) {
      upsert.run(usageValues(row))
      return
    }
    const refund = refunded(row)
    if (ofHour.run([...refund, row.hour]).changes > 0) return
    if (ofDay.run(refund).changes === 0) onLostRefund(row)
  }
  return (rows) => {
    for (const row of rows) writeRow(row)
  }
}

const creditsIn = (table: 'usage' | 'usage_days') =>
  `(SELECT coalesce(SUM(credits), 0) FROM ${table} WHERE account_id = ?1 AND day = ?2 AND key_id = ?3)`

/**
 * Prepares the read of a key's day on a connection; see SettledLines.readKey. Hours that were
 * rolled up count: a clock that was ahead may have rolled up the present day.
 */
export const prepareKeyDay = (charges: Database): SettledLines['readKey'] => {
  const read = charges.prepare(`SELECT ${creditsIn('usage')} + ${creditsIn('usage_days')} AS credits`)
  return (accountId, day, keyId) => (read.get([accountId, day, keyId]) as { credits: number }).credits
}

const nextKeyIn = (table: 'usage' | 'usage_days') =>
  `SELECT min(key_id) AS key_id FROM ${table} WHERE account_id = ?1 AND day = ?2 AND key_id > ?3`

/** Prepares the read of a day's balances on a connection; see SettledLines.readDay. */
export const prepareDay = (charges: Database): SettledLines['readDay'] => {
  const findNext = charges.prepare(
    `SELECT min(key_id) AS key_id FROM (${nextKeyIn('usage')} UNION ALL ${nextKeyIn('usage_days')})`,
  )
  const readKey = prepareKeyDay(charges)
  return function* (accountId, day) {
    const keys = new Map<string, number>()
    let account = 0
    let last = ''
    for (;;) {
      const { key_id: keyId } = findNext.get([accountId, day, last]) as { key_id: string | null }
      if (keyId === null) return { account, keys }
      const credits = readKey(accountId, day, keyId)
      keys.set(keyId, credits)
      account += credits
      last = keyId
      yield
    }
  }
}

const prepareCharges = (charges: Database, onLostRefund: OnLostRefund): Charges => {
  const writeRows = prepareRows(charges, onLostRefund)
  const readDay = prepareDay(charges)
  const addForwarded = charges.prepare(
    `INSERT INTO forwarded (at, account_id, key_id, network, method, partner, reason, duration_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    write: async (rows) => {
      // A single statement is a transaction.
      if (rows.length === 1) withWriteLock(charges, () => writeRows(rows))
      else inTransaction(charges, () => writeRows(rows))
    },
    readDay: (accountId, day) => inTurns(readDay(accountId, day)),
    recordForwarded: async ({ at, accountId, keyId, network, method, partner, reason, durationMs }) => {
      const row = [at, accountId, keyId, network, method, partner, reason, durationMs]
      withWriteLock(charges, () => void addForwarded.run(row))
    },
  }
}

type Shortening = Pick<UsageStore, 'rollUp' | 'dropDays' | 'dropForwarded'>

/** Calls `history` only if there is anything to shorten, which is rare. */
const shortenWhereNeeded = (database: Database, history: Shortening): Shortening => {
  const hasOlder = (table: string, column: string) => {
    const find = database.prepare(`SELECT 1 FROM ${table} WHERE ${column} < ? LIMIT 1`)
    return (before: string): boolean => find.get([before]) !== undefined
  }
  const hasHours = hasOlder('usage', 'day')
  const hasDays = hasOlder('usage_days', 'day')
  const hasForwarded = hasOlder('forwarded', 'at')
  return {
    rollUp: async (beforeDay, limit) => (hasHours(beforeDay) ? history.rollUp(beforeDay, limit) : 0),
    dropDays: async (beforeDay, limit) => (hasDays(beforeDay) ? history.dropDays(beforeDay, limit) : 0),
    dropForwarded: async (before, limit) => (hasForwarded(before) ? history.dropForwarded(before, limit) : 0),
  }
}

/**
 * Balances, usage and forwarded calls in SQLite. A balance is the sum of the day's usage.
 *
 * `charges` is used for charges only, with prepared statements, because calls wait for its writes;
 * `db` is for occasional queries.
 */
export const createUsageStore = (charges: Database, db: Kysely<Tables>, onLostRefund: OnLostRefund): UsageStore => {
  const statements = statementsOn(charges)
  const history = createUsageHistory(db, runTogetherOn(charges), statements)
  const counts = countsOn(charges)
  return {
    ...history,
    ...callErrorQueries(db, statements),
    ...callDurationQueries(db, statements),
    ...shortenWhereNeeded(charges, history),
    ...prepareCharges(charges, onLostRefund),
    forwarded: forwardedQuery(db),
    recordKeyUses: recordKeyUsesBy(counts),
    keyUses: keyUsesQuery(db),
    recordErrors: recordErrorsBy(counts),
    recordDurations: recordDurationsBy(counts),
  }
}
