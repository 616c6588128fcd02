import fc from 'fast-check'
import { AnswerScanner, type Span } from '../../src/protocol/answer-scanner.js'

/** Feeds text in pieces cut at the given places. */
const scan = (bytes: Buffer, cuts: readonly number[] = [], maxElements?: number) => {
  const scanner = new AnswerScanner(64, maxElements)
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  for (let index = 1; index < places.length; index++) {
    if (!scanner.push(bytes.subarray(places[index - 1], places[index]))) return { scanner, isJson: false }
  }
  return { scanner, isJson: scanner.isComplete() }
}
const textOf = (bytes: Buffer, span: Span | undefined) =>
  span === undefined ? undefined : bytes.subarray(span.start, span.end).toString('utf8')

/** JSON as nobody writes it: white space, escapes, big and odd numbers, duplicate keys. */
const space = fc.constantFrom('', ' ', '\n', '\t\r ')
const number = fc.constantFrom(
  '0',
  '-0',
  '1.0',
  '1e400',
  '18446744073709551615',
  '-1.5E+10',
  '0.0',
  '1E-7',
  '420000000.0',
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((value) => JSON.stringify(value)),
  fc.constantFrom('"\\u0069d"', '"\\ud83d\\ude00"', '"é€😀"', '"\\\\\\""', '"}]"'),
)
const { value } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    number,
    text,
    fc.constantFrom('true', 'false', 'null'),
    tie('array'),
    tie('object'),
  ),
  array: fc
    .tuple(
      fc.array(
        fc.tuple(space, tie('value'), space).map((parts) => parts.join('')),
        { maxLength: 5 },
      ),
      space,
    )
    .map(([parts, inner]) => `[${parts.length === 0 ? inner : parts.join(',')}]`),
  object: fc
    .array(fc.tuple(space, text, space, tie('value'), space), { maxLength: 4 })
    .map((members) => `{${members.map(([a, key, b, member, c]) => `${a}${key}${b}:${member}${c}`).join(',')}}`),
}))
const envelope = fc
  .record({
    id: fc.constantFrom('1', '"x"', 'null', '18446744073709551616'),
    result: value,
    gap: space,
    isFirst: fc.boolean(),
  })
  .map(({ id, result, gap, isFirst }) => ({
    id,
    result,
    text: isFirst
      ? `${gap}{${gap}"jsonrpc":"2.0",${gap}"id"${gap}:${id},"result":${gap}${result}${gap}}${gap}`
      : `{"result":${result},${gap}"jsonrpc":"2.0","id":${id}${gap}}`,
  }))
const cuts = fc.array(fc.nat(), { maxLength: 6 })

describe('AnswerScanner', () => {
  test('finds the bytes of result and id, wherever the answer is cut', () => {
    fc.assert(
      fc.property(envelope, cuts, ({ id, result, text: json }, places) => {
        const bytes = Buffer.from(json)
        const { scanner, isJson } = scan(bytes, places)
        expect(isJson).toBe(true)
        expect(textOf(bytes, scanner.result)).toBe(result)
        expect(scanner.idText).toBe(id)
        expect(scanner.error).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  test('accepts exactly what JSON.parse accepts, byte for byte mutated', () => {
    const mutated = fc
      .tuple(
        envelope,
        fc.nat(),
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom('replace', 'insert', 'delete', 'truncate'),
      )
      .map(([{ text: json }, at, byte, kind]) => {
        const bytes = Buffer.from(json)
        const place = at % bytes.length
        if (kind === 'truncate') return bytes.subarray(0, place)
        if (kind === 'replace') {
          bytes[place] = byte
          return bytes
        }
        return Buffer.concat([
          bytes.subarray(0, place),
          kind === 'insert' ? Buffer.from([byte]) : Buffer.alloc(0),
          bytes.subarray(kind === 'delete' ? place + 1 : place),
        ])
      })
    const isObjectJson = (bytes: Buffer): boolean => {
      try {
        const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
        return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      } catch {
        return false
      }
    }
    fc.assert(
      fc.property(mutated, cuts, (bytes, places) => {
        expect(scan(bytes, places).isJson).toBe(isObjectJson(bytes))
      }),
      { numRuns: 3000 },
    )
  })

  test('counts the elements of the result and of nothing else', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), cuts, (elements, places) => {
        const bytes = Buffer.from(`{"x":[1,2,3],"result":[${elements.join(' , ')}],"id":1}`)
        const { scanner, isJson } = scan(bytes, places)
        expect(isJson).toBe(true)
        expect(scanner.elementCount).toBe(elements.length)
        expect(textOf(bytes, scanner.firstElement)).toBe(elements[0])
      }),
    )
  })

  test('stops at the first element too many and says which it is', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 4, maxLength: 8 }), cuts, (elements, places) => {
        const bytes = Buffer.from(`{"id":1,"result":[${elements.join(',')}]}`)
        const { scanner } = scan(bytes, places, 3)
        expect(textOf(bytes, scanner.overflow)).toBe(elements[3])
      }),
    )
  })

  test('exactly as many elements as allowed are not too many', () => {
    const { scanner, isJson } = scan(Buffer.from('{"id":1,"result":[1,2,3]}'), [], 3)
    expect(isJson).toBe(true)
    expect(scanner.overflow).toBeUndefined()
  })

  test('reads keys written with escapes, and takes the last of a key given twice', () => {
    const bytes = Buffer.from('{"\\u0069d":7,"result":1,"result":{"a":2}}')
    const { scanner } = scan(bytes)
    expect(scanner.idText).toBe('7')
    expect(textOf(bytes, scanner.result)).toBe('{"a":2}')
  })

  test('refuses nesting deeper than its bound', () => {
    const nested = (depth: number) => Buffer.from(`{"result":${'['.repeat(depth)}${']'.repeat(depth)}}`)
    expect(scan(nested(63)).isJson).toBe(true)
    expect(scan(nested(64)).isJson).toBe(false)
  })
})
