import { followRandomly } from '../../../support/follow-run.js'

/** `TOLLGATE_LAW_RUNS=10000` tries as many as a release is tried with. */
const RUNS = Number(process.env.TOLLGATE_LAW_RUNS ?? 1_500)

test(`${RUNS} random chains, orders and faults fit the law`, async () => {
  let resumed = 0
  for (let seed = 1_001; seed <= 1_000 + RUNS; seed++) {
    const run = await followRandomly(seed)
    expect([seed, run.wrong]).toEqual([seed, []])
    resumed += run.resumed
  }
  expect(resumed).toBeGreaterThan(RUNS / 2)
}, 1_800_000)
