import fc from 'fast-check'
import { IntrusiveSet } from '../../src/runtime/intrusive-collections.js'

test('visits all items, also when some are removed meanwhile', () => {
  const step = fc.tuple(fc.nat(9), fc.boolean())
  const leavers = fc.array(fc.nat(9), { maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.array(leavers, { minLength: 10, maxLength: 10 }),
      (steps, leave) => {
        const roster = new IntrusiveSet<{ place: number }>()
        const items = Array.from({ length: 10 }, () => ({ place: 0 }))
        const there = new Set<{ place: number }>()
        for (const [index, comes] of steps) {
          const item = items[index]!
          if (comes && !there.has(item)) {
            roster.add(item)
            there.add(item)
          } else if (!comes) {
            roster.remove(item)
            there.delete(item)
          }
        }
        const shown = new Set<{ place: number }>()
        const left = new Set<{ place: number }>()
        roster.visit((item) => {
          expect(there.has(item) && !left.has(item)).toBe(true)
          shown.add(item)
          for (const index of leave[items.indexOf(item)]!) {
            roster.remove(items[index]!)
            left.add(items[index]!)
          }
        })
        // The set misses no member but those that left first.
        for (const item of there) expect(shown.has(item) || left.has(item)).toBe(true)
        const rest: number[] = []
        for (let item = roster.take(); item !== undefined; item = roster.take()) rest.push(items.indexOf(item))
        const staying = [...there].filter((item) => !left.has(item))
        expect(rest.sort()).toEqual(staying.map((item) => items.indexOf(item)).sort())
      },
    ),
  )
})
