import { unwatchFile, watchFile } from 'node:fs'

const LOOK_EVERY_MS = 500

/**
 * Calls `onChange` after a configuration file was saved, and returns how to stop.
 *
 * The file is looked at, not watched by events: editors and Kubernetes replace it by renaming.
 */
export const watchConfig = (path: string, onChange: () => void): (() => void) => {
  const look = (now: { mtimeMs: number; ino: number }, before: { mtimeMs: number; ino: number }) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) onChange()
  }
  watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, look)
  return () => unwatchFile(path, look)
}
