import fc from 'fast-check'
import { AnswerScanner, type Span } from '../../../src/wire/json/answer-scanner.js'
import { longScan } from '../../../src/wire/json/long-scan.js'
import { runs } from '../../support/runs.js'

/** Size from which the fast half reads: from the first byte, from the usual size, or never. */
const readers = { 'the fast half': 1, 'both halves': undefined, 'the slow half': Number.POSITIVE_INFINITY }

const scanBy = (longBytes: number | undefined, bytes: Buffer, cuts: readonly number[] = [], maxElements?: number) => {
  const scanner = new AnswerScanner(64, maxElements, longBytes)
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  for (let index = 1; index < places.length; index++) {
    if (!scanner.push(bytes.subarray(places[index - 1], places[index]))) return { scanner, isJson: false }
  }
  return { scanner, isJson: scanner.isComplete() }
}
const textOf = (bytes: Buffer, span: Span | undefined) =>
  span === undefined ? undefined : bytes.subarray(span.start, span.end).toString('utf8')

/** Returns a scanner's findings, for comparison. */
const findings = ({ scanner, isJson }: ReturnType<typeof scanBy>) => {
  const { result, error, idText, elementCount, firstElement, overflow, resultStart } = scanner
  return isJson || overflow !== undefined
    ? { isJson, result, error, idText, elementCount, firstElement, overflow, resultStart }
    : { isJson }
}

/** JSON in unusual forms: white space, escapes, big and odd numbers, duplicate keys. */
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
/** A member of an envelope, its name with or without escapes. */
const member = fc
  .record({
    name: fc.constantFrom('jsonrpc', 'id', 'result', 'error', 'pad', 'Result', '__proto__', 'constructor'),
    escaped: fc.nat(40),
    text: value,
  })
  .map(({ name, escaped, text }) => {
    const code = name.charCodeAt(escaped).toString(16).padStart(4, '0')
    const key = escaped < name.length ? `${name.slice(0, escaped)}\\u${code}${name.slice(escaped + 1)}` : name
    return { name, key: `"${key}"`, text }
  })

const mutated = (source: fc.Arbitrary<string>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      source,
      fc.nat(),
      fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from('"\\{}[]:,01-.eEtu \n'))),
      fc.constantFrom('replace', 'insert', 'delete', 'truncate'),
    )
    .map(([json, at, byte, kind]) => {
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

test('the fast half is there', () => {
  expect(longScan).toBeDefined()
})

describe.each(Object.entries(readers))('AnswerScanner, read by %s,', (_, longBytes) => {
  const scan = (bytes: Buffer, cuts?: readonly number[], maxElements?: number) =>
    scanBy(longBytes, bytes, cuts, maxElements)

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
      runs(500),
    )
  })

  test('accepts exactly what JSON.parse accepts, byte for byte mutated', () => {
    fc.assert(
      fc.property(mutated(envelope.map(({ text: json }) => json)), cuts, (bytes, places) => {
        expect(scan(bytes, places).isJson).toBe(isObjectJson(bytes))
      }),
      runs(3000),
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

  test('reads the id of the usual beginning as what it is: a number, or no JSON', () => {
    const answer = (id: string) => Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":"0x1"}`)
    for (const id of [
      '0',
      '1',
      '9',
      '10',
      '1234567890123456',
      '12345678901234567',
      '1.5',
      '1e3',
      '-1',
      '"1"',
      'null',
    ]) {
      const { scanner, isJson } = scan(answer(id))
      expect([isJson, scanner.idText, textOf(answer(id), scanner.result)]).toEqual([true, id, '"0x1"'])
    }
    for (const id of ['', '00', '01', '1 2', 'x', '1x', '-']) expect([id, scan(answer(id)).isJson]).toEqual([id, false])
  })

  test('exactly as many elements as allowed are not too many', () => {
    const { scanner, isJson } = scan(Buffer.from('{"id":1,"result":[1,2,3]}'), [], 3)
    expect(isJson).toBe(true)
    expect(scanner.overflow).toBeUndefined()
  })

  test('reads keys written with escapes', () => {
    const bytes = Buffer.from('{"\\u0069d":7,"resul\\u0074":{"a":2}}')
    const { scanner, isJson } = scan(bytes)
    expect([isJson, scanner.idText, textOf(bytes, scanner.result)]).toEqual([true, '7', '{"a":2}'])
  })

  test('takes a name of the envelope once, however it is written, and any other name as often as it comes', () => {
    fc.assert(
      fc.property(fc.array(member, { minLength: 1, maxLength: 6 }), fc.boolean(), cuts, (members, isUsual, places) => {
        const start = isUsual ? '"jsonrpc":"2.0","id":1,"result":' : ''
        const written = [...(isUsual ? [`${start}"0x1"`] : []), ...members.map(({ key, text }) => `${key}:${text}`)]
        const names = [...(isUsual ? ['jsonrpc', 'id', 'result'] : []), ...members.map(({ name }) => name)]
        const ours = names.filter((name) => ['jsonrpc', 'id', 'result', 'error'].includes(name))
        const { scanner, isJson } = scan(Buffer.from(`{${written.join(',')}}`), places)
        expect(isJson).toBe(new Set(ours).size === ours.length)
        const error = members.find(({ name }) => name === 'error')
        if (isJson) expect(scanner.hasError).toBe(error !== undefined && error.text !== 'null')
      }),
      runs(2000),
    )
  })

  test('refuses nesting deeper than its bound', () => {
    const nested = (depth: number) => Buffer.from(`{"result":${'['.repeat(depth)}${']'.repeat(depth)}}`)
    expect(scan(nested(63)).isJson).toBe(true)
    const { isJson, scanner } = scan(nested(64))
    expect([isJson, scanner.isTooDeep]).toEqual([false, true])
    expect(scan(Buffer.from('{"result":[}')).scanner.isTooDeep).toBe(false)
  })
})

/**
 * Answers long enough for the usual way, of strings around the 16 and 64 bytes that the fast half
 * takes at once.
 */
const longText = fc
  .tuple(
    fc.integer({ min: 0, max: 140 }),
    fc.constantFrom('', '', '', '\\n', '\\\\', '\\"', '\\u00e9', 'é', '😀', '\\u005c"'.slice(0, 6)),
  )
  .map(([length, odd]) => `"${'a'.repeat(length)}${odd}${'b'.repeat(length % 7)}"`)
const longValue = fc.oneof(
  { weight: 5, arbitrary: longText },
  { weight: 1, arbitrary: value },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.tuple(longText, longText), { maxLength: 9 })
      .map((members) => `{${members.map(([key, text_]) => `${key}:${text_}`).join(',')}}`),
  },
  { weight: 2, arbitrary: fc.array(longText, { maxLength: 9 }).map((elements) => `[${elements.join(',')}]`) },
)
const longAnswer = fc
  .array(longValue, { minLength: 1, maxLength: 30 })
  .map((elements) => `{"jsonrpc":"2.0","id":1,"result":[${elements.join(',')}]}`)
