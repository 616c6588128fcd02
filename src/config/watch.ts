import { type Stats, statSync } from 'node:fs'

type State = Pick<Stats, 'mtimeMs' | 'ino'>

/**
 * Calls `onChange` after a configuration file was saved, and returns how to stop.
 *
 * The file is looked at once a second, not watched by events: editors and Kubernetes replace it by renaming. A file that vanishes is a
 * change, and so is one that comes back as it was.
 */
export const watchConfig = (
  path: string,
  onChange: () => void,
  everySecond: (act: () => void) => () => void,
): (() => void) => {
  let seen = look(path)
  return everySecond(() => {
    const now = look(path)
    if (now?.mtimeMs === seen?.mtimeMs && now?.ino === seen?.ino) return
    seen = now
    onChange()
  })
}

const look = (path: string): State | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder that may not be entered any more: as if it were gone.
    return undefined
  }
}
