import fc from 'fast-check'
import { lineFinder, offsetOf, placesOf } from '../../src/contract/json-places.js'

const jsonFailureOffset = (text: string): number => placesOf(text).end

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the place where a text stops being JSON', () => {
  test('is the end of every text that is JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat({ max: 3 }), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent)
        expect(jsonFailureOffset(spaced)).toBe(spaced.length)
      }),
    )
  })

  test('is where a character that JSON does not know was put in, or before the token it broke', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, seed) => {
        const at = seed % (text.length + 1)
        const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`
        expect(isJson(broken)).toBe(false)
        expect(jsonFailureOffset(broken)).toBeLessThanOrEqual(at)
        // Everything before the place is fine: it can be completed, so the same cut text fails no
        // earlier.
        expect(jsonFailureOffset(broken.slice(0, jsonFailureOffset(broken)))).toBe(jsonFailureOffset(broken))
      }),
    )
  })
})

describe('the places of a JSON text', () => {
  test('are those of every value, by its pointer', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 3 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const places = placesOf(text)
        expect(places.duplicates).toEqual([])
        for (const [pointer, offset] of places.offsets) {
          const keys = pointer.split('/').slice(1)
          const found = keys.reduce<unknown>(
            (inner, key) => (inner as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
            JSON.parse(text),
          )
          expect(text.startsWith(JSON.stringify(found).slice(0, 1), offset)).toBe(true)
        }
        const size = (inner: unknown): number =>
          typeof inner === 'object' && inner !== null
            ? Object.values(inner).reduce<number>((sum, member) => sum + size(member), 1)
            : 1
        expect(places.offsets.size).toBe(size(JSON.parse(text)))
      }),
    )
  })

  test('tell keys that stand twice, also when one of them is written with an escape', () => {
    const text = '{"a": {"price": 255, "pr\\u0069ce": 25}, "price": 1}'
    expect(placesOf(text).duplicates).toEqual([{ pointer: '/a/price', key: 'price', offset: 21, firstOffset: 7 }])
  })

  test('of something missing are those of the innermost value around it', () => {
    const text = '{\n  "a": {\n    "b": 1\n  }\n}'
    const [places, find] = [placesOf(text), lineFinder(text)]
    expect(find(offsetOf(places, '/a/b'))).toEqual({ line: 3, column: 10 })
    expect(find(offsetOf(places, '/a/c/d'))).toEqual({ line: 2, column: 8 })
    expect(find(offsetOf(places, '/nowhere'))).toEqual({ line: 1, column: 1 })
  })
})
