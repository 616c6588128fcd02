import { closeSync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Journal } from '../credits/journal.js'
import { type JournalHead, readJournal } from './journal-lines.js'
import { tryLockFile } from './lock-file.js'
import { fileIdentity, systemIdentity } from './real-path.js'

/** How the names of journals end. */
export const ENDING = '.journal'
const FORGET_AT_BYTES = 1024 * 1024

/** A process's journal in a folder, and the lock that is held for as long as the process lives. */
export const journalPlace = (folder: string, processId: string) => {
  const path = join(folder, `${processId}${ENDING}`)
  return { path, lockPath: `${path}.lock` }
}

/** Deletes a journal that the store has everything of. */
export const removeJournal = ({ path, lockPath }: ReturnType<typeof journalPlace>): void => {
  rmSync(path, { force: true })
  rmSync(lockPath, { force: true })
}

/** Starts a process's journal in `folder`, which is made if it is not there; `isSynced` waits for the disk with every line. Errors: it cannot be written. */
export const openJournal = (folder: string, processId: string, isSynced = false): Journal => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const place = journalPlace(folder, processId)
  const { path } = place
  // The system frees the lock when the process ends in any way. It is taken first, so that no process takes a living journal for a left one.
  const lock = tryLockFile(place.lockPath)
  if (lock === undefined) throw new Error(`another process already writes the journal ${path}`)
  const file = openSync(path, 'ax', 0o600)
  let line = 0
  let bytes = 0
  let isTorn = false
  const cutOff = (): void => {
    ftruncateSync(file, bytes)
    isTorn = false
  }
  const write = (value: object): void => {
    const text = Buffer.from(`${JSON.stringify(value)}\n`)
    if (isTorn) cutOff()
    try {
      if (writeSync(file, text) !== text.length) throw new Error(`the journal ${path} cannot be written`)
      if (isSynced) fdatasyncSync(file)
    } catch (error) {
      // What is not certain to be on the disk is cut off again: a piece of a line would spoil the next one, and a whole one was not charged.
      isTorn = true
      cutOff()
      throw error
    }
    bytes += text.length
  }
  const head: JournalHead = { journal: 1, process: processId, file: fileIdentity(path), system: systemIdentity() }
  try {
    write(head)
  } catch {
    // Without it the journal passes for a copy; whether lines can be written, the first of them finds out.
  }
  const headBytes = bytes
  return {
    processId,
    append: (rows) => {
      write({ line: line + 1, rows })
      line++
      return line
    },
    settled: (last) => {
      if (last < line || bytes < FORGET_AT_BYTES) return
      bytes = headBytes
      cutOff()
    },
    linesAfter: (last) => readJournal(readFileSync(path, 'utf8')).lines.filter(({ line: number }) => number > last),
    close: (isOver) => {
      closeSync(file)
      if (isOver) removeJournal(place)
      lock.close()
    },
  }
}
