import fc from 'fast-check'
import { FrameReader } from '../../../src/wire/websocket/frame-reader.js'

/** RFC 6455, section 5.2: a masked frame. */
const frame = (first: number, length: number): Buffer => {
  const extended = length < 126 ? [] : length < 65_536 ? [length >> 8, length & 0xff] : [0, 0, 0, 0]
  const long = length < 65_536 ? extended : [...extended, ...Buffer.from([0, length >> 16, length >> 8, length])]
  const short = length < 126 ? length : length < 65_536 ? 126 : 127
  return Buffer.concat([Buffer.from([first, 0x80 | short, ...long, 1, 2, 3, 4]), Buffer.alloc(length, 0xff)])
}
const TEXT = 0x01
const MORE = 0x00
const FINAL = 0x80
const PING = 0x89

/** The number after each frame: 0 behind a final one, the same behind a ping. */
const countedAfter = (firsts: readonly number[]): number[] => {
  let open = 0
  return firsts.map((first) => {
    if (first !== PING) open = (first & FINAL) === 0 ? open + 1 : 0
    return open
  })
}
/** Messages of one to four frames, with pings between them. */
const messages = fc
  .array(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  .map((all) =>
    all.flatMap((pings) =>
      pings.flatMap((hasPing, at) => {
        const first = (at === 0 ? TEXT : MORE) | (at === pings.length - 1 ? FINAL : 0)
        return hasPing ? [first, PING] : [first]
      }),
    ),
  )

test('counts the frames of the message under way, however the bytes are cut', () => {
  const lengths = fc.constantFrom(0, 1, 125, 126, 300, 65_535, 65_536)
  fc.assert(
    fc.property(
      messages,
      fc.infiniteStream(lengths),
      fc.infiniteStream(fc.integer({ min: 1, max: 99_999 })),
      (firsts, ofFrames, ofPieces) => {
        const reader = new FrameReader()
        const expected = countedAfter(firsts)
        for (const [index, first] of firsts.entries()) {
          const length = ofFrames.next().value!
          const bytes = frame(first, first === PING ? Math.min(length, 125) : length)
          for (let at = 0; at < bytes.length; ) {
            const end = Math.min(bytes.length, at + (length > 300 ? ofPieces.next().value! : 1))
            reader.read(bytes.subarray(at, end))
            at = end
          }
          expect(reader.fragments).toBe(expected[index])
        }
      },
    ),
  )
})

test('a message under way is one until its last byte, and many frames may come in one piece', () => {
  const reader = new FrameReader()
  const last = frame(FINAL, 5)
  reader.read(Buffer.concat([frame(TEXT | FINAL, 3), frame(TEXT, 1), frame(MORE, 1), last.subarray(0, -1)]))
  expect(reader.fragments).toBe(3)
  reader.read(last.subarray(-1))
  expect(reader.fragments).toBe(0)
})
