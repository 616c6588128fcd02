/** Marks a text that stands for an integer while JSON is read or written. */
const MARK = '\0exact:'
const MARKED = /^\0exact:(-?\d+)$/
const WRITTEN = /"\\u0000exact:(-?\d+)"/g
/** Strings, and numbers that may have more digits than a double keeps. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]{15,}/g
const INTEGER = /^-?\d+$/

/** An integer that `JSON.parse` would round becomes a marked text; other tokens stay. */
const marked = (token: string): string =>
  token[0] !== '"' && INTEGER.test(token) && String(Number(token)) !== token ? JSON.stringify(`${MARK}${token}`) : token

/**
 * Reads JSON as `JSON.parse` does, but integers that a number cannot hold become bigints: no digit
 * is lost.
 *
 * Errors  throws the SyntaxError of `JSON.parse`
 */
export const parseExact = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  const exact = text.replace(TOKENS, marked)
  if (exact === text) return value
  try {
    return JSON.parse(exact, (_name, inner: unknown) => {
      const [, digits] = (typeof inner === 'string' && MARKED.exec(inner)) || []
      return digits === undefined ? inner : BigInt(digits)
    })
  } catch (error) {
    // Nested deeper than the stack: no document is, and its reader says so.
    if (error instanceof RangeError) return value
    throw error
  }
}

/** Writes a value as `JSON.stringify` does; bigints are written as numbers, with every digit. */
export const exactJson = (value: unknown, space?: number): string => {
  const replacer = (_name: string, inner: unknown) => (typeof inner === 'bigint' ? `${MARK}${inner}` : inner)
  const text: string | undefined = JSON.stringify(value, replacer, space)
  return text?.includes('\\u0000exact:') ? text.replace(WRITTEN, '$1') : text
}

/**
 * The value with bigints rounded to numbers, for code that reckons; the same value if it has none.
 */
export const withPlainNumbers = <Value>(value: Value): Value => plain(value, 0) as Value

/** Far deeper than any document that is taken (src/contract/document-bounds.ts). */
const MAX_DEPTH = 1000

const plain = (value: unknown, depth: number): unknown => {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return value
  const entries = Object.entries(value)
  const changed = entries.map(([name, member]) => [name, plain(member, depth + 1)] as const)
  if (changed.every(([, member], index) => member === entries[index]![1])) return value
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed)
}
