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
  const longest = await longestTurnMs(async () => {
    await nextTurn()
    compute(40)
    await nextTurn()
    await sleep(100)
  })
  expect(longest).toBeGreaterThan(20)
  expect(longest).toBeLessThan(80)
})
