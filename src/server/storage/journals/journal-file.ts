import { closeSync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Journal, JournalLine } from '../../credits/journal.js'
import type { ChargeRow } from '../../credits/usage/usage-store.js'
import { tryLockFile } from '../lock-file.js'
import { fileIdentity, systemIdentity } from '../real-path.js'
import { type JournalHead, readJournal } from './journal-lines.js'

/** Ending of journals' file names. */
export const ENDING = '.journal'
const FORGET_AT_BYTES = 1024 * 1024

/** Paths of a process's journal and of its lock, which the process holds while it lives. */
export const journalPlace = (folder: string, processId: string) => {
  const path = join(folder, `${processId}${ENDING}`)
  return { path, lockPath: `${path}.lock` }
}

/** Deletes a journal whose lines the store has. */
export const removeJournal = ({ path, lockPath }: ReturnType<typeof journalPlace>): void => {
  rmSync(path, { force: true })
  rmSync(lockPath, { force: true })
}

/**
 * Starts a process's journal in `folder`, creating the folder if needed. With `isSynced`, every
 * line waits for the disk. Throws if the journal cannot be written.
 */
export const openJournal = (folder: string, processId: string, isSynced = false): Journal => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return new JournalFile(folder, processId, isSynced)
}

class JournalFile implements Journal {
  private readonly place: ReturnType<typeof journalPlace>
  private readonly lock: NonNullable<ReturnType<typeof tryLockFile>>
  private readonly file: number
  private readonly headBytes: number
  private line = 0
  private bytes = 0
  private isTorn = false
  private isClosed = false

  constructor(
    folder: string,
    readonly processId: string,
    private readonly isSynced: boolean,
  ) {
    this.place = journalPlace(folder, processId)
    const { path, lockPath } = this.place
    // Locked before the journal exists, so that no process takes a live journal for a left one. The
    // system frees the lock however the process ends.
    const lock = tryLockFile(lockPath)
    if (lock === undefined) throw new Error(`another process already writes the journal ${path}`)
    this.lock = lock
    this.file = openSync(path, 'ax', 0o600)
    const head: JournalHead = { journal: 1, process: processId, file: fileIdentity(path), system: systemIdentity() }
    try {
      this.write(head)
    } catch {
      // Without a head the journal counts as a copy. If it cannot be written at all, the first line
      // fails.
    }
    this.headBytes = this.bytes
  }

  append(rows: readonly ChargeRow[]): number {
    this.write({ line: this.line + 1, rows })
    this.line++
    return this.line
  }

  settled(last: number): void {
    if (this.isClosed || last < this.line || this.bytes < FORGET_AT_BYTES) return
    this.bytes = this.headBytes
    this.cutOff()
  }

  linesAfter(last: number): JournalLine[] {
    return readJournal(readFileSync(this.place.path, 'utf8')).lines.filter(({ line }) => line > last)
  }

  close(isOver: boolean): void {
    this.isClosed = true
    closeSync(this.file)
    if (isOver) removeJournal(this.place)
    this.lock.close()
  }

  private write(value: object): void {
    // Another file or socket may have its number now.
    if (this.isClosed) throw new Error(`the journal ${this.place.path} is closed`)
    const text = Buffer.from(`${JSON.stringify(value)}\n`)
    if (this.isTorn) this.cutOff()
    try {
      if (writeSync(this.file, text) !== text.length)
        throw new Error(`the journal ${this.place.path} cannot be written`)
      if (this.isSynced) fdatasyncSync(this.file)
    } catch (error) {
      // Cut off what may not be on the disk: part of a line would spoil the next one, and a whole
      // line was not charged.
      this.isTorn = true
      this.cutOff()
      throw error
    }
    this.bytes += text.length
  }

  private cutOff(): void {
    ftruncateSync(this.file, this.bytes)
    this.isTorn = false
  }
}
