import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { lineFinder, placesOf } from '../contract/json-places.js'
import { parseExact } from '../runtime/exact-json.js'
import { textOf } from '../runtime/read-file.js'
import { CommandError, type Input } from './command.js'
import { messageOf } from './system-error.js'

/** The text of a file that a command names, which may be gzipped. Errors: CommandError */
export const readText = (path: string, { io }: Input): string => {
  try {
    const bytes = readFileSync(resolve(io.cwd, path))
    return textOf(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes)
  } catch (error) {
    throw new CommandError(messageOf(error, path))
  }
}

/** The JSON in a file; `name` stands for the file in messages. Errors: CommandError */
export const readJson = (path: string, input: Input, name = path): unknown => {
  const text = readText(path, input)
  try {
    return parseExact(text)
  } catch (error) {
    const { line, column } = lineFinder(text)(placesOf(text).end)
    throw new CommandError(`${name}:${line}:${column}: is not JSON: ${(error as Error).message}`)
  }
}
