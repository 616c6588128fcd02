import type { Database } from 'libsql'
import { inTransaction } from '../transactions.js'

/** A table of counts: a row that is written is added to the one with the same key. */
export interface CountTable {
  readonly table: string
  readonly key: readonly string[]
  readonly sums: readonly string[]
  /** A column that keeps the greater text. */
  readonly latest?: string
}

/** A row's key, sums and latest text, in the order of the table's columns. */
export type CountRow = readonly (string | number)[]

/** Prepares the writes to a table. No two rows of a write may have the same key. */
export type PrepareCounts = (table: CountTable) => (rows: readonly CountRow[]) => Promise<void>

/** A statement that adds so many rows; values stand as $1 and so on, as both engines read them. */
export const addRows = ({ table, key, sums, latest }: CountTable, rows: number): string => {
  const columns = [...key, ...sums, ...(latest === undefined ? [] : [latest])]
  const places = Array.from({ length: rows }, (_, row) => {
    const first = row * columns.length + 1
    return `(${columns.map((_, column) => `$${first + column}`).join(', ')})`
  })
  const changes = sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`)
  if (latest !== undefined)
    changes.push(`${latest} = CASE WHEN excluded.${latest} > ${table}.${latest}
      THEN excluded.${latest} ELSE ${table}.${latest} END`)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places.join(', ')}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`
}

/**
 * Counts on SQLite's charges connection, where a write does not count as a change of accounts; see
 * lazyKysely.
 */
export const countsOn =
  (charges: Database): PrepareCounts =>
  (table) => {
    const add = charges.prepare(addRows(table, 1))
    return async (rows) => {
      if (rows.length === 0) return
      inTransaction(charges, () => {
        for (const row of rows) add.run([...row])
      })
    }
  }
