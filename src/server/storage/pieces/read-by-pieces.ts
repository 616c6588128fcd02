import { operationTurns } from '../../../runtime/turn-budget.js'
import type { ListPage } from '../../accounts/account-store.js'

/** What a list of records goes on after. */
interface PlacedRecord {
  readonly created_at: string
  readonly id: string
}

/**
 * Reads a page of a list some rows at a time, in turns of the event loop: SQLite is read within the turn, and long values of many rows
 * would hold it. A record that is made meanwhile is the last one of the list, so it is read or not; none is read twice.
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
