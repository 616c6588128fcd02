import fc from 'fast-check'
import { jsonFailureOffset } from '../../src/contracts/json-offset.js'

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
        // Everything before the place is fine: it can be completed, so the same cut text fails no earlier.
        expect(jsonFailureOffset(broken.slice(0, jsonFailureOffset(broken)))).toBe(jsonFailureOffset(broken))
      }),
    )
  })
})
