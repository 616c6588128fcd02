/** Milliseconds of work of this process, on all its threads. */
const workMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * The longest turn of the event loop while something is done, in milliseconds that the process worked.
 *
 * Of each turn the lesser of wall clock and CPU time counts: a machine that lets others run in the middle of a turn lengthens the first, and
 * a collector on other threads the second.
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
