/** Formats rows in columns under their headings for people, with numbers flush right. */
export const textTable = (headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => String(row[column] ?? '').length)),
  )
  const line = (cells: readonly (string | number)[]): string =>
    cells
      .map((cell, column) =>
        typeof cell === 'number' ? String(cell).padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd()
  return [headings, ...rows].map(line).join('\n')
}
