import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Where the recorded vectors are: they stay outside the repository. */
export const vectorFolder = process.env.TOLLGATE_VECTORS ?? resolve('../shared/vectors')

/** The vector files that this suite has a test for. */
export const knownFiles = [
  'clients.recorded-requests.json',
  'evm.execution-apis.json',
  'jsonrpc.spec-2.0.json',
  'solana.docs-and-clients.json',
  'solana.kit-expectations.json',
] as const

/** The files that are there; empty when the folder is not. */
export const filesPresent = (): string[] =>
  existsSync(vectorFolder) ? readdirSync(vectorFolder).filter((name) => name.endsWith('.json')) : []

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

/** Reads a file losslessly: what stands behind "request" and "response" is cut out of the text, not parsed and written again. */
export const readVectors = (name: string): Vector[] => {
  const bytes = readFileSync(resolve(vectorFolder, name))
  return elements(bytes.toString('utf8')).map((text) => {
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
}

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
