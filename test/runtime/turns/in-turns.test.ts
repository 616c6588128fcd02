import fc from 'fast-check'
import { atOnce, inTurns, type Steps, sorting } from '../../../src/runtime/turns/in-turns.js'
import { turnsBeside } from '../../support/turns-beside.js'

/** Ten pieces of a millisecond each. */
function* slowly(): Steps<string> {
  let text = ''
  for (let piece = 0; piece < 10; piece++) {
    const endsMs = performance.now() + 1
    while (performance.now() < endsMs);
    text += piece
    yield
  }
  return text
}

test('what takes long is made between the turns of others', async () => {
  const made = inTurns(slowly())
  expect(await turnsBeside(made)).toBeGreaterThanOrEqual(4)
  expect(await made).toBe('0123456789')
})

test('at once, no one else has a turn', () => {
  let hasTurned = false
  setImmediate(() => {
    hasTurned = true
  })
  expect(atOnce(slowly())).toBe('0123456789')
  expect(hasTurned).toBe(false)
})

test('the error of a step is that of all', async () => {
  const broken = function* (): Steps<never> {
    yield
    throw new Error('piece 2')
  }
  await expect(inTurns(broken())).rejects.toThrow('piece 2')
  expect(() => atOnce(broken())).toThrow('piece 2')
})

test('sorts as Array.sort does, equal values in the order that they had', async () => {
  const row = fc.record({ rank: fc.integer({ min: 0, max: 50 }), id: fc.nat() })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 4_000, size: 'max' }), async (rows) => {
      const byRank = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank
      expect(await inTurns(sorting(rows, byRank))).toEqual([...rows].sort(byRank))
    }),
    { numRuns: 30 },
  )
})
