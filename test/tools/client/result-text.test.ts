import fc from 'fast-check'
import { itemTexts, resultText } from '../../../generated/client/src/core/result-text.js'

describe('the text of a result', () => {
  test('is the span that JSON.parse reads, whatever stands around it', () => {
    const message = fc.record({ jsonrpc: fc.constant('2.0'), id: fc.jsonValue(), result: fc.jsonValue() })
    fc.assert(
      fc.property(message, fc.nat({ max: 3 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(JSON.parse(resultText(text) as string)).toEqual(JSON.parse(JSON.stringify(value.result)))
        expect(text).toContain(resultText(text) as string)
      }),
    )
  })

  test.each([
    ['{"result":1,"result":2}', '2'],
    ['{"a":{"result":1},"\\u0072esult":-1e400 }', '-1e400'],
    ['{"error":{"result":1}}', undefined],
    ['{}', undefined],
    ['{"result":[]}', '[]'],
  ])('of %s is %s', (message, expected) => {
    expect(resultText(message)).toBe(expected)
  })
})

test('the texts of the items of an array are the spans that JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.nat({ max: 3 }), (items, indent) => {
      const text = JSON.stringify(items, null, indent)
      expect(itemTexts(text).map((item) => JSON.parse(item))).toEqual(JSON.parse(text))
    }),
  )
})
