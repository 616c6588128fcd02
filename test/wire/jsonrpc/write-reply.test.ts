import fc from 'fast-check'
import { fail, type Reply, resultOf } from '../../../src/wire/jsonrpc/reply.js'
import { joined, lengthOf, writeBatch, writeReply } from '../../../src/wire/jsonrpc/write-reply.js'

/** Text as a caller or a node may have written it: any UTF-8. */
const text = fc.string({ unit: 'grapheme' })
const byteText = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('latin1')

const nodeError = (message: string): Reply => {
  const error = { code: -32000, message, data: undefined }
  return { error, bytes: Buffer.from(JSON.stringify(error)), servedBy: 'upstream', costCredits: 0 }
}
/** A small result, of which there is no buffer yet. */
const asText = (json: string, release = () => {}): Reply => {
  const bytes = Buffer.from(json)
  return { ...resultOf(bytes), result: { chunks: [bytes], text: bytes.toString('latin1'), release } }
}
const reply = fc.oneof(
  text.map((value) => resultOf(Buffer.from(JSON.stringify(value)))),
  text.map((value) => asText(JSON.stringify(value))),
  text.map(nodeError),
  text.map((value) => fail('invalid-params', { path: value, keyword: '', expected: value })),
  fc.constant(fail('unauthorized')),
)
const payloadOf = (given: Reply) =>
  given.error === undefined ? { result: JSON.parse(String(given.result.chunks[0])) as unknown } : { error: given.error }
const objectOf = (id: unknown, given: Reply) =>
  JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, ...payloadOf(given) })) as unknown

test('a reply is the JSON of its id and its answer, in UTF-8, whatever answered', () => {
  fc.assert(
    fc.property(text, reply, (id, given) => {
      const { chunks } = writeReply(byteText(id), given)
      const bytes = joined(chunks)
      expect(lengthOf(chunks)).toBe(bytes.length)
      expect(JSON.parse(bytes.toString())).toEqual(objectOf(id, given))
    }),
  )
})

test('the replies of a batch stand in their order, each as it would alone', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, reply), { minLength: 1, maxLength: 5 }), (members) => {
      const alone = members.map(([id, given]) => joined(writeReply(byteText(id), given).chunks).toString())
      const together = writeBatch(
        members.map(([id]) => byteText(id)),
        members.map(([, given]) => given),
      )
      expect(joined(together.chunks).toString()).toBe(`[${alone.join(',')}]`)
    }),
  )
})

test('with a batch all its results are released, once', () => {
  const released: number[] = []
  const replies = [0, 1, 2].map((index) => asText('1', () => released.push(index)))
  const written = writeBatch(['1', '2', '3', '4'], [...replies, fail('unauthorized')])
  expect(released).toEqual([])
  written.release()
  expect(released).toEqual([0, 1, 2])
})

test('so are those that are left out of it', () => {
  const released: number[] = []
  const replies = [0, 1, 2].map((index) => asText(`${index}`, () => released.push(index)))
  const written = writeBatch(['2'], [replies[1]!], replies)
  expect(joined(written.chunks).toString()).toBe('[{"jsonrpc":"2.0","id":2,"result":1}]')
  written.release()
  expect(released).toEqual([0, 1, 2])
})
