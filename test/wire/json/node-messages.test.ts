import fc from 'fast-check'
import { AnswerScanner } from '../../../src/wire/json/answer-scanner.js'
import { usualResultAt } from '../../../src/wire/json/node-messages.js'
import { runs } from '../../support/runs.js'

/**
 * Returns the result found in an answer with other bytes before and behind it; undefined if none is
 * found.
 */
const find = (text: string | Buffer, id = 1): string | undefined => {
  const answer = Buffer.isBuffer(text) ? text : Buffer.from(text)
  const bytes = Buffer.concat([Buffer.from('"{}'), answer, Buffer.from('"}{')])
  const at = usualResultAt(bytes, 3, 3 + answer.length, id)
  return at < 0 ? undefined : bytes.toString('latin1', at, 3 + answer.length - 1)
}

/** Returns the result that the strict reader finds. */
const expected = (text: Buffer, idText: string): string | undefined => {
  const scanner = new AnswerScanner(512)
  if (!scanner.push(text) || !scanner.isComplete() || scanner.idText !== idText || scanner.error !== undefined)
    return undefined
  return scanner.result && text.toString('latin1', scanner.result.start, scanner.result.end)
}

test('finds text and null behind the usual beginning', () => {
  expect(find('{"jsonrpc":"2.0","id":1,"result":"0x10"}')).toBe('"0x10"')
  expect(find('{"jsonrpc":"2.0","id":1,"result":""}')).toBe('""')
  expect(find('{"jsonrpc":"2.0","id":1,"result":null}')).toBe('null')
  expect(find('{"jsonrpc":"2.0","id":1042,"result":"ok"}', 1042)).toBe('"ok"')
})

test.each([
  ['another id', '{"jsonrpc":"2.0","id":2,"result":"0x10"}'],
  ['a longer id', '{"jsonrpc":"2.0","id":11,"result":"0x10"}'],
  ['a shorter id', '{"jsonrpc":"2.0","id":1,"result":"0x10"}', 11],
  ['an id with a zero before it', '{"jsonrpc":"2.0","id":01,"result":"0x10"}'],
  ['an id with a fraction', '{"jsonrpc":"2.0","id":1.0,"result":"0x10"}'],
  ['a text as id', '{"jsonrpc":"2.0","id":"1","result":"0x10"}'],
  ['an object', '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['a number', '{"jsonrpc":"2.0","id":1,"result":7}'],
  ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}'],
  ['a member behind the result', '{"jsonrpc":"2.0","id":1,"result":"0x1","more":"0x2"}'],
  ['white space', '{"jsonrpc":"2.0","id":1,"result":"0x10" }'],
  ['an escape', '{"jsonrpc":"2.0","id":1,"result":"\\u0030"}'],
  ['an escaped quote at its end', '{"jsonrpc":"2.0","id":1,"result":"\\"}'],
  ['a line feed in the text', '{"jsonrpc":"2.0","id":1,"result":"\n"}'],
  ['letters outside ASCII', '{"jsonrpc":"2.0","id":1,"result":"é"}'],
  ['a text that does not end', '{"jsonrpc":"2.0","id":1,"result":"0x10}'],
  ['one quote', '{"jsonrpc":"2.0","id":1,"result":"}'],
  ['nothing', ''],
  ['no result', '{"jsonrpc":"2.0","id":1,"result":}'],
])('leaves %s to the strict reader', (_what, text, id = 1) => {
  expect(find(text, id)).toBeUndefined()
})

test('finds nothing that the strict reader does not find, however an answer is bent', () => {
  const piece = fc.oneof(
    fc.constantFrom('{"jsonrpc":"2.0","id":1,"result":', '"0x10"', '"', '}', 'null', '\\', ',"id":2', ' ', '{', ','),
    fc.string({ maxLength: 3 }),
  )
  const bent = fc.oneof(
    fc.array(piece, { maxLength: 5 }).map((pieces) => Buffer.from(pieces.join(''))),
    fc.tuple(fc.constantFrom('"0x10"', '""', 'null'), fc.nat(45), fc.nat(255)).map(([result, at, byte]) => {
      const bytes = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${result}}`)
      bytes[at % bytes.length] = byte
      return bytes
    }),
  )
  fc.assert(
    fc.property(bent, (text) => {
      const found = find(text)
      if (found !== undefined) expect(found).toBe(expected(text, '1'))
    }),
    runs(3_000),
  )
})
