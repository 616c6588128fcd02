import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const FOLDER = new URL('../vectors/', import.meta.url)

/**
 * The text of a file of vectors; packed ones end in `.gz`. `test/vectors/README.md` says where each
 * comes from.
 */
export const vectorText = (name: string): string => {
  const bytes = readFileSync(new URL(name, FOLDER))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

/**
 * A call and its answer as a node of Ethereum's execution APIs recorded them, each a line of bytes.
 */
export interface RecordedCall {
  readonly name: string
  readonly method: string
  readonly requestRaw: string
  readonly responseRaw: string
}

/** Calls of ninety methods and their answers, from Ethereum's execution APIs. */
export const executionCalls = (): readonly RecordedCall[] =>
  (JSON.parse(vectorText('evm.execution-apis.more.json.gz')) as { items: RecordedCall[] }).items

/** The vector files that this suite has a test for. */
export const knownFiles = [
  'clients.recorded-requests.json',
  'evm.execution-apis.json',
  'evm.execution-apis.more.json.gz',
  'evm.execution-apis.openrpc.json.gz',
  'jsonrpc.spec-2.0.json',
  'solana.docs-and-clients.json',
  'solana.kit-expectations.json',
  'subscription-frames.json',
] as const

/** The files that are there. */
export const filesPresent = (): string[] => readdirSync(fileURLToPath(FOLDER)).filter((name) => name !== 'README.md')

/** A vector: request and response as bytes, whatever big numbers are in them. */
export interface Vector {
  readonly source: string
  readonly comment: string
  /** Undefined where only a response was recorded. */
  readonly request: string | undefined
  /** Undefined where the server must not answer, or only a request was recorded. */
  readonly response: string | undefined
  readonly transport: 'http' | 'ws'
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Reads a file losslessly: what stands behind "request" and "response" is cut out of the text, not
 * parsed and written again.
 */
export const readVectors = (name: string): Vector[] =>
  elements(vectorText(name)).map((text) => {
    const json = JSON.parse(text)
    const raw = (key: 'request' | 'response'): string | undefined =>
      json[`${key}Raw`] ?? (json[key] ? memberText(text, key) : undefined)
    return {
      source: json.source,
      comment: json.comment ?? json.note ?? json.source.split(':').at(-1),
      request: raw('request'),
      response: raw('response'),
      transport: json.transport ?? 'http',
      headers: json.headers ?? {},
    }
  })

/** The end of the JSON value that begins at `start`, by counting brackets outside strings. */
const endOf = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"') {
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++
      if (depth === 0) return at + 1
    } else if (text[at] === '{' || text[at] === '[') depth++
    else if (text[at] === '}' || text[at] === ']') {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && text[at] === ',') return at
  }
  return text.length
}

const elements = (text: string): string[] => {
  const found: string[] = []
  for (let at = text.indexOf('[') + 1; ; ) {
    const start = text.indexOf('{', at)
    if (start < 0) return found
    at = endOf(text, start)
    found.push(text.slice(start, at))
  }
}

/** The text of a member's value in an object; undefined when it has no such member. */
export const memberText = (object: string, key: string): string | undefined => {
  for (let at = object.indexOf('{') + 1; ; ) {
    const start = object.indexOf('"', at)
    if (start < 0) return undefined
    const keyEnd = endOf(object, start)
    const name = JSON.parse(object.slice(start, keyEnd)) as string
    let value = object.indexOf(':', keyEnd) + 1
    while (' \n\r\t'.includes(object[value]!)) value++
    at = endOf(object, value)
    if (name === key) return object.slice(value, at).trimEnd()
  }
}
