import { operationTurns } from './turn-budget.js'

/**
 * Reads a list, some rows in each turn of the event loop: SQLite answers synchronously, and many
 * rows with long values would block the loop.
 *
 * `read`  reads at most `count` rows behind `last`, or the first ones
 */
export const readInPieces = async <Row>(
  limit: number,
  rowsAtOnce: number,
  read: (last: Row | undefined, count: number) => Promise<readonly Row[]>,
): Promise<Row[]> => {
  const found: Row[] = []
  for (;;) {
    const count = Math.min(rowsAtOnce, limit - found.length)
    const piece = await read(found.at(-1), count)
    found.push(...piece)
    if (piece.length < count || found.length === limit) return found
    await operationTurns.next()
  }
}
