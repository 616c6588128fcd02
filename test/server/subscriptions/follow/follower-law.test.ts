import { followRandomly } from '../../../support/follow-run.js'

test('what listeners get fits the law, whatever the nodes do', async () => {
  let [removed, resumed] = [0, 0]
  for (let seed = 1; seed <= 300; seed++) {
    const run = await followRandomly(seed)
    expect([seed, run.wrong]).toEqual([seed, []])
    removed += run.removed
    resumed += run.resumed
  }
  expect(removed).toBeGreaterThan(300)
  expect(resumed).toBeGreaterThan(100)
}, 120_000)
