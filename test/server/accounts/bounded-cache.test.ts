import fc from 'fast-check'
import { BoundedCache } from '../../../src/server/accounts/bounded-cache.js'

const step = fc.record({
  what: fc.constantFrom('get', 'set', 'delete', 'clear'),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
})

/** The rule, slowly: a list of names with the last used at its end. */
const aList = (maxEntries: number) => {
  let entries: [string, number][] = []
  const without = (name: string) => entries.filter(([other]) => other !== name)
  return {
    get: (name: string) => {
      const entry = entries.find(([other]) => other === name)
      if (entry !== undefined) entries = [...without(name), entry]
      return entry?.[1]
    },
    set: (name: string, value: number) => {
      entries = [...without(name), [name, value] as [string, number]].slice(-maxEntries)
    },
    delete: (name: string) => {
      entries = without(name)
    },
    clear: () => {
      entries = []
    },
    names: () => entries.map(([name]) => name),
  }
}

test('what was used longest ago is forgotten first, whatever is read, written and deleted before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 30 }), (maxEntries, steps) => {
      const cache = new BoundedCache<number>(maxEntries)
      const list = aList(maxEntries)
      for (const [value, { what, name }] of steps.entries()) {
        if (what === 'get') expect(cache.get(name)).toBe(list.get(name))
        else if (what === 'set') {
          cache.set(name, value)
          list.set(name, value)
        } else if (what === 'delete') {
          cache.delete(name)
          list.delete(name)
        } else {
          cache.clear()
          list.clear()
        }
      }
      for (const name of list.names()) expect(cache.get(name)).toBe(list.get(name))
      expect(cache.size).toBe(list.names().length)
    }),
  )
})
