import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'

const BYTES_PER_MB = 1_000_000
/**
 * Without O_NONBLOCK, opening a pipe waits for a writer, perhaps forever; regular files are
 * unaffected.
 */
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * An existing file that is not read: a pipe, a device, a folder, or too large. The message gives
 * the reason without the name.
 */
export class UnreadableFile extends Error {}

/** Why a file cannot be read, in a few words for the operator; undefined if it does not exist. */
export const fileTrouble = (error: unknown): string | undefined => {
  if (error instanceof UnreadableFile) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? undefined : `cannot be read (${code ?? message})`
}

/**
 * Reads a regular file of at most `maxBytes`. An operator may name anything: a pipe without a
 * writer would block the process, an endless device would fill its memory.
 *
 * Errors  throws UnreadableFile, or the system's error
 */
export const readRegularFile = (path: string, maxBytes: number): Buffer => {
  // Checked before opening, because opening some devices has effects.
  checkFile(statSync(path), maxBytes)
  const file = openSync(path, READ_AT_ONCE)
  try {
    const { size } = checkFile(fstatSync(file), maxBytes)
    // Tries to read one byte more than the size: some system files report a size of 0, and others
    // grow during the read.
    const pieces: Buffer[] = []
    let length = 0
    for (let wanted = size + 1; ; wanted = Math.max(length, 4_096)) {
      const piece = Buffer.allocUnsafe(Math.min(wanted, maxBytes + 1 - length))
      const count = readSync(file, piece)
      if (count === 0) return Buffer.concat(pieces, length)
      pieces.push(piece.subarray(0, count))
      length += count
      if (length > maxBytes) throw tooLarge(maxBytes)
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Like `readRegularFile`, but on a thread of Node's pool, for a process that serves. Rejects with
 * its errors.
 */
export const readRegularFileLater = async (path: string, maxBytes: number): Promise<Buffer> => {
  checkFile(await stat(path), maxBytes)
  const file = await open(path, READ_AT_ONCE)
  try {
    checkFile(await file.stat(), maxBytes)
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of file.createReadStream({ end: maxBytes, autoClose: false })) {
      pieces.push(piece as Buffer)
      length += (piece as Buffer).length
    }
    if (length > maxBytes) throw tooLarge(maxBytes)
    return Buffer.concat(pieces, length)
  } finally {
    await file.close()
  }
}

const tooLarge = (maxBytes: number) =>
  new UnreadableFile(`is larger than ${maxBytes / BYTES_PER_MB} MB, the most that is read`)

const checkFile = <Found extends { isFile(): boolean; readonly size: number }>(
  found: Found,
  maxBytes: number,
): Found => {
  if (!found.isFile()) throw new UnreadableFile('is a pipe, a device or a folder: only regular files are read')
  if (found.size > maxBytes) throw tooLarge(maxBytes)
  return found
}

/**
 * A file's text, without the byte order mark that some editors write and JSON.parse refuses (RFC
 * 8259, section 8.1).
 */
export const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '')

/** The text of a template, with values in place of their names: `{{name}}`. */
export const filledTemplate = (template: URL, values: Readonly<Record<string, string>>): string =>
  readFileSync(template, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!)
