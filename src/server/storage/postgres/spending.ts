import { type Kysely, sql } from 'kysely'
import type { SharedLevel, SpendingStore } from '../../credits/shared-spending.js'
import type { Tables } from '../tables.js'
import { ALIVE } from './balances.js'

/** Age at which every bucket is full again. */
const OLD = sql`interval '1 hour'`
/**
 * Most that a bucket's time is ahead of the statement's. A statement that waited for the row has an
 * older time; a clock that was set back is followed.
 */
const AHEAD = sql`interval '1 second'`

export const dropOldSpending = async (db: Kysely<Tables>): Promise<void> => {
  await sql`DELETE FROM spending WHERE filled_at < now() - ${OLD}`.execute(db)
}

/**
 * Buckets of credits per second that all processes share, by the server's clock. One statement
 * locks the rows, in one order.
 */
export const createSpendingStore = (db: Kysely<Tables>): SpendingStore => ({
  report: async (spending) => {
    const ids = spending.map(({ id }) => id)
    const numbers = (name: 'creditsPerSecond' | 'burstCredits' | 'credits') =>
      sql`${spending.map((one) => one[name])}::float8[]`
    // The inserted row is a full bucket less the credits taken, so in a conflict
    // `excluded.level + excluded.taken` is a full bucket.
    const { rows } = await sql<SharedLevel & { processes: number }>`
      INSERT INTO spending AS s (account_id, rate, level, taken, filled_at)
      SELECT n.id, n.rate, n.burst - n.spent, n.spent, clock_timestamp()
      FROM unnest(${ids}::text[], ${numbers('creditsPerSecond')}, ${numbers('burstCredits')}, ${numbers('credits')})
        AS n (id, rate, burst, spent)
      ORDER BY n.id
      ON CONFLICT (account_id) DO UPDATE SET
        rate = excluded.rate,
        level = LEAST(excluded.level + excluded.taken,
          s.level + excluded.rate * GREATEST(0, EXTRACT(EPOCH FROM excluded.filled_at - s.filled_at))) - excluded.taken,
        taken = s.taken + excluded.taken,
        filled_at = GREATEST(excluded.filled_at, LEAST(s.filled_at, excluded.filled_at + ${AHEAD}))
      RETURNING account_id AS "id", level, taken,
        (SELECT COUNT(*) FROM processes WHERE seen_at > now() - ${ALIVE}) AS processes`.execute(db)
    return { levels: rows, processes: rows[0]?.processes ?? 1 }
  },
})
