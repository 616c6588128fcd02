import { CompiledQuery, type Kysely } from 'kysely'
import { addRows, type CountRow, type PrepareCounts } from '../call-counts/counts.js'
import type { Tables } from '../tables.js'

/** At most 23 variables a row, of the 65,535 that the protocol allows in a statement. */
const ROWS_AT_ONCE = 1_000

/**
 * Counts in PostgreSQL. All processes lock rows in the same order, because PostgreSQL ends one of
 * two that wait for each other.
 */
export const countsIn =
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
