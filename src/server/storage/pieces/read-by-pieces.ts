import { operationTurns } from '../../../runtime/turns/turn-budget.js'
import type { ListPage } from '../../accounts/account-store.js'

/** Columns that order the records of a list. */
interface PlacedRecord {
  readonly created_at: string
  readonly id: string
}

/**
 * Reads a page of a list, some rows in each event-loop turn. SQLite answers synchronously, and many
 * rows with long values would block the loop. No record is read twice.
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
