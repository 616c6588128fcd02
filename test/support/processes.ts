import { readFileSync } from 'node:fs'

/**
 * Whether a process with this id runs; on Linux, one that has ended but was not yet collected by
 * its parent does not.
 */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  try {
    // The state follows the command's name, which is in parentheses and may hold any character
    // (proc(5)).
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !status.slice(status.lastIndexOf(')')).startsWith(') Z')
  } catch {
    return false
  }
}

/** Resolves when the process has ended. Errors: it still runs after `timeoutMs`. */
export const untilGone = async (pid: number, timeoutMs = 5_000): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  while (isRunning(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} still runs after ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
