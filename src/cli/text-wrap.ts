/** Columns of the narrowest terminal that help and remarks are written for. */
const TERMINAL_COLUMNS = 80
/** Beside a very long first column, text would be a column of single words. */
const MIN_COLUMNS = 30

/**
 * Breaks a paragraph between words into lines that fit `columns`; all but the first are indented,
 * which leaves the first `indent` columns to a label. A word that is longer than a line, such as an
 * address, stays whole.
 */
export const wrapped = (paragraph: string, indent = 2, columns = TERMINAL_COLUMNS): string => {
  if (paragraph.length <= columns) return paragraph
  const width = Math.max(columns, indent === 0 ? 0 : indent + MIN_COLUMNS)
  const [first = '', ...words] = paragraph.slice(indent).split(' ')
  const lines = [paragraph.slice(0, indent) + first]
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(' '.repeat(indent) + word)
  }
  return lines.join('\n')
}

/** Breaks the lines of a text that a terminal would break within words. */
export const folded = (text: string, columns = Number.POSITIVE_INFINITY): string =>
  text
    .split('\n')
    .map((line) => wrapped(line, line.search(/\S|$/) + 2, columns))
    .join('\n')

/** Breaks the usage of a command between its options and alternatives, and not within one. */
export const wrappedUsage = (usage: string): string => {
  const INNER = '\u00a0'
  let depth = 0
  const kept = [...usage].map((sign, index) => {
    depth += sign === '[' ? 1 : sign === ']' ? -1 : 0
    return sign === ' ' && depth > 0 && usage[index - 1] !== '|' ? INNER : sign
  })
  return wrapped(kept.join(''), 'Usage: '.length + 'tollgate '.length).replaceAll(INNER, ' ')
}
