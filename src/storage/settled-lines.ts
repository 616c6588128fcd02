import type { Database } from 'libsql'
import type { SettledLines } from '../credits/settled-lines.js'
import { inTransaction } from './together.js'
import type { DayReader } from './usage.js'
import { prepareRows } from './usage.js'

/**
 * Made when it is first needed and no step of the migrations: a Tollgate that does not know it can still use the store once all journals
 * are settled.
 */
const TABLE = `CREATE TABLE IF NOT EXISTS settled_lines (
  process_id TEXT PRIMARY KEY NOT NULL,
  line INTEGER NOT NULL CHECK (line >= 0)
) STRICT, WITHOUT ROWID`

/** How far journals are settled, in SQLite; `charges` is the connection that nothing but charges is written through. */
export const createSettledLines = (charges: Database, readDay: DayReader): SettledLines => {
  charges.exec(TABLE)
  const find = charges.prepare('SELECT line FROM settled_lines WHERE process_id = ?')
  const insert = charges.prepare('INSERT INTO settled_lines (process_id, line) VALUES (?, 0)')
  const move = charges.prepare('UPDATE settled_lines SET line = ? WHERE process_id = ?')
  const forget = charges.prepare('DELETE FROM settled_lines WHERE process_id = ?')
  const writeRows = prepareRows(charges)
  return {
    readDay,
    lineOf: (processId) => (find.get([processId]) as { line: number } | undefined)?.line,
    begin: (processId) => void insert.run([processId]),
    settle: (processId, line, rows) =>
      inTransaction(charges, () => {
        writeRows(rows)
        move.run([line, processId])
      }),
    end: (processId, rows) =>
      inTransaction(charges, () => {
        writeRows(rows)
        forget.run([processId])
      }),
  }
}
