import fc from 'fast-check'
import { BytePieces } from '../../src/runtime/byte-pieces.js'

/** Pieces as the network brings them: mostly small ones, now and then a large one. */
const lengths = fc.array(fc.oneof({ weight: 5, arbitrary: fc.nat(40) }, fc.nat(5_000), fc.nat(70_000)), {
  maxLength: 120,
})
const made = (length: number, index: number) => Buffer.alloc(length, String.fromCharCode(33 + (index % 90)))

describe('bytes that come in pieces', () => {
  test('are the same bytes in the same order, whenever they are looked at or taken', () => {
    fc.assert(
      fc.property(lengths, fc.array(fc.boolean()), (sizes, looks) => {
        const pieces = new BytePieces()
        const taken: Buffer[] = []
        sizes.forEach((size, index) => {
          pieces.add(made(size, index))
          if (looks[index % (looks.length || 1)] && index % 2 === 0) taken.push(pieces.shift() ?? Buffer.alloc(0))
          else if (looks[index % (looks.length || 1)]) pieces.all()
        })
        const got = Buffer.concat([...taken, ...pieces.all()])
        expect(got.equals(Buffer.concat(sizes.map(made)))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('weigh less than twice their bytes, and one block', () => {
    fc.assert(
      fc.property(lengths, (sizes) => {
        const pieces = new BytePieces()
        const small = sizes.filter((size) => size < 4_096).map(made)
        for (const piece of small) pieces.add(piece)
        const bytes = small.reduce((sum, { length }) => sum + length, 0)
        const blocks = new Map(pieces.all().map(({ buffer }) => [buffer, buffer.byteLength]))
        // The first piece is kept as it came, perhaps in a block of Buffer's own.
        if (small.length > 0) blocks.delete(pieces.all()[0]!.buffer)
        expect([...blocks.values()].reduce((sum, length) => sum + length, 0)).toBeLessThan(2 * bytes + 65_537)
      }),
      { numRuns: 300 },
    )
  })

  test('of one byte each are few buffers', () => {
    const pieces = new BytePieces()
    for (let index = 0; index < 300_000; index++) pieces.add(made(1, index))
    expect(pieces.all().length).toBeLessThan(15)
    expect(pieces.all().reduce((sum, piece) => sum + piece.buffer.byteLength, 0)).toBeLessThan(400_000)
  })

  test('that came in one piece are that piece, and so are large ones', () => {
    const pieces = new BytePieces()
    const [first, large] = [Buffer.from('ab'), Buffer.alloc(4_096)]
    pieces.add(first)
    expect(pieces.all()).toEqual([first])
    expect(pieces.all()[0]).toBe(first)
    pieces.add(large)
    expect(pieces.all()[1]).toBe(large)
    pieces.clear()
    expect([pieces.all(), pieces.shift()]).toEqual([[], undefined])
  })
})
