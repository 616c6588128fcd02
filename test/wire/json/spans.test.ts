import fc from 'fast-check'
import { endOfText } from '../../../src/wire/json/spans.js'
import { runs } from '../../support/runs.js'

/** Found the slow way. */
const endOf = (text: string): number => {
  let at = 0
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at, text.length)
}

describe('the end of a text', () => {
  test('is its first quote that no backslash escapes, however far it is', () => {
    const piece = fc.oneof(
      fc.nat(200).map((length) => 'x'.repeat(length)),
      fc.nat(5).map((length) => '\\'.repeat(length)),
      fc.constantFrom('"', '\\"', '\\\\"'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        expect(Math.min(endOfText(Buffer.from(text), 0), text.length)).toBe(endOf(text))
      }),
      runs(5_000),
    )
  })

  test('is found in a time that grows with the bytes alone, whatever is escaped', () => {
    const looked: number[] = []
    const bytes = Buffer.from(`${'\\"'.repeat(500_000)}"`)
    const indexOf = bytes.indexOf.bind(bytes)
    bytes.indexOf = ((value: number, from: number) => {
      looked.push(from)
      return indexOf(value, from)
    }) as typeof bytes.indexOf
    expect(endOfText(bytes, 0)).toBe(1_000_000)
    expect(looked.length).toBeLessThan(bytes.length / 64)
  })
})
