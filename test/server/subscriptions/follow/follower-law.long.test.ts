import { followRandomly } from '../../../support/follow-run.js'

test('10,000 random chains, orders and faults fit the law', async () => {
  let resumed = 0
  for (let seed = 1_001; seed <= 11_000; seed++) {
    const run = await followRandomly(seed)
    expect([seed, run.wrong]).toEqual([seed, []])
    resumed += run.resumed
  }
  expect(resumed).toBeGreaterThan(5_000)
}, 1_800_000)
