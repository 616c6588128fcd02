import { oneLine } from '../server/accounts/one-line.js'
import { wrapped } from './text-wrap.js'

type Cell = string | number

const GAP = 2

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width + GAP, -GAP)

const longestWord = (text: string): number => Math.max(...text.split(' ').map((word) => word.length))

/** Widths between `least` and `most` that fit. The widest column gives first. */
const fittingWidths = (most: readonly number[], least: readonly number[], width: number): number[] | undefined => {
  if (sum(least) > width) return undefined
  const widths = [...most]
  for (let over = sum(widths) - width; over > 0; over--) {
    const widest = widths.reduce(
      (best, own, column) => (own > least[column]! && (best < 0 || own > widths[best]!) ? column : best),
      -1,
    )
    widths[widest]!--
  }
  return widths
}

/** One row of a table, over as many lines as its longest cell takes. */
const rowLines = (cells: readonly Cell[], widths: readonly number[]): string[] => {
  const columns = cells.map((cell, column) =>
    typeof cell === 'number' ? [String(cell).padStart(widths[column]!)] : wrapped(cell, 0, widths[column]!).split('\n'),
  )
  const height = Math.max(...columns.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, column) => (lines[line] ?? '').padEnd(widths[column]!))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

/** Makes a paragraph of each row, with headings before the values. */
const asRecords = (headings: readonly string[], rows: readonly (readonly Cell[])[], width: number): string => {
  const indent = Math.max(...headings.map((heading) => heading.length)) + GAP
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => wrapped(`${headings[column]!.padEnd(indent)}${cell}`.trimEnd(), indent, width))
        .join('\n'),
    )
    .join('\n\n')
}

/**
 * Formats rows in columns under their headings for people, with numbers flush right. Where they are
 * wider than the terminal, cells are broken between words, or else each row becomes a paragraph.
 *
 * `width`  columns of the terminal; without one, each row is one line
 */
export const textTable = (
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  width = Number.POSITIVE_INFINITY,
): string => {
  const widest = (measure: (text: string) => number) =>
    headings.map((heading, column) =>
      Math.max(
        measure(heading),
        ...rows.map(({ [column]: cell = '' }) => (typeof cell === 'number' ? String(cell).length : measure(cell))),
      ),
    )
  const widths = fittingWidths(
    widest((text) => text.length),
    widest(longestWord),
    width,
  )
  if (widths === undefined) return asRecords(headings, rows, width)
  return [headings, ...rows].flatMap((cells) => rowLines(cells, widths)).join('\n')
}

/** Columns by heading: a member of the row, or what the cell says of the row. */
export type Columns<Row> = Readonly<Record<string, keyof Row | ((row: Row) => unknown)>>

/** Formats records in columns, as textTable does. A cell without a value is a dash. */
export const tableOf = <Row>(columns: Columns<Row>, rows: readonly Row[], width?: number): string => {
  const cellOf = (row: Row, column: Columns<Row>[string]): Cell => {
    const value = (typeof column === 'function' ? column(row) : row[column]) ?? '-'
    return typeof value === 'number' ? value : oneLine(String(value))
  }
  const lines = rows.map((row) => Object.values(columns).map((column) => cellOf(row, column)))
  return textTable(Object.keys(columns), lines, width)
}

/** A time of the store for people: without milliseconds, and with a place to break. */
export const shortTime = (iso: string | null | undefined): string | undefined =>
  iso?.replace('T', ' ').replace(/\.\d+Z$/, 'Z')

/** A part of a whole in percent, as the dashboard writes it. */
export const percentText = (part: number, whole: number): string => {
  if (whole === 0 || part === 0) return '0 %'
  const share = part / whole
  return share < 0.001 ? '< 0.1 %' : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`
}

/** Three digits, and no exponent, which toPrecision writes from 1000 on. */
export const milliseconds = (value: number | null): string | undefined =>
  value === null || value < 100 ? value?.toPrecision(3) : String(Math.round(value))
