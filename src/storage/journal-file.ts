import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Journal, JournalLine, LeftJournal } from '../credits/journal.js'
import { tryLockFile } from './lock-file.js'

const ENDING = '.journal'
const FORGET_AT_BYTES = 1024 * 1024

const placeOf = (folder: string, processId: string) => {
  const path = join(folder, `${processId}${ENDING}`)
  return { path, lockPath: `${path}.lock` }
}

const remove = (path: string, lockPath: string): void => {
  rmSync(path, { force: true })
  rmSync(lockPath, { force: true })
}

/** Starts a process's journal in `folder`, which is made if it is not there; `isSynced` waits for the disk with every line. Errors: it cannot be written. */
export const openJournal = (folder: string, processId: string, isSynced = false): Journal => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { path, lockPath } = placeOf(folder, processId)
  // The lock goes with the process, however that ends; the lock comes first, so that nobody takes a living journal for a left one.
  const lock = tryLockFile(lockPath)
  if (lock === undefined) throw new Error(`another process already writes the journal ${path}`)
  const file = openSync(path, 'ax', 0o600)
  let line = 0
  let bytes = 0
  return {
    processId,
    append: (rows) => {
      const text = Buffer.from(`${JSON.stringify({ line: line + 1, rows })}\n`)
      // A piece of a line that did not fit on the disk is cut off again, or the next line would be unreadable.
      const written = writeSync(file, text)
      if (written !== text.length) {
        ftruncateSync(file, bytes)
        throw new Error(`the journal ${path} cannot be written`)
      }
      if (isSynced) fdatasyncSync(file)
      bytes += written
      line++
      return line
    },
    settled: (last) => {
      if (last < line || bytes < FORGET_AT_BYTES) return
      ftruncateSync(file, 0)
      bytes = 0
    },
    close: (isOver) => {
      closeSync(file)
      if (isOver) remove(path, lockPath)
      lock.close()
    },
  }
}

/** The lines that were written whole: the reply of one cut off by a crash never left. */
const readLines = (text: string): JournalLine[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalLine)

/** The journals in `folder` whose processes are gone, locked against other processes that start now; and how many are written to. */
export const leftJournals = (folder: string): { readonly left: readonly LeftJournal[]; readonly inUse: number } => {
  const left: LeftJournal[] = []
  let inUse = 0
  if (!existsSync(folder)) return { left, inUse }
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(ENDING)) continue
    const processId = name.slice(0, -ENDING.length)
    const { path, lockPath } = placeOf(folder, processId)
    const lock = tryLockFile(lockPath)
    if (lock === undefined) {
      inUse++
      continue
    }
    if (!existsSync(path)) {
      // Another process that starts now has settled it.
      lock.close()
      rmSync(lockPath, { force: true })
      continue
    }
    left.push({
      processId,
      lines: readLines(readFileSync(path, 'utf8')),
      close: (isOver) => {
        if (isOver) remove(path, lockPath)
        lock.close()
      },
    })
  }
  return { left, inUse }
}
