import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { longestTurnMs } from './longest-turn.js'

/** Computes until the process has had so much CPU time. */
const compute = (ms: number): void => {
  const before = process.cpuUsage()
  const usedMs = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  while (usedMs() < ms);
}

test('a turn is as long as what it computes, and waiting is no turn', async () => {
  const measure = () =>
    longestTurnMs(async () => {
      await nextTurn()
      compute(40)
      await nextTurn()
      await sleep(100)
    })
  let longest = await measure()
  // A garbage collection, which the work did not cause, lengthens some turn, but not each.
  for (let run = 1; run < 20 && longest >= 80; run++) longest = Math.min(longest, await measure())
  expect(longest).toBeGreaterThan(20)
  expect(longest).toBeLessThan(80)
})
