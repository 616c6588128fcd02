import fc from 'fast-check'
import { HedgeBudget } from '../../../src/server/upstreams/health/hedge-budget.js'
import { LatencyWindow } from '../../../src/server/upstreams/health/recent-calls.js'

describe('the hedge budget', () => {
  test('never lets more through than a tenth of the calls and twenty, however they come', () => {
    const step = fc.constantFrom('call', 'call', 'call', 'hedge', 'hedge', 'undone')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 2_000 }), (steps) => {
        const budget = new HedgeBudget()
        let [calls, hedges] = [0, 0]
        for (const step of steps) {
          if (step === 'call') {
            budget.earn()
            calls += 1
          } else if (budget.spend()) {
            if (step === 'undone') budget.giveBack()
            else hedges += 1
          }
          if (hedges > 20 + calls / 10) return false
        }
        return true
      }),
    )
  })

  test('lends twenty at most, which the calls that come pay back before another is let through', () => {
    const budget = new HedgeBudget()
    while (budget.spend());
    for (let count = 0; count < 50; count++) budget.borrow()
    const calls = () => {
      let count = 0
      for (; !budget.spend(); count++) budget.earn()
      return count
    }
    expect(calls()).toBe(210)
    expect(calls()).toBe(10)
  })

  test('saves no more than twenty, and ten calls earn one', () => {
    const budget = new HedgeBudget()
    for (let call = 0; call < 10_000; call++) budget.earn()
    let spent = 0
    while (budget.spend()) spent += 1
    expect(spent).toBe(20)
    for (let call = 0; call < 9; call++) budget.earn()
    expect(budget.spend()).toBe(false)
    budget.earn()
    expect([budget.spend(), budget.spend()]).toEqual([true, false])
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
        fc.array(fc.double({ min: 0, max: 10_000, noNaN: true }), { minLength: 20, maxLength: 400 }),
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
