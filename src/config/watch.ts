import { type Stats, statSync } from 'node:fs'

/**
 * Calls `onChange` after a configuration file was saved, and returns how to stop.
 *
 * The file is looked at once a second, not watched by events: editors and Kubernetes replace it by renaming. One that is gone is not a
 * change; the next one in its place is.
 */
export const watchConfig = (
  path: string,
  onChange: () => void,
  everySecond: (act: () => void) => () => void,
): (() => void) => {
  let seen = look(path)
  return everySecond(() => {
    const now = look(path)
    if (now === undefined || (now.mtimeMs === seen?.mtimeMs && now.ino === seen.ino)) return
    seen = now
    onChange()
  })
}

const look = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder that may not be entered any more: as if it were gone.
    return undefined
  }
}
