import { followRandomly } from '../../../support/follow-run.js'

/** follower-law.long.test.ts takes thousands of others. */
const SEEDS = 50

test('what listeners get fits the law, whatever the nodes do', async () => {
  let [removed, resumed] = [0, 0]
  for (let seed = 1; seed <= SEEDS; seed++) {
    const run = await followRandomly(seed)
    expect([seed, run.wrong]).toEqual([seed, []])
    removed += run.removed
    resumed += run.resumed
  }
  expect(removed).toBeGreaterThan(SEEDS)
  expect(resumed).toBeGreaterThan(SEEDS / 3)
}, 120_000)
