import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { IntrusiveMap, type MapItem } from '../../src/runtime/intrusive-collections.js'

class Item implements MapItem<Item> {
  behind: Item | undefined
  readonly payload: number[]

  constructor(
    readonly hash: number,
    size = 0,
  ) {
    this.payload = new Array<number>(size).fill(hash)
  }
}

test('holds what a Map would', () => {
  // Few numbers, so that they meet, and some that no 32 bits hold.
  const number = fc.oneof(
    fc.integer({ min: -20, max: 60 }),
    fc.constantFrom(2 ** 31, 2 ** 32 + 1, 2 ** 53 - 1, -(2 ** 31)),
  )
  const step = fc.tuple(fc.constantFrom('add', 'remove', 'remove', 'other'), number)
  const steps = fc.oneof(fc.array(step, { maxLength: 200 }), fc.array(fc.tuple(fc.constant('add'), number)))
  fc.assert(
    fc.property(steps, (all) => {
      const table = new IntrusiveMap<Item>()
      const model = new Map<number, Item>()
      for (const [what, key] of all) {
        const known = model.get(key)
        expect(table.get(key)).toBe(known)
        if (what === 'add' && known === undefined) {
          const item = new Item(key)
          table.add(item)
          model.set(key, item)
        } else if (what === 'remove' && known !== undefined) {
          expect(table.remove(known)).toBe(true)
          model.delete(key)
        } else if (what === 'other') expect(table.remove(new Item(key))).toBe(false)
        expect(table.size).toBe(model.size)
      }
      for (const [key, item] of model) expect(table.get(key)).toBe(item)
    }),
  )
})

test('a number that is none finds nothing', () => {
  const table = new IntrusiveMap<Item>()
  table.add(new Item(0))
  expect(table.get(Number.NaN)).toBeUndefined()
})

test('what comes and goes dies young, also when the table is old', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size
  const table = new IntrusiveMap<Item>()
  const underWay: Item[] = []
  const pass = (count: number) => {
    for (let at = 0; at < count; at++) {
      const item = new Item(at, 100)
      table.add(item)
      underWay.push(item)
      if (underWay.length > 4) table.remove(underWay.shift()!)
    }
  }
  pass(100)
  collect()
  const before = oldBytes()
  // 80 MB in all. With a Map in its place half of it gets old on Node 24.
  pass(100_000)
  expect(oldBytes() - before).toBeLessThan(8_000_000)
})
