import { readdirSync, readFileSync } from 'node:fs'
import { stopwatch } from './stopwatch.js'

/**
 * The state of a process or thread: it follows the command's name, which is in parentheses and may
 * hold any character (proc(5)).
 */
const stateOf = (folder: string): string | undefined => {
  const status = readFileSync(`${folder}/stat`, 'utf8')
  return status[status.lastIndexOf(')') + 2]
}

/**
 * Returns whether a process with this id runs. On Linux, a process that has ended does not run,
 * even if its parent has not collected it yet.
 */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  try {
    return stateOf(`/proc/${pid}`) !== 'Z'
  } catch {
    return false
  }
}

/**
 * Resolves when the process has ended. Errors: it still runs after `timeoutMs` of this process's
 * own time; a busy machine lets it wait for its turn to end.
 */
export const untilGone = async (pid: number, timeoutMs = 20_000): Promise<void> => {
  const spentMs = stopwatch()
  try {
    while (isRunning(pid)) {
      if (spentMs('go on') > timeoutMs) throw new Error(`process ${pid} still runs after ${timeoutMs} ms`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    spentMs()
  }
}

/** Stops a process as SIGSTOP does; resolves when none of its threads runs any more. */
export const freeze = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP')
  if (process.platform !== 'linux') return
  const isStopped = (): boolean =>
    readdirSync(`/proc/${pid}/task`).every((thread) => stateOf(`/proc/${pid}/task/${thread}`) === 'T')
  while (!isStopped()) await new Promise((resolve) => setTimeout(resolve, 5))
}
