import { closeSync, openSync, readSync } from 'node:fs'

/**
 * CPU time of the thread of the event loop in milliseconds, from Linux's scheduler (its first
 * number); elsewhere that of all threads.
 */
const openClock = (): { readMs(): number; close(): void } => {
  const ofAllMs = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  if (process.platform !== 'linux') return { readMs: ofAllMs, close: () => {} }
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const text = Buffer.alloc(64)
  const readMs = (): number => {
    // Has the system count the time of the running thread up to now.
    process.cpuUsage()
    readSync(file, text, 0, text.length, 0)
    return Number.parseInt(text.toString('latin1'), 10) / 1_000_000
  }
  return { readMs, close: () => closeSync(file) }
}

/**
 * Measures the longest turn of the event loop during `work`, in milliseconds.
 *
 * A turn counts by its wall clock or its CPU time, whichever is less: a busy machine lengthens the
 * first. A turn that waits for the disk or for another process takes no CPU time.
 */
export const longestTurnMs = async (work: () => Promise<unknown>): Promise<number> => {
  const clock = openClock()
  let longest = 0
  let [wall, cpu] = [performance.now(), clock.readMs()]
  let isOver = false
  const look = (): void => {
    const [wallNow, cpuNow] = [performance.now(), clock.readMs()]
    longest = Math.max(longest, Math.min(wallNow - wall, cpuNow - cpu))
    wall = wallNow
    cpu = cpuNow
    if (isOver) clock.close()
    else setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    isOver = true
  }
  return longest
}
