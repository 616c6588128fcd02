/** Marks a text that represents an integer during parsing or writing. */
const MARK = '\0exact:'
const MARKED = /^\0exact:(-?\d+)$/
const WRITTEN = /"\\u0000exact:(-?\d+)"/g
/** Strings, and numbers that may have more digits than a double holds. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]{15,}/g
const INTEGER = /^-?\d+$/

/** Replaces an integer that `JSON.parse` would round by a marked text; keeps other tokens. */
const marked = (token: string): string =>
  token[0] !== '"' && INTEGER.test(token) && String(Number(token)) !== token ? JSON.stringify(`${MARK}${token}`) : token

/**
 * Parses JSON like `JSON.parse`, but makes bigints of integers that a number cannot hold.
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
    // Nested deeper than the stack; the document's reader refuses such nesting.
    if (error instanceof RangeError) return value
    throw error
  }
}

/** Like `JSON.stringify`, but writes bigints as numbers with all digits. */
export const exactJson = (value: unknown, space?: number): string => {
  const replacer = (_name: string, inner: unknown) => (typeof inner === 'bigint' ? `${MARK}${inner}` : inner)
  const text: string | undefined = JSON.stringify(value, replacer, space)
  return text?.includes('\\u0000exact:') ? text.replace(WRITTEN, '$1') : text
}

/**
 * Rounds bigints to numbers, for code that calculates; returns the same value if it has no bigints.
 */
export const withPlainNumbers = <Value>(value: Value): Value => plain(value, 0) as Value

/** Far deeper than any accepted document (src/contract/document-bounds.ts). */
const MAX_DEPTH = 1000

const plain = (value: unknown, depth: number): unknown => {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return value
  const entries = Object.entries(value)
  const changed = entries.map(([name, member]) => [name, plain(member, depth + 1)] as const)
  if (changed.every(([, member], index) => member === entries[index]![1])) return value
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed)
}
