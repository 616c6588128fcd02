import { type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { everySecond } from './every-second.js'
import { orAfter } from './time-limit.js'

/**
 * A program that saves a file empties it first and writes in pieces. The file counts as complete
 * once two polls this far apart agree.
 */
const WHOLE_AFTER_MS = 100
/** Time limit of a file's state: a mount whose server is gone never answers. */
const STATE_LIMIT_MS = 2_000
/** Node's pool has four threads, and DNS needs them, too. */
const MAX_UNANSWERED = 2

/** Distinguishes a saved file from the one before; undefined if there is no file. */
type State = Pick<Stats, 'mtimeMs' | 'ino' | 'size'> | undefined
/** States of files, by path. */
export type FileStates = ReadonlyMap<string, State>

/**
 * Calls `onChange` after a file was saved and all files have been unchanged for a tenth of a
 * second.
 *
 * It polls once a second instead of using events: editors, certificate tools and Kubernetes replace
 * a file by renaming, often behind a symbolic link. A file that disappears or reappears counts as
 * changed. Polls do not keep the process running, and never overlap.
 *
 * While the mount of a file does not answer, one thread of Node's pool waits for it. Until then
 * only the files before it in the list are polled: those behind it may be on the same mount. While
 * two threads wait, nothing counts as changed.
 */
export class FileWatch {
  private seen: Map<string, State>
  private wholeTimer: NodeJS.Timeout | undefined
  private polling: Promise<FileStates> | undefined
  private readonly unanswered = new Set<string>()
  private isStopped = false
  private readonly stopPolling: () => void

  constructor(
    paths: readonly string[],
    private readonly onChange: () => void,
    private readonly readState: (path: string) => Promise<State> = stateLater,
    private readonly stateLimitMs = STATE_LIMIT_MS,
  ) {
    this.seen = new Map(fileStates(paths))
    this.stopPolling = everySecond(() => {
      if (this.polling === undefined) void this.isDue()
    })
  }

  /** Replaces the list of files; a new one counts as changed if it differs from the given state. */
  follow(files: FileStates): void {
    this.seen = new Map([...files].map(([path, state]) => [path, this.seen.has(path) ? this.seen.get(path) : state]))
  }

  /**
   * Accepts the present state, so that a caller that reads the files now gets no call for earlier
   * saves.
   */
  async know(): Promise<void> {
    await this.hasChanged()
  }

  /** True if a file was saved since the accepted state: `onChange` follows soon. */
  async isDue(): Promise<boolean> {
    if (this.wholeTimer !== undefined) return true
    if ((await this.hasChanged()) && this.wholeTimer === undefined) this.waitUntilWhole()
    return this.wholeTimer !== undefined
  }

  stop(): void {
    this.isStopped = true
    this.stopPolling()
    clearTimeout(this.wholeTimer)
  }

  private waitUntilWhole(): void {
    if (!this.isStopped) this.wholeTimer = setTimeout(() => void this.checkAgain(), WHOLE_AFTER_MS).unref()
  }

  private async checkAgain(): Promise<void> {
    const hasChanged = await this.hasChanged()
    if (this.isStopped) return
    if (hasChanged) {
      this.waitUntilWhole()
      return
    }
    this.wholeTimer = undefined
    this.onChange()
  }

  private async hasChanged(): Promise<boolean> {
    let hasChanged = false
    for (const [path, now] of await this.poll()) {
      const before = this.seen.get(path)
      const isSame = now?.mtimeMs === before?.mtimeMs && now?.ino === before?.ino && now?.size === before?.size
      // The file is no longer watched.
      if (isSame || !this.seen.has(path)) continue
      this.seen.set(path, now)
      hasChanged = true
    }
    return hasChanged
  }

  /**
   * Polls after the running poll, which may have begun before the change that the caller asks
   * about.
   */
  private poll(): Promise<FileStates> {
    const before: Promise<unknown> = this.polling ?? Promise.resolve()
    const poll = before.then(() => this.readStates())
    this.polling = poll
    void poll.then(() => {
      if (this.polling === poll) this.polling = undefined
    })
    return poll
  }

  /** One after the other, so that a dead mount blocks one thread of Node's pool, not all. */
  private async readStates(): Promise<FileStates> {
    const states = new Map<string, State>()
    for (const path of this.seen.keys()) {
      if (this.unanswered.size === MAX_UNANSWERED) break
      if (!this.unanswered.has(path)) await orAfter(this.readInto(states, path), this.stateLimitMs, undefined)
      if (this.unanswered.has(path)) break
    }
    return states
  }

  private async readInto(states: Map<string, State>, path: string): Promise<void> {
    this.unanswered.add(path)
    states.set(path, await this.readState(path))
    this.unanswered.delete(path)
  }
}

/** The present states of files. */
export const fileStates = (paths: readonly string[]): FileStates => new Map(paths.map((path) => [path, stateNow(path)]))

const stateNow = (path: string): State => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder without access counts as missing.
    return undefined
  }
}

const stateLater = (path: string): Promise<State> => stat(path).catch(() => undefined)
