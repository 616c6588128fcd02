import fc from 'fast-check'
import { LineBuffer } from '../../../src/server/telemetry/log.js'

describe('LineBuffer', () => {
  test('hands on every line once, in order, whole, and no more at once than it may', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 30 })),
        fc.integer({ min: 8, max: 64 }),
        (texts, max) => {
          const written: string[] = []
          const buffer = new LineBuffer(max, 1000, (lines) => written.push(lines))
          const lines = texts.map((text) => `${text}\n`)
          for (const line of lines) buffer.add(line)
          buffer.flush()
          buffer.flush()
          expect(written.join('')).toBe(lines.join(''))
          for (const each of written) {
            expect(each.endsWith('\n')).toBe(true)
            expect(each.length <= max || each.indexOf('\n') === each.length - 1).toBe(true)
          }
        },
      ),
    )
  })

  test('does not keep a lone line waiting', async () => {
    const written: string[] = []
    const buffer = new LineBuffer(1000, 5, (lines) => written.push(lines))
    buffer.add('one\n')
    expect(written).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(written).toEqual(['one\n'])
    buffer.add('two\n')
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(written).toEqual(['one\n', 'two\n'])
  })
})