const bound = fc.integer({ min: 1, max: 30 })

test('a long name beside the result is none of the envelope, wherever its escapes stand', () => {
  for (let length = 50; length < 70; length++) {
    const bytes = Buffer.from(`{"${'a'.repeat(length)}\\u00e9":1,"result":[1]}`)
    const { scanner, isJson } = scanBy(undefined, bytes)
    expect([length, isJson, textOf(bytes, scanner.result)]).toEqual([length, true, '[1]'])
  }
})

describe('the two halves of AnswerScanner', () => {
  const same = (bytes: Buffer, places: readonly number[], maxElements?: number) => {
    const slow = findings(scanBy(Number.POSITIVE_INFINITY, bytes, places, maxElements))
    for (const longBytes of [1, undefined])
      expect(findings(scanBy(longBytes, bytes, places, maxElements))).toEqual(slow)
    return slow
  }

  test('say the same of long answers, wherever they are cut', () => {
    fc.assert(
      fc.property(longAnswer, cuts, bound, (json, places, maxElements) => {
        const slow = same(Buffer.from(json), places, maxElements)
        expect(slow.isJson || slow.overflow !== undefined).toBe(true)
      }),
      runs(1000),
    )
  })

  test('say the same of long answers with one byte wrong, and as JSON.parse does', () => {
    fc.assert(
      fc.property(mutated(longAnswer), cuts, (bytes, places) => {
        expect(same(bytes, places).isJson).toBe(isObjectJson(bytes))
      }),
      runs(4000),
    )
  })

  test('say the same at every single place to cut', () => {
    const json = `{"id":1,"result":[{"a":"${'x'.repeat(61)}","b\\u0062":[1,-2.5e+7,true,false,null,[]],"é😀":{}},"\\"",[["",""]],0]}`
    const bytes = Buffer.from(json.replaceAll('\\\\', '\\'))
    for (let at = 0; at <= bytes.length; at++) {
      for (const maxElements of [undefined, 1, 2, 3]) {
        const { isJson, overflow } = same(bytes, [at, at + 1], maxElements)
        expect(isJson || overflow !== undefined).toBe(true)
      }
    }
  })

  test('go on in the next piece of a value longer than the fast half takes at once', () => {
    const elements = Array.from({ length: 3000 }, (_, index) => `{"data":"${'d'.repeat(index % 97)}","n":${index}}`)
    const bytes = Buffer.from(`{"id":1,"result":[${elements.join(',')}]}`)
    expect(bytes.length).toBeGreaterThan(2 * 65_536)
    const { elementCount } = same(bytes, [])
    expect(elementCount).toBe(3000)
    const { overflow } = same(bytes, [], 2500)
    expect(textOf(bytes, overflow)).toBe(elements[2500])
    for (const at of [40_000, 65_553, 100_000]) {
      const broken = Buffer.from(bytes)
      broken[bytes.indexOf('d"', at)] = 0x01
      expect(same(broken, []).isJson).toBe(false)
    }
  })
})
