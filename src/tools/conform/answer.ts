import { elementSpans, TextWalk } from '../../wire/json/spans.js'

export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON-RPC answer as received. */
export interface ReceivedAnswer {
  /** The whole text, for messages. */
  readonly text: string
  /** The id as written; undefined without an id. */
  readonly idText: string | undefined
  readonly value: Readonly<Record<string, unknown>>
  /** Violations of JSON-RPC 2.0 in it, one line each. */
  readonly faults: readonly string[]
}

const SHOWN_CHARACTERS = 160

/** A text for a message: shortened, on one line. */
export const shown = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)` : line
}

/** Reads one answer. Source: JSON-RPC 2.0, section 5 */
export const readAnswer = (text: string): ReceivedAnswer => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { text, idText: undefined, value: {}, faults: [`the answer is not JSON: ${shown(text) || '(empty)'}`] }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { text, idText: undefined, value: {}, faults: [`the answer is no object: ${shown(text)}`] }
  const members = topLevelMembers(text)
  return {
    text,
    idText: members.findLast(([name]) => name === 'id')?.[1],
    value: value as Record<string, unknown>,
    faults: [...envelopeFaults(value as Record<string, unknown>), ...repeated(members), ...roundedNumbers(text)],
  }
}

/** The answers of a batch; a text if it is not a batch. */
export const readBatch = (text: string): readonly ReceivedAnswer[] | string => {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return `the answer to a batch is no list: ${shown(text)}`
  } catch {
    return `the answer to a batch is not JSON: ${shown(text)}`
  }
  const bytes = Buffer.from(text)
  return elementSpans(bytes).map(({ start, end }) => readAnswer(bytes.toString('utf8', start, end)))
}

const envelopeFaults = (value: Record<string, unknown>): string[] => {
  const faults: string[] = []
  if (value.jsonrpc !== '2.0') faults.push(`"jsonrpc" is ${JSON.stringify(value.jsonrpc)}, not "2.0"`)
  // Some nodes write "error": null beside a result, which the specification forbids and clients
  // accept.
  const [hasResult, hasError] = ['result' in value, 'error' in value && value.error !== null]
  if (hasResult && hasError) faults.push('the answer has a result and an error')
  if (!hasResult && !hasError) faults.push('the answer has neither a result nor an error')
  if (!('id' in value)) faults.push('the answer has no id')
  if (!hasError) return faults
  const { code, message } = (value.error ?? {}) as Record<string, unknown>
  if (!Number.isInteger(code)) faults.push(`the error's code is ${JSON.stringify(code)}, not a whole number`)
  if (typeof message !== 'string') faults.push(`the error's message is ${JSON.stringify(message)}, not a text`)
  return faults
}

const repeated = (members: readonly (readonly [string, string])[]): string[] => {
  const names = members.map(([name]) => name)
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => `the member "${name}" is there twice`,
  )
}

/** No double has more digits: a longer number was not rounded to one. */
const MOST_DIGITS = 308
const LARGEST_U64 = 2n ** 64n - 1n

/** Integers over 64 bits that equal a double: JavaScript makes one of 18446744073709551615. */
const roundedNumbers = (text: string): string[] => {
  const outside =
    text
      .replaceAll(/\\[\s\S]/g, '__')
      .replaceAll(/"[^"]*"/g, '""')
      .match(/(?<![\d.eE+-])\d{20,}(?![\d.eE])/g) ?? []
  return [...new Set(outside)]
    .filter((digits) => digits.length <= MOST_DIGITS && BigInt(digits) > LARGEST_U64)
    .filter((digits) => BigInt(Number(digits)) - BigInt(digits) < 4096n)
    .map((digits) => `the number ${digits} was rounded: no 64-bit integer is as large`)
}

/** Names and values of an object's direct members, as written. The text must be JSON. */
const topLevelMembers = (text: string): (readonly [string, string])[] => {
  const bytes = Buffer.from(text)
  const walk = new TextWalk(bytes)
  const members: [string, string][] = []
  walk.enter()
  while (walk.next()) {
    const { key, value } = walk.member()
    const name = JSON.parse(bytes.toString('utf8', key.start, key.end)) as string
    members.push([name, bytes.toString('utf8', value.start, value.end)])
  }
  return members
}
