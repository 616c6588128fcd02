import fc from 'fast-check'
import { HeadClaims } from '../../../src/server/networks/head-claims.js'

const nodes = ['a', 'b', 'c'].map((name) => ({ name }))

/** Claims that polls bring, some of which repeat earlier ones, and withdrawals. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        node: fc.nat(2),
        number: fc.integer({ min: 0, max: 6 }),
        isShown: fc.boolean(),
        isLate: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ withdrawn: fc.nat(2) }) },
  ),
  { maxLength: 40 },
)

test('claims that are repeated come to the same agreement as claims that are all weighed anew', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 90_000 }), (taken, everyMs) => {
      const remembering = new HeadClaims(nodes, 3n, 1n)
      const anew = new HeadClaims(nodes, 3n, 1n)
      taken.forEach((step, index) => {
        const atMs = index * everyMs
        for (const claims of [remembering, anew]) {
          if ('withdrawn' in step) claims.withdraw(nodes[step.withdrawn]!)
          else {
            const number = BigInt(step.number >> 1)
            const { node, isShown, isLate } = step
            claims.set(nodes[node]!, { number, isShown, isLate, timestampMs: step.number, atMs })
          }
        }
        // A node that claims nothing has nothing to withdraw: only what was agreed is
        // forgotten.
        anew.withdraw({})
        expect(remembering.agreed(atMs)).toEqual(anew.agreed(atMs))
        for (const node of nodes) expect(remembering.isDistrusted(node)).toBe(anew.isDistrusted(node))
      })
    }),
  )
})

test('a repeated claim is learned when it is repeated, by those who claim as much', () => {
  const claims = new HeadClaims(nodes.slice(0, 2), 3n, 1n)
  const say = (node: number, number: bigint, atMs: number) =>
    claims.set(nodes[node]!, { number, isShown: false, isLate: false, timestampMs: undefined, atMs })
  say(0, 7n, 1_000)
  say(1, 6n, 1_000)
  expect(claims.agreed(1_000)).toMatchObject({ number: 7n, learnedAtMs: 1_000 })
  say(1, 6n, 2_000)
  expect(claims.agreed(2_000)).toMatchObject({ number: 7n, learnedAtMs: 1_000 })
  say(0, 7n, 2_500)
  expect(claims.agreed(2_500)).toMatchObject({ number: 7n, learnedAtMs: 2_500 })
})
