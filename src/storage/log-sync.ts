import { close, fdatasync, openSync } from 'node:fs'

/** How long written pages wait: long enough for a hundred commits at the fullest load, short against the 1,000 pages of a checkpoint. */
const WAIT_MS = 100

/**
 * Brings SQLite's write-ahead log to the disk soon after it was written, beside the event loop.
 *
 * SQLite does so itself before it copies 1,000 pages into the database (a checkpoint), and every call waits meanwhile: 3 to 5 ms, and
 * 0.6 ms when the pages are on the disk already. Nothing rests on it: a failure is left for SQLite's own sync to meet, which the
 * system tells of it, too. No lock is on the log, so that opening and closing it once more gives none away.
 * Source  https://sqlite.org/wal.html, section 2.2; https://sqlite.org/howtocorrupt.html, section 2.2
 */
export class LogSync {
  private file: number | undefined
  private waiting: NodeJS.Timeout | undefined
  private isSyncing = false
  private isClosed = false

  constructor(private readonly path: string) {}

  /** Something was written. */
  wrote(): void {
    if (this.waiting !== undefined || this.isSyncing || this.isClosed) return
    this.waiting = setTimeout(() => this.sync(), WAIT_MS)
    this.waiting.unref()
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.waiting)
    if (!this.isSyncing) this.closeFile()
  }

  private sync(): void {
    this.waiting = undefined
    try {
      this.file ??= openSync(this.path, 'r+')
    } catch {
      return
    }
    this.isSyncing = true
    fdatasync(this.file, () => {
      this.isSyncing = false
      if (this.isClosed) this.closeFile()
    })
  }

  private closeFile(): void {
    if (this.file !== undefined) close(this.file, () => {})
    this.file = undefined
  }
}
