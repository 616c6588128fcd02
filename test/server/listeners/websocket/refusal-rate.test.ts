import { RefusalRate } from '../../../../src/server/listeners/websocket/refusal-rate.js'

const LIMITS = { maxRefusalsPerSecond: 100, refusalSeconds: 5 }

/**
 * Returns whether patience ends when the given numbers of refusals come in one second after the
 * other, and one more in the second after them.
 */
const endsAfter = (perSecond: readonly number[], limits = LIMITS): boolean => {
  const patience = new RefusalRate()
  let isOver = false
  for (const [second, refusals] of [...perSecond, 1].entries()) {
    for (let refusal = 0; refusal < refusals; refusal++) {
      isOver = patience.isOverAfter(1, 1_000_000_000_000 + second * 1_000 + (refusal % 1_000), limits) || isOver
    }
  }
  return isOver
}

describe('patience', () => {
  test.each<[string, number[], boolean]>([
    ['ends after five seconds of more than 100', [101, 101, 101, 101, 101], true],
    ['lasts at exactly 100', [100, 100, 100, 100, 100, 100, 100], false],
    ['lasts for four seconds', [30_000, 30_000, 30_000, 30_000], false],
    ['begins again after a second that was better', [101, 101, 101, 101, 100, 101, 101, 101, 101], false],
    ['begins again after a second without any', [101, 101, 101, 101, 0, 101, 101, 101, 101], false],
    ['ends wherever five bad seconds stand', [0, 5, 101, 200, 101, 101, 101], true],
  ])('%s', (_case, perSecond, isOver) => {
    expect(endsAfter(perSecond)).toBe(isOver)
  })

  test('counts each member of a refused batch, and does as configured', () => {
    const patience = new RefusalRate()
    const limits = { maxRefusalsPerSecond: 2, refusalSeconds: 1 }
    expect(patience.isOverAfter(3, 5_000, limits)).toBe(false)
    expect(patience.isOverAfter(1, 6_000, limits)).toBe(true)
  })
})
