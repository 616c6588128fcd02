import { type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { everySecond } from './every-second.js'
import { orAfter } from './time-limit.js'

/**
 * Whoever saves a file empties it first, and writes it in pieces: it counts as whole when two looks
 * so far apart saw the same.
 */
const WHOLE_AFTER_MS = 100
/** How long a look is waited for: a mount whose server is gone never answers. */
const LOOK_LIMIT_MS = 2_000

/** What tells a saved file from the one before; undefined: it is not there. */
type State = Pick<Stats, 'mtimeMs' | 'ino' | 'size'> | undefined
/** Files by their paths, as they were at some time. */
export type FileStates = ReadonlyMap<string, State>

/**
 * Calls `onChange` after one of some files was saved, and all of them have been left alone for a
 * tenth of a second.
 *
 * They are looked at once a second, not watched by events: editors, certificate tools and
 * Kubernetes replace a file by renaming, often behind a symbolic link. A file that vanishes is a
 * change, and so is one that comes back as it was. The looks do not hold the process up, and there
 * is one at a time: while a mount does not answer, one thread of Node's pool waits for it, and
 * nothing has changed.
 */
export class FileWatch {
  private seen: Map<string, State>
  private settling: NodeJS.Timeout | undefined
  private looking: Promise<FileStates> | undefined
  private isStopped = false
  private readonly stopLooking: () => void

  constructor(
    paths: readonly string[],
    private readonly onChange: () => void,
  ) {
    this.seen = new Map(fileStates(paths))
    this.stopLooking = everySecond(() => {
      if (this.looking === undefined) void this.isDue()
    })
  }

  /**
   * From now on looks at these files; one that is new among them changes from the state that is
   * given.
   */
  follow(files: FileStates): void {
    this.seen = new Map([...files].map(([path, state]) => [path, this.seen.has(path) ? this.seen.get(path) : state]))
  }

  /**
   * Takes the files as they are now for known: whoever reads them now need not be told of what was
   * saved before.
   */
  async know(): Promise<void> {
    await this.hasChanged()
  }

  /** Whether a file was saved since it was known, so that `onChange` is called soon. */
  async isDue(): Promise<boolean> {
    if (this.settling !== undefined) return true
    if ((await this.hasChanged()) && this.settling === undefined) this.waitUntilWhole()
    return this.settling !== undefined
  }

  stop(): void {
    this.isStopped = true
    this.stopLooking()
    clearTimeout(this.settling)
  }

  private waitUntilWhole(): void {
    if (!this.isStopped) this.settling = setTimeout(() => void this.settle(), WHOLE_AFTER_MS).unref()
  }

  private async settle(): Promise<void> {
    const hasChanged = await this.hasChanged()
    if (this.isStopped) return
    if (hasChanged) {
      this.waitUntilWhole()
      return
    }
    this.settling = undefined
    this.onChange()
  }

  /** Whether a file is another than at the look before. */
  private async hasChanged(): Promise<boolean> {
    const states = await orAfter(this.look(), LOOK_LIMIT_MS, undefined)
    let hasChanged = false
    for (const [path, now] of states ?? []) {
      const before = this.seen.get(path)
      const isSame = now?.mtimeMs === before?.mtimeMs && now?.ino === before?.ino && now?.size === before?.size
      // One that is no longer followed does not count.
      if (isSame || !this.seen.has(path)) continue
      this.seen.set(path, now)
      hasChanged = true
    }
    return hasChanged
  }

  /**
   * Looks at the files after the look before has ended: it may have begun before what the caller
   * asks about.
   */
  private look(): Promise<FileStates> {
    const before: Promise<unknown> = this.looking ?? Promise.resolve()
    const look = before.then(() => statesLater([...this.seen.keys()]))
    this.looking = look
    void look.then(() => {
      if (this.looking === look) this.looking = undefined
    })
    return look
  }
}

/** The files as they are now. */
export const fileStates = (paths: readonly string[]): FileStates => new Map(paths.map((path) => [path, stateNow(path)]))

const stateNow = (path: string): State => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder that may not be entered any more: as if it were gone.
    return undefined
  }
}

/**
 * One after the other, so that files on a mount that does not answer hold one thread of Node's pool
 * and not all.
 */
const statesLater = async (paths: readonly string[]): Promise<FileStates> => {
  const states = new Map<string, State>()
  for (const path of paths) states.set(path, await stat(path).catch(() => undefined))
  return states
}
