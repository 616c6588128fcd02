import { operationTurns } from './process-budgets.js'

/** Reads at most `count` rows behind `last`, or the first ones. */
type ReadPiece<Row> = (last: Row | undefined, count: number) => Promise<readonly Row[]>

/**
 * Reads a list, at most `rowsAtOnce` rows in each turn of the event loop: SQLite answers
 * synchronously, and many rows with long values would block the loop.
 *
 * `limit`  rows in all
 */
export async function* inPieces<Row>(
  rowsAtOnce: number,
  read: ReadPiece<Row>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Row[]> {
  let left = limit
  let last: Row | undefined
  for (;;) {
    const count = Math.min(rowsAtOnce, left)
    const piece = await read(last, count)
    yield piece
    left -= piece.length
    if (piece.length < count || left === 0) return
    last = piece.at(-1)
    await operationTurns.next()
  }
}

/** The rows of all pieces. */
export const readInPieces = async <Row>(limit: number, rowsAtOnce: number, read: ReadPiece<Row>): Promise<Row[]> => {
  const found: Row[] = []
  for await (const piece of inPieces(rowsAtOnce, read, limit)) found.push(...piece)
  return found
}
