import type { Kysely } from 'kysely'
import type { FailoverRow, UsageStore } from '../../credits/usage/usage-store.js'
import type { Tables } from '../tables.js'
import { GroupedQueries } from './grouped-queries.js'

const LIMITS = { maxRunning: 1, maxTogether: 100 }

const toColumns = ({ accountId, keyId, durationMs, ...row }: FailoverRow) => ({
  ...row,
  account_id: accountId,
  key_id: keyId,
  duration_ms: durationMs,
})

/** Records calls that failed over. */
export const recordForwardedIn = (db: Kysely<Tables>): UsageStore['recordForwarded'] => {
  const inserts = new GroupedQueries(LIMITS, async (rows: readonly FailoverRow[]): Promise<readonly undefined[]> => {
    await db.insertInto('forwarded').values(rows.map(toColumns)).execute()
    return rows.map(() => undefined)
  })
  return (row) => inserts.run(row)
}
