import { type Stats, statSync } from 'node:fs'

type State = Pick<Stats, 'mtimeMs' | 'ino'>

/** Files that are looked at until `stop`; `follow` names others, whose state just now is the one that they change from. */
export interface FileWatch {
  follow(paths: readonly string[]): void
  stop(): void
}

/**
 * Calls `onChange` after one of some files was saved.
 *
 * They are looked at once a second, not watched by events: editors and Kubernetes replace a file by renaming. A file that vanishes is a
 * change, and so is one that comes back as it was.
 */
export const watchFiles = (
  paths: readonly string[],
  onChange: () => void,
  everySecond: (act: () => void) => () => void,
): FileWatch => {
  let seen = lookAt(paths)
  const stop = everySecond(() => {
    let hasChanged = false
    for (const [path, state] of seen) {
      const now = look(path)
      if (now?.mtimeMs === state?.mtimeMs && now?.ino === state?.ino) continue
      seen.set(path, now)
      hasChanged = true
    }
    if (hasChanged) onChange()
  })
  return {
    follow: (next) => {
      seen = new Map(next.map((path) => [path, seen.has(path) ? seen.get(path) : look(path)]))
    },
    stop,
  }
}

const lookAt = (paths: readonly string[]): Map<string, State | undefined> =>
  new Map(paths.map((path) => [path, look(path)]))

const look = (path: string): State | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder that may not be entered any more: as if it were gone.
    return undefined
  }
}
