/** CPU time of this process on all its threads, in milliseconds. */
const workMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Measures the longest turn of the event loop during `work`, in milliseconds.
 *
 * A turn counts by its wall clock or its CPU time, whichever is less: a busy machine lengthens the
 * first, and a garbage collector on other threads the second.
 */
export const longestTurnMs = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let [wall, cpu] = [performance.now(), workMs()]
  let isOver = false
  const look = (): void => {
    const [wallNow, cpuNow] = [performance.now(), workMs()]
    longest = Math.max(longest, Math.min(wallNow - wall, cpuNow - cpu))
    wall = wallNow
    cpu = cpuNow
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  return longest
}
