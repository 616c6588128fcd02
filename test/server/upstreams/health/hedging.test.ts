import fc from 'fast-check'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { AccountLatencies, HedgeBudget, LatencyWindow } from '../../../../src/server/upstreams/health/hedging.js'
import { spendAll } from '../../../support/spend-all.js'

describe('the hedge budget', () => {
  test('never lets more through than a tenth of the calls and twenty, however they come', () => {
    const accounts = [undefined, new AccountShare(), new AccountShare()]
    const step = fc.constantFrom<'call' | number>('call', 'call', 'call', 0, 1, 2)
    fc.assert(
      fc.property(fc.array(step, { maxLength: 2_000 }), (steps) => {
        const budget = new HedgeBudget()
        let [calls, hedges] = [0, 0]
        for (const step of steps) {
          if (step === 'call') {
            budget.earn()
            calls += 1
          } else if (budget.hasRoom(accounts[step])) {
            budget.spend(accounts[step])
            hedges += 1
          }
          if (hedges > 20 + calls / 10) return false
        }
        return true
      }),
    )
  })

  test('saves no more than twenty, and ten calls earn one', () => {
    const budget = new HedgeBudget()
    for (let call = 0; call < 10_000; call++) budget.earn()
    expect(spendAll(budget)).toBe(20)
    for (let call = 0; call < 9; call++) budget.earn()
    expect(spendAll(budget)).toBe(0)
    budget.earn()
    expect(spendAll(budget)).toBe(1)
  })

  test('gives one account fifteen at once, then one for ten calls, and keeps room for another', () => {
    const budget = new HedgeBudget()
    const [greedy, other] = [new AccountShare(), new AccountShare()]
    expect(spendAll(budget, greedy)).toBe(15)
    let more = 0
    for (let call = 0; call < 1_000; call++) {
      budget.earn()
      more += spendAll(budget, greedy)
    }
    expect(more).toBe(100)
    expect(spendAll(budget, other)).toBeGreaterThanOrEqual(3)
  })
})

describe('the latencies of accounts', () => {
  const answers = (latencies: AccountLatencies, account: string, count: number, ms: number, atMs = 0) => {
    for (let answer = 0; answer < count; answer++) latencies.add(account, ms, atMs)
  }

  test('are apart; the first answers of all stand for those of a new account, up to 500 ms', () => {
    const latencies = new AccountLatencies()
    expect(latencies.p95Ms('new', 0)).toBe(500)
    answers(latencies, 'quick', 40, 5)
    answers(latencies, 'medium', 40, 70)
    expect(['quick', 'medium', 'new'].map((account) => latencies.p95Ms(account, 0))).toEqual([5, 70, 70])
    answers(latencies, 'slow', 1_000, 3_000)
    expect(['quick', 'slow', 'new'].map((account) => latencies.p95Ms(account, 0))).toEqual([5, 3_000, 500])
    for (let account = 0; account < 7; account++) answers(latencies, `quick ${account}`, 20, 5)
    expect(latencies.p95Ms('new', 0)).toBe(5)
  })

  test('are forgotten after a minute without an answer', () => {
    const latencies = new AccountLatencies()
    answers(latencies, 'slow', 20, 3_000)
    for (let account = 0; account < 9; account++) answers(latencies, `quick ${account}`, 20, 5)
    expect([63_000, 63_001].map((nowMs) => latencies.p95Ms('slow', nowMs))).toEqual([3_000, 5])
  })
})

describe('the latency window', () => {
  const filled = (samples: readonly number[]) => {
    const window = new LatencyWindow()
    for (const sample of samples) window.add(sample)
    return window
  }

  test('knows nothing until there were twenty answers', () => {
    expect(filled(Array(19).fill(5)).p95Ms()).toBeUndefined()
    expect(filled(Array(20).fill(5)).p95Ms()).toBe(5)
  })

  test('says what nineteen of the last twenty stayed within, at most sixteen answers late', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: 0, max: 10_000, noNaN: true }), { minLength: 20, maxLength: 400 }),
        (samples) => {
          const p95 = filled(samples).p95Ms()!
          const recent = samples.slice(-128)
          const within = recent.filter((sample) => sample <= p95).length
          const below = recent.filter((sample) => sample < p95).length
          return within >= recent.length * 0.95 && below < recent.length * 0.95
        },
      ),
    )
  })

  test('forgets: a network that became slow is known to be slow within 128 answers', () => {
    const window = filled(Array(500).fill(10))
    expect(window.p95Ms()).toBe(10)
    for (let sample = 0; sample < 128; sample++) window.add(300)
    expect(window.p95Ms()).toBe(300)
  })
})
