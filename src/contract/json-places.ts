import { pointer } from './lint/mistake.js'

const whitespace = /[ \t\n\r]*/y
const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 forbids exactly these in strings
  /(?:([[\]{},:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))/y

type TokenKind = '[' | ']' | '{' | '}' | ',' | ':' | 'string' | 'other'

/** An open array or object: its pointer, and the position of the next member. */
interface Container {
  readonly kind: '[' | '{'
  readonly pointer: string
  readonly keys: Map<string, number>
  key: string
  length: number
}

/**
 * A key that its object has already: JSON.parse silently keeps the last. Offsets are those of the
 * keys.
 */
export interface DuplicateKey {
  readonly pointer: string
  readonly key: string
  readonly offset: number
  readonly firstOffset: number
}

/** The places of all parts of a JSON text, in UTF-16 units from its start. */
export interface JsonPlaces {
  /**
   * The offset of each value, by its JSON pointer. For duplicate keys, that of the last one, which
   * JSON.parse keeps.
   */
  readonly offsets: ReadonlyMap<string, number>
  readonly duplicates: readonly DuplicateKey[]
  /** The offset of the first misplaced token, or the text's length: where reading ended. */
  readonly end: number
}

/** The tokens that may come next, given the innermost container and the previous token. */
const follows = (container: '[' | '{' | undefined, before: TokenKind | 'key' | 'start', next: TokenKind): boolean => {
  const isValue = next === 'string' || next === 'other' || next === '[' || next === '{'
  if (before === 'key') return next === ':'
  if (before === ':') return isValue
  if (container === undefined) return before === 'start' && isValue
  if (before === container)
    return next === (container === '[' ? ']' : '}') || (container === '[' ? isValue : next === 'string')
  if (before === ',') return container === '[' ? isValue : next === 'string'
  return next === ',' || next === (container === '[' ? ']' : '}')
}

/**
 * Reads the places of a JSON text. JSON.parse loses them: only some of its messages name the place
 * of a syntax error, and it reports neither the places of values nor duplicate keys.
 */
export const placesOf = (text: string): JsonPlaces => {
  const offsets = new Map<string, number>()
  const duplicates: DuplicateKey[] = []
  const open: Container[] = []
  let before: TokenKind | 'key' | 'start' = 'start'
  let end = 0
  for (;;) {
    whitespace.lastIndex = end
    whitespace.test(text)
    const start = whitespace.lastIndex
    token.lastIndex = start
    const match = token.exec(text)
    const kind = (match?.[1] ?? (match?.[2] === undefined ? 'other' : 'string')) as TokenKind
    const container = open.at(-1)
    if (match === null || !follows(container?.kind, before, kind)) return { offsets, duplicates, end: start }
    end = token.lastIndex
    const isKey: boolean = kind === 'string' && container?.kind === '{' && before !== ':'
    if (kind === ']' || kind === '}') open.pop()
    else if (isKey && container !== undefined) readKey(container, match[0], start, duplicates)
    else if (kind !== ',' && kind !== ':') {
      const pointer = placeOf(container)
      offsets.set(pointer, start)
      if (kind === '[' || kind === '{') open.push({ kind, pointer, keys: new Map(), key: '', length: 0 })
    }
    before = isKey ? 'key' : kind === ']' || kind === '}' ? 'other' : kind
  }
}

const readKey = (container: Container, literal: string, offset: number, duplicates: DuplicateKey[]): void => {
  const key = JSON.parse(literal) as string
  const firstOffset = container.keys.get(key)
  if (firstOffset === undefined) container.keys.set(key, offset)
  else duplicates.push({ pointer: `${container.pointer}${pointer(key)}`, key, offset, firstOffset })
  container.key = key
}

const placeOf = (container: Container | undefined): string => {
  if (container === undefined) return ''
  if (container.kind === '{') return `${container.pointer}${pointer(container.key)}`
  container.length += 1
  return `${container.pointer}${pointer(container.length - 1)}`
}

/**
 * Returns a function that finds the line and column of an offset, both from 1; a column counts
 * UTF-16 units, as editors do. The text is scanned once for its lines, because a document may have
 * as many mistakes as lines.
 */
export const lineFinder = (text: string): ((offset: number) => { line: number; column: number }) => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [line, after] = [0, starts.length]
    while (after - line > 1) {
      const middle = (line + after) >>> 1
      if (starts[middle]! <= offset) line = middle
      else after = middle
    }
    return { line: line + 1, column: offset - starts[line]! + 1 }
  }
}

/** The offset of a value, or, if it is missing, of the innermost value around it. */
export const offsetOf = ({ offsets }: JsonPlaces, pointer: string): number => {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const offset = offsets.get(at)
    if (offset !== undefined) return offset
  }
  return offsets.get('') ?? 0
}
