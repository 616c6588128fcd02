import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.js'
import { unfinishedCopyIn } from '../unfinished-copy.js'
import type { WholeStore } from './whole-store.js'

/** Most differences of one kind to report. */
const MAX_NAMED = 100

/**
 * Checks the tables of a store against each other; returns each difference as a sentence. Reads one
 * snapshot, so gateways may serve during the check.
 */
export const checkStore = ({ db, engine }: Pick<WholeStore, 'db' | 'engine'>): Promise<string[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const unfinished = await unfinishedCopyIn(trx, engine)
      const found = unfinished === undefined ? [] : [unfinished]
      for (const question of engine === 'sqlite' ? [...both, ...sqlite] : [...both, ...postgres])
        for (const { text } of (
          await sql<{ text: string }>`${question} LIMIT ${sql.lit(MAX_NAMED)}`.execute(trx as Kysely<Tables>)
        ).rows)
          if (text !== 'ok') found.push(text)
      return found
    })

const both: readonly RawBuilder<unknown>[] = [
  sql`SELECT 'key ' || k.id || ' belongs to account ' || k.account_id || ', which is not there' AS text
    FROM keys AS k LEFT JOIN accounts AS a ON a.id = k.account_id WHERE a.id IS NULL`,
  sql`SELECT 'account ' || account_id || ' has negative usage on ' || day || ': ' || method || ' of ' || key_id AS text
    FROM (SELECT account_id, day, method, key_id, calls, credits FROM usage
      UNION ALL SELECT account_id, day, method, key_id, calls, credits FROM usage_days) AS u
    WHERE calls < 0 OR credits < 0`,
]

const sqlite: readonly RawBuilder<unknown>[] = [
  sql`SELECT integrity_check AS text FROM pragma_integrity_check`,
  sql`SELECT 'row ' || rowid || ' of ' || "table" || ' refers to a row of ' || parent || ' that is not there' AS text
    FROM pragma_foreign_key_check`,
]

/** A balance of a day that was rolled up is history: nothing is charged to it any more. */
const postgres: readonly RawBuilder<unknown>[] = [
  sql`SELECT 'balance of ' || b.account_id || CASE WHEN b.scope = '' THEN '' ELSE ' ' || b.scope END || ' on ' || b.day ||
      ' says ' || b.used || ' credits used, the usage says ' || u.credits AS text
    FROM balances AS b, LATERAL (SELECT COALESCE(SUM(credits), 0)::bigint AS credits FROM
      (SELECT credits, key_id FROM usage WHERE account_id = b.account_id AND day = b.day
        UNION ALL SELECT credits, key_id FROM usage_days WHERE account_id = b.account_id AND day = b.day) AS all_usage
      WHERE b.scope = '' OR key_id = b.scope) AS u
    WHERE b.used <> u.credits`,
  sql`SELECT 'balance of ' || b.account_id || CASE WHEN b.scope = '' THEN '' ELSE ' ' || b.scope END || ' on ' || b.day ||
      ' says ' || b.taken || ' credits taken, used and leased are ' || (b.used + l.outstanding) AS text
    FROM balances AS b, LATERAL (SELECT COALESCE(SUM(outstanding), 0)::bigint AS outstanding FROM leases
      WHERE account_id = b.account_id AND day = b.day AND scope = b.scope) AS l
    WHERE b.taken <> b.used + l.outstanding`,
  sql`SELECT 'process ' || l.process_id || ' is not there and leases ' || SUM(l.outstanding) || ' credits of ' || l.account_id AS text
    FROM leases AS l LEFT JOIN processes AS p ON p.id = l.process_id WHERE p.id IS NULL
    GROUP BY l.process_id, l.account_id HAVING SUM(l.outstanding) > 0`,
]
