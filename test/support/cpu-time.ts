/**
 * The CPU time of this process that an action takes, in milliseconds: a busy machine, which halts
 * the process in between, does not add to it.
 */
export const cpuMsOf = (act: () => void): number => {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
