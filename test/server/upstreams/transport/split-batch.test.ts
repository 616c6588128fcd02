import fc from 'fast-check'
import { readId, splitBatch } from '../../../../src/server/upstreams/transport/split-batch.js'
import { atLeast, runs } from '../../../support/runs.js'

const split = (text: string, count: number): string[] | undefined => {
  const bytes = Buffer.from(text)
  const bounds = splitBatch(bytes, 0, bytes.length, 1, count)
  return (
    bounds &&
    Array.from({ length: count }, (_, index) => String(bytes.subarray(bounds[index * 2], bounds[index * 2 + 1])))
  )
}
/** What JSON.parse makes of it: the answers by id, if there is exactly one for each call. */
const expected = (text: string, count: number): unknown[] | undefined => {
  let all: unknown
  try {
    all = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(all) || all.length !== count) return undefined
  const byId = Array.from({ length: count }, (_, index) => all.filter((one) => one?.id === index + 1))
  return byId.every((found) => found.length === 1) ? byId.map(([one]) => one) : undefined
}

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
/** JSON text of a value, with white space where it may be. */
const spaced = (value: unknown, gap: string): string => {
  if (Array.isArray(value)) return `[${gap}${value.map((one) => spaced(one, gap)).join(`${gap},${gap}`)}${gap}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}${gap}:${gap}${spaced(one, gap)}`)
  return `{${gap}${members.join(`${gap},${gap}`)}${gap}}`
}
/**
 * Answers as nodes give them, in any order, with members in any order and brackets and quotes where
 * they mislead.
 */
const answers = fc
  .array(fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.boolean(), fc.string()), { minLength: 1, maxLength: 8 })
  .chain((results) =>
    fc.shuffledSubarray(
      results.map(([result, isIdLast, text], index) =>
        isIdLast
          ? { result: { id: 0, inner: [result, `"id":9}${text}]`] }, id: index + 1, jsonrpc: '2.0' }
          : { jsonrpc: '2.0', id: index + 1, result },
      ),
      { minLength: results.length },
    ),
  )

describe('splitting the answer to a batch', () => {
  test('finds each answer under the id of its call', () => {
    fc.assert(
      fc.property(answers, space, (all, gap) => {
        const text = gap + spaced(all, gap) + gap
        expect(split(text, all.length)?.map((one) => JSON.parse(one))).toEqual(expected(text, all.length))
        expect(split(text, all.length)).toBeDefined()
      }),
      runs(300),
    )
  })

  test('of what JSON.parse takes, never finds other answers than it', () => {
    let compared = 0
    fc.assert(
      fc.property(
        answers,
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', ',', '{', '}', '[', ']', '"', '\\', ' ', '1', '"id":1,', '{"id":2}', 'null'),
        fc.integer({ min: -1, max: 1 }),
        (all, at, cut, put, more) => {
          const text = JSON.stringify(all)
          const place = at % (text.length + 1)
          const changed = text.slice(0, place) + put + text.slice(place + cut)
          const count = Math.max(1, all.length + more)
          const found = split(changed, count)
          if (found === undefined) return
          const isJson = found.every((one) => {
            try {
              return (JSON.parse(one) as { id: unknown }).id === found.indexOf(one) + 1
            } catch {
              return false
            }
          })
          // Answers that are no JSON, or have another id after all, are the reader's to refuse; all
          // others must be the right ones.
          if (!isJson) return
          compared++
          expect(found.map((one) => JSON.parse(one))).toEqual(expected(changed, count))
        },
      ),
      runs(2_000),
    )
    expect(compared).toBeGreaterThan(atLeast(30))
  })

  test.each([
    ['an error for all', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}'],
    ['one answer too few', '[{"id":1,"result":1}]'],
    ['one answer too many', '[{"id":1,"result":1},{"id":2,"result":1},{"id":3,"result":1}]'],
    ['the same id twice', '[{"id":1,"result":1},{"id":1,"result":1}]'],
    ['an id that was not asked', '[{"id":1,"result":1},{"id":3,"result":1}]'],
    ['the id 0', '[{"id":1,"result":1},{"id":0,"result":1}]'],
    ['an id that is text', '[{"id":1,"result":1},{"id":"2","result":1}]'],
    ['an id with a fraction', '[{"id":1,"result":1},{"id":2.0,"result":1}]'],
    ['an answer without id', '[{"id":1,"result":1},{"result":1}]'],
    ['an answer that is no object', '[{"id":1,"result":1},[2]]'],
    ['something behind it', '[{"id":1,"result":1},{"id":2,"result":1}]x'],
    ['no end', '[{"id":1,"result":1},{"id":2,"result":1}'],
    ['a comma at the end', '[{"id":1,"result":1},{"id":2,"result":1},]'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(split(text, 2)).toBeUndefined()
  })

  test('reads an id wherever it stands, and none from within', () => {
    const idOf = (text: string) => readId(Buffer.from(text), 0, Buffer.byteLength(text))
    expect(idOf('{"jsonrpc":"2.0","id":123,"result":1}')).toBe(123)
    expect(idOf('{"result":{"id":5},"id" : 7 }')).toBe(7)
    expect(idOf('{"result":{"id":5}}')).toBeNaN()
    expect(idOf('{"method":"eth_subscription","params":{"id":5}}')).toBeNaN()
    expect(idOf('{"jsonrpc":"2.0","id":12')).toBeNaN()
    expect(idOf('{"jsonrpc":"2.0","id":"12"}')).toBeNaN()
  })
})
