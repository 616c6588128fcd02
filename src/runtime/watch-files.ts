import { type Stats, statSync } from 'node:fs'
import { everySecond } from './every-second.js'

/** Whoever saves a file empties it first, and writes it in pieces: it counts as whole when two looks so far apart saw the same. */
const WHOLE_AFTER_MS = 100

type State = Pick<Stats, 'mtimeMs' | 'ino' | 'size'>

/**
 * Calls `onChange` after one of some files was saved, and all of them have been left alone for a tenth of a second.
 *
 * They are looked at once a second, not watched by events: editors, certificate tools and Kubernetes replace a file by renaming, often
 * behind a symbolic link. A file that vanishes is a change, and so is one that comes back as it was.
 */
export class FileWatch {
  private seen: Map<string, State | undefined>
  private settling: NodeJS.Timeout | undefined
  private readonly stopLooking: () => void

  constructor(
    paths: readonly string[],
    private readonly onChange: () => void,
  ) {
    this.seen = new Map(paths.map((path) => [path, look(path)]))
    this.stopLooking = everySecond(() => this.isDue())
  }

  /** From now on looks at these files; one that is new among them changes from its state just now. */
  follow(paths: readonly string[]): void {
    this.seen = new Map(paths.map((path) => [path, this.seen.has(path) ? this.seen.get(path) : look(path)]))
  }

  /** Takes the files as they are now for known: whoever reads them now need not be told of what was saved before. */
  know(): void {
    this.hasChanged()
  }

  /** Whether a file was saved since it was known, so that `onChange` is called soon. */
  isDue(): boolean {
    if (this.settling === undefined && this.hasChanged()) this.waitUntilWhole()
    return this.settling !== undefined
  }

  stop(): void {
    this.stopLooking()
    clearTimeout(this.settling)
  }

  private waitUntilWhole(): void {
    this.settling = setTimeout(() => {
      this.settling = undefined
      if (this.hasChanged()) this.waitUntilWhole()
      else this.onChange()
    }, WHOLE_AFTER_MS).unref()
  }

  /** Whether a file is another than at the look before. */
  private hasChanged(): boolean {
    let hasChanged = false
    for (const [path, before] of this.seen) {
      const now = look(path)
      if (now?.mtimeMs === before?.mtimeMs && now?.ino === before?.ino && now?.size === before?.size) continue
      this.seen.set(path, now)
      hasChanged = true
    }
    return hasChanged
  }
}

const look = (path: string): State | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder that may not be entered any more: as if it were gone.
    return undefined
  }
}
