/** The cells of one row of a table. */
export type Row = readonly string[]

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** A table in Markdown. */
export const tableOf = (columns: Row, rows: readonly Row[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
