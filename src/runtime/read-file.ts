import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'

const BYTES_PER_MB = 1_000_000
/**
 * A pipe's `open` waits for a writer, and without this flag for ever; for a regular file it changes
 * nothing.
 */
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * A file that is there and is not read: a pipe, a device or a folder, or one with too many bytes.
 * The message says which, not the file.
 */
export class UnreadableFile extends Error {}

/**
 * What keeps a file from being read, in a few words for the operator; undefined: it is not there.
 */
export const fileTrouble = (error: unknown): string | undefined => {
  if (error instanceof UnreadableFile) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? undefined : `cannot be read (${code ?? message})`
}

/**
 * The bytes of a regular file that has at most `maxBytes`. What an operator names may be anything:
 * a pipe nobody writes to, or a device that never ends, would keep the process waiting or fill its
 * memory.
 *
 * Errors  throws UnreadableFile, or what the system says
 */
export const readRegularFile = (path: string, maxBytes: number): Buffer => {
  // Asked before it is opened, because to open some devices is to use them.
  checkFile(statSync(path), maxBytes)
  const file = openSync(path, READ_AT_ONCE)
  try {
    const { size } = checkFile(fstatSync(file), maxBytes)
    // One byte more than there should be: some files of the system say that they are empty, and
    // others grow meanwhile.
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
 * As `readRegularFile`, in a thread of Node's pool: for a process that serves meanwhile. Errors:
 * rejects as that throws.
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
