import { sql } from 'kysely'
import { type LeaseExchange, StoreBehind } from '../../credits/leases/lease-store.js'
import { ALIVE, countOf, placesOf, type Trx } from './balances.js'

export interface ProcessMark {
  readonly settled: number
  /** Processes that are alive, this one included. */
  readonly living: number
  /** True if all balances exist that the exchange asks. */
  readonly areMade: boolean
}

/**
 * Moves the process's mark from its last settled line to `line`, and marks it as alive. Throws if
 * the exchange does not match the mark, which then stays: the transaction is rolled back.
 */
export const moveMark = async (trx: Trx, exchange: LeaseExchange, line: number): Promise<ProcessMark> => {
  const { processId, fromLine, toLine } = exchange
  const asked = placesOf(exchange).filter(({ isAsked }) => isAsked)
  const { rows } = await sql<{ settled_line: number; is_ours: boolean; living: number; made: number }>`
    WITH known AS (SELECT settled_line, xmin::text = (txid_current() % 4294967296)::text AS is_ours
      FROM processes WHERE id = ${processId} FOR UPDATE)
    UPDATE processes SET settled_line = ${line}, seen_at = now() FROM known WHERE id = ${processId}
    RETURNING known.settled_line, known.is_ours,
      1 + (SELECT COUNT(*) FROM processes WHERE id <> ${processId} AND seen_at > now() - ${ALIVE}) AS living,
      (${countOf(asked)}) AS made`.execute(trx)
  if (rows[0] === undefined) {
    throw new Error('the store does not know this process, as if it were an older copy; restart this gateway')
  }
  const { settled_line: settled, is_ours, living, made } = rows[0]
  // A line written earlier in this transaction is not settled until the commit, which may never
  // come.
  if (is_ours) throw new Error('the connection was inside a transaction already')
  if (settled < fromLine) throw new StoreBehind(settled)
  if (settled !== fromLine && settled !== toLine) throw new Error('the journal and the store do not fit together')
  return { settled, living, areMade: made === asked.length }
}
