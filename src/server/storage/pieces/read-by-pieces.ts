import { operationTurns } from '../../../runtime/turns/turn-budget.js'
import type { ListPage } from '../../accounts/account-store.js'

/** What orders the records of a list. */
interface PlacedRecord {
  readonly created_at: string
  readonly id: string
}

/**
 * Reads a page of a list in turns of the event loop, some rows in each: SQLite answers within the
 * turn, and long values in many rows would hold it. No record is read twice.
 */
export const readByPieces = async <Row extends PlacedRecord>(
  { after, limit }: ListPage,
  rowsAtOnce: number,
  read: (after: ListPage['after'], rows: number) => Promise<Row[]>,
): Promise<Row[]> => {
  const found: Row[] = []
  let last = after
  for (;;) {
    const rows = Math.min(rowsAtOnce, limit - found.length)
    const piece = await read(last, rows)
    found.push(...piece)
    if (piece.length < rows || found.length === limit) return found
    const { created_at: createdAt, id } = piece.at(-1)!
    last = { createdAt, id }
    await operationTurns.next()
  }
}
