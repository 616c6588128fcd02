import fc from 'fast-check'
import { elementAt } from '../../../../src/server/pipeline/logs/join-arrays.js'
import type { Payload } from '../../../../src/wire/jsonrpc/reply.js'

const payloadOf = (chunks: Buffer[]): Payload => ({ chunks, release: () => {} })
const cut = (bytes: Buffer, width: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / width) }, (_, index) =>
    bytes.subarray(index * width, (index + 1) * width),
  )
/** Turns of the event loop until the promise is settled. */
const turnsUntil = async (settled: Promise<unknown>): Promise<number> => {
  let turns = 0
  let isSettled = false
  void settled.finally(() => {
    isSettled = true
  })
  while (!isSettled) {
    await new Promise((next) => setImmediate(next))
    turns++
  }
  return turns
}

describe('an element of a result', () => {
  test('is found at each index, however the bytes are cut', async () => {
    const written = fc.tuple(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.nat(8), fc.constantFrom(undefined, 1))
    await fc.assert(
      fc.asyncProperty(written, fc.integer({ min: 1, max: 40 }), async ([values, index, space], width) => {
        const text = JSON.stringify(values, null, space)
        const expected: unknown = (JSON.parse(text) as unknown[])[index]
        expect(await elementAt(payloadOf(cut(Buffer.from(text), width)), index, undefined)).toEqual(expected)
      }),
    )
  })

  test('is found without a look at what follows', async () => {
    const chunks = [Buffer.from('[1,{"a":2},'), Buffer.from('no JSON')]
    expect(await elementAt(payloadOf(chunks), 1, undefined)).toEqual({ a: 2 })
  })

  test('of a large result is looked for in many turns of the event loop', async () => {
    const log = `{"data":"0x${'0'.repeat(1_000)}"}`
    const bytes = Buffer.from(`[${`${log},`.repeat(8_000)}{"last":true}]`)
    const finding = elementAt(payloadOf(cut(bytes, 65_536)), 8_000, undefined)
    expect(await turnsUntil(finding)).toBeGreaterThan(10)
    expect(await finding).toEqual({ last: true })
  })
})
