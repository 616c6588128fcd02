import type { Database } from 'libsql'
import type { SettledLines } from '../../credits/settled-lines.js'
import type { OnLostRefund } from '../../credits/usage/usage-store.js'
import { inTransaction } from '../transactions.js'
import { prepareDay, prepareKeyDay, prepareRows } from '../usage.js'

/**
 * Settled lines of journals, in SQLite; `charges` is a connection used only for charges. Ended
 * processes are remembered for three months, in which an operator may bring back a copy of their
 * journal.
 */
export const createSettledLines = (charges: Database, onLostRefund: OnLostRefund): SettledLines => {
  const find = charges.prepare('SELECT line FROM settled_lines WHERE process_id = ?')
  const findAll = charges.prepare('SELECT process_id FROM settled_lines')
  const insert = charges.prepare('INSERT INTO settled_lines (process_id, line) VALUES (?, 0)')
  const move = charges.prepare('UPDATE settled_lines SET line = ? WHERE process_id = ?')
  const forget = charges.prepare('DELETE FROM settled_lines WHERE process_id = ?')
  const findEnded = charges.prepare('SELECT line FROM ended_processes WHERE process_id = ?')
  const insertEnded = charges.prepare('INSERT OR REPLACE INTO ended_processes (process_id, line) VALUES (?, ?)')
  const sweep = charges.prepare("DELETE FROM ended_processes WHERE ended_at < unixepoch('now', '-3 months')")
  const writeRows = prepareRows(charges, onLostRefund)
  return {
    readDay: prepareDay(charges),
    readKey: prepareKeyDay(charges),
    lineOf: (processId) => (find.get([processId]) as { line: number } | undefined)?.line,
    endedAt: (processId) => (findEnded.get([processId]) as { line: number } | undefined)?.line,
    processes: () => (findAll.all() as { process_id: string }[]).map(({ process_id }) => process_id),
    begin: (processId) => void insert.run([processId]),
    settle: (processId, line, rows) =>
      inTransaction(charges, () => {
        writeRows(rows)
        move.run([line, processId])
      }),
    end: (processId, line, rows) =>
      inTransaction(charges, () => {
        writeRows(rows)
        forget.run([processId])
        insertEnded.run([processId, line])
        sweep.run()
      }),
  }
}
