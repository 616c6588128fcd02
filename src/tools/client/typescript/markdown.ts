export const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

/** A Markdown table; `row` creates its `rows`. */
export const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n')

/** A number with thousands separators. */
export const number = (value: number): string => value.toLocaleString('en-US')
