import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Journal, JournalLine } from '../../credits/journal.js'
import type { ChargeRow } from '../../credits/usage/usage-store.js'
import { syncFolderOf, tryLockFile } from '../lock-file.js'
import { fileIdentity, systemIdentity } from '../real-path.js'
import { type JournalHead, readJournal } from './journal-lines.js'

/** Ending of journals' file names. */
export const ENDING = '.journal'
const FORGET_AT_BYTES = 1024 * 1024

/**
 * Paths of a process's journal; of its lock, which the process holds while it lives; and of the
 * file that replaces the journal, which a kill may leave unfinished.
 */
export const journalPlace = (folder: string, processId: string) => {
  const path = join(folder, `${processId}${ENDING}`)
  return { path, lockPath: `${path}.lock`, nextPath: `${path}.next` }
}

export type JournalPlace = ReturnType<typeof journalPlace>

/** Deletes what lies beside a journal. */
export const removeSideFiles = ({ lockPath, nextPath }: JournalPlace): void => {
  rmSync(nextPath, { force: true })
  rmSync(lockPath, { force: true })
}

/** Deletes a journal whose lines the store has. */
export const removeJournal = (place: JournalPlace): void => {
  rmSync(place.path, { force: true })
  removeSideFiles(place)
}

/**
 * Starts a process's journal in `folder`, creating the folder if needed. With `isSynced`, every
 * line waits for the disk. Throws if the journal cannot be written.
 */
export const openJournal = (folder: string, processId: string, isSynced = false): Journal => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return new JournalFile(folder, processId, isSynced)
}

const create = (path: string): number => openSync(path, 'ax', 0o600)

const textOf = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

const headOf = (processId: string, path: string): JournalHead => ({
  journal: 1,
  process: processId,
  file: fileIdentity(path),
  system: systemIdentity(),
})

class JournalFile implements Journal {
  private readonly place: JournalPlace
  private readonly lock: NonNullable<ReturnType<typeof tryLockFile>>
  private file: number
  private headBytes: number
  private line = 0
  private bytes = 0
  /** Size at which settled lines are dropped though others are not settled. */
  private renewAtBytes = FORGET_AT_BYTES
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
    this.file = create(path)
    try {
      this.write(headOf(processId, path))
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
    if (this.isClosed || this.bytes < FORGET_AT_BYTES) return
    if (last < this.line) return this.renew(last)
    this.renewAtBytes = FORGET_AT_BYTES
    this.bytes = this.headBytes
    this.isTorn = true
    try {
      this.cutOff()
    } catch {
      // The next line tries again. Until then the store knows that the lines are settled.
    }
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

  /**
   * Drops the lines up to `last`, though later ones are not settled: under load, some never are. If
   * that fails, the journal goes on as it is, and tries again at twice its size.
   */
  private renew(last: number): void {
    if (this.bytes < this.renewAtBytes) return
    this.renewAtBytes = 2 * this.bytes
    try {
      if (this.isTorn) this.cutOff()
      const text = readFileSync(this.place.path)
      // No line has a line feed inside, so a line starts behind this one.
      const start = text.lastIndexOf(`\n{"line":${last + 1},`)
      if (start >= 0) this.replace(text.subarray(start + 1))
    } catch {
      // If the disk fails, so does the next line.
    }
  }

  /** Puts a file with only these lines in the journal's place. A reader finds either file whole. */
  private replace(lines: Buffer): void {
    const { path, nextPath } = this.place
    const next = create(nextPath)
    try {
      const head = textOf(headOf(this.processId, nextPath))
      const text = Buffer.concat([head, lines])
      if (writeSync(next, text) !== text.length) throw new Error(`the journal ${nextPath} cannot be written`)
      if (this.isSynced) fdatasyncSync(next)
      renameSync(nextPath, path)
      this.headBytes = head.length
      this.bytes = text.length
    } catch (error) {
      closeSync(next)
      rmSync(nextPath, { force: true })
      throw error
    }
    const old = this.file
    this.file = next
    this.renewAtBytes = Math.max(FORGET_AT_BYTES, 2 * this.bytes)
    closeSync(old)
    if (this.isSynced) syncFolderOf(path)
  }

  private write(value: object): void {
    // Another file or socket may have its number now.
    if (this.isClosed) throw new Error(`the journal ${this.place.path} is closed`)
    const text = textOf(value)
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
