/** CPU time of `parse` on the machine that the tests' bounds of CPU time were measured on. */
const REFERENCE_MS = 7
const REPEATS = 30

const TEXT = JSON.stringify(
  Array.from({ length: 20_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_call', params: [] })),
)

/** CPU time of parsing 1.2 MB of calls, in milliseconds. */
const parse = (): number => {
  const began = process.cpuUsage()
  JSON.parse(TEXT)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

/**
 * How many times longer than the reference machine this one takes for the same work; 1 for a faster
 * machine. It is the CPU time of the fastest of 30 repeats, so other processes do not add to it.
 */
export const machineSlowness = (): number =>
  Math.max(1, Math.min(...Array.from({ length: REPEATS }, parse)) / REFERENCE_MS)
