import { parseExact, withPlainNumbers } from '../runtime/exact-json.js'
import { fileTrouble, readRegularFile, textOf } from '../runtime/read-file.js'
import { MAX_DOCUMENT_BYTES } from './document-bounds.js'
import { type JsonPlaces, lineFinder, offsetOf, placesOf } from './json-places.js'
import type { ContractMistake } from './lint/mistake.js'
import { lint } from './lint.js'
import { withBase } from './operator/with-base.js'
import type { WrittenContract } from './with-errors.js'

/** A mistake with its place in a file: a JSON pointer, and line and column, both from 1. */
export interface LocatedMistake extends ContractMistake {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A contract without mistakes, or every mistake found, in the order of the file. */
export type ContractReading = { readonly contract: WrittenContract } | Mistakes

export interface Mistakes {
  readonly mistakes: readonly [LocatedMistake, ...LocatedMistake[]]
}

/**
 * Formats a mistake as one line: file, line and column as compilers write them, the JSON pointer,
 * and the message.
 */
export const mistakeLine = ({ file, line, column, path, message }: LocatedMistake): string =>
  `${file}:${line}:${column}${path === '' ? '' : ` ${path}`}: ${message}`

/** The document in a text, or the syntax error in it. */
const parse = (text: string, { end }: JsonPlaces): { document: unknown } | { message: string; offset: number } => {
  try {
    return { document: parseExact(text) }
  } catch (error) {
    return { message: `is not JSON: ${(error as SyntaxError).message}`, offset: end }
  }
}

type FindMistakes = (document: unknown) => ContractMistake[]

/**
 * The document in a text, or all its mistakes with their places: syntax errors, duplicate keys, and
 * the findings of `judge`.
 */
export const readJudged = (text: string, name: string, judge: FindMistakes): { document: unknown } | Mistakes => {
  const places = placesOf(text)
  const find = lineFinder(text)
  const at = (offset: number, path: string, message: string): LocatedMistake & { offset: number } => ({
    file: name,
    ...find(offset),
    path,
    message,
    offset,
  })
  const parsed = parse(text, places)
  if ('message' in parsed) return { mistakes: [at(parsed.offset, '', parsed.message)] }
  const twice = places.duplicates.map(({ pointer, key, offset, firstOffset }) => {
    const first = find(firstOffset).line
    return at(offset, pointer, `"${key}" stands twice in one object, first on line ${first}: leave one of them out`)
  })
  // The checks do arithmetic: a bound of 64 bits is replaced by its nearest number.
  const found = judge(withPlainNumbers(parsed.document)).map(({ path, message }) =>
    at(offsetOf(places, path), path, message),
  )
  const [first, ...others] = [...twice, ...found].sort((a, b) => a.offset - b.offset)
  if (first === undefined) return { document: parsed.document }
  const bare = ({ offset: _, ...mistake }: LocatedMistake & { offset: number }): LocatedMistake => mistake
  return { mistakes: [bare(first), ...others.map(bare)] }
}

/**
 * Reads and lints the text of a contract; `name` is that of its file. The generator lints
 * openrpc.json with a `judge` that has more rules.
 *
 * With a `base`, the text is an operator's document: its methods may use the component schemas of
 * the base, and its errors and extensions are the base's. The returned contract has only the
 * methods of the text, with the components of both.
 */
export const readContract = (
  text: string,
  name: string,
  base?: WrittenContract,
  judge: typeof lint = lint,
): ContractReading => {
  const whole = (document: unknown) => (base === undefined ? document : withBase(document, base))
  const reading = readJudged(text, name, (document) => judge(withPlainNumbers(whole(document)), withPlainNumbers(base)))
  return 'mistakes' in reading ? reading : { contract: whole(reading.document) as WrittenContract }
}

/** Reads the file of a contract; an unreadable file is reported as a mistake. */
export const readContractFile = (path: string, base?: WrittenContract, judge?: typeof lint): ContractReading => {
  let text: string
  try {
    text = textOf(readRegularFile(path, MAX_DOCUMENT_BYTES))
  } catch (error) {
    const message = fileTrouble(error) ?? 'there is no such file'
    return { mistakes: [{ file: path, line: 1, column: 1, path: '', message }] }
  }
  return readContract(text, path, base, judge)
}
