import { readFileSync } from 'node:fs'
import { jsonFailureOffset } from './json-offset.js'

/** The document of a file, or the one mistake that keeps it from being JSON, with its line and column. */
type ContractReading = { readonly document: unknown } | { readonly mistake: string }

/** Parses the text of openrpc.json. */
export const parse = (text: string, name: string): ContractReading => {
  try {
    return { document: JSON.parse(text) }
  } catch (error) {
    const { message } = error as SyntaxError
    const before = text.slice(0, jsonFailureOffset(text)).split('\n')
    return { mistake: `${name}:${before.length}:${(before.at(-1)?.length ?? 0) + 1} is not JSON: ${message}` }
  }
}

/** Reads openrpc.json; a file that cannot be read is a mistake too. */
export const read = (path: string): ContractReading => {
  try {
    return parse(readFileSync(path, 'utf8'), path)
  } catch (error) {
    return { mistake: `${path} cannot be read: ${(error as Error).message}` }
  }
}
