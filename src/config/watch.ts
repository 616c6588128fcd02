import { type Stats, unwatchFile, watchFile } from 'node:fs'

const LOOK_EVERY_MS = 500

type State = Pick<Stats, 'mtimeMs' | 'ino'>

/**
 * Calls `onChange` after a configuration file was saved, and returns how to stop.
 *
 * The file is looked at, not watched by events: editors and Kubernetes replace it by renaming.
 */
export const watchConfig = (path: string, onChange: () => void): (() => void) => {
  let last: State | undefined
  const look = (now: State, before: State) => {
    // When a file comes back, Node gives as `before` what it was before it vanished: then nothing would have changed.
    const { mtimeMs, ino } = last ?? before
    last = now
    if (now.mtimeMs !== mtimeMs || now.ino !== ino) onChange()
  }
  watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, look)
  return () => unwatchFile(path, look)
}
