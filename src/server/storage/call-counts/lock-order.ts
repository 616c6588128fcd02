/** At most 23 variables a row, of the 65,535 that PostgreSQL's protocol allows in a statement. */
const ROWS_AT_ONCE = 1_000

/**
 * Writes rows to PostgreSQL. All processes lock them in the same order, because PostgreSQL ends one
 * of two that wait for each other.
 */
export const inLockOrder = async <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<void> => {
  const sorted = [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (let at = 0; at < sorted.length; at += ROWS_AT_ONCE) await write(sorted.slice(at, at + ROWS_AT_ONCE))
}
