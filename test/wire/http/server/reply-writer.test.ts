import fc from 'fast-check'
import { creditsText } from '../../../../src/wire/http/server/reply-writer.js'

test('credits are written as any whole number is, whatever was written before', () => {
  const credits = fc.oneof(fc.integer({ min: -5, max: 5_000 }), fc.maxSafeInteger())
  fc.assert(fc.property(credits, (count) => expect(creditsText(count)).toBe(String(count))))
  for (let count = 1_000_000_002_000; count > 999_999_999_000; count -= 7)
    expect(creditsText(count)).toBe(String(count))
})
