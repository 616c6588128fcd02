import fc from 'fast-check'
import { exactJson, parseExact, withPlainNumbers } from '../../src/runtime/exact-json.js'

const integers = fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n })
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 1 }),
    integers,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
})).value

test('every integer is read and written with all of its digits, whatever stands around it', () => {
  fc.assert(
    fc.property(values, fc.constantFrom(undefined, 2), (value, space) => {
      const text = exactJson(value, space)
      expect(exactJson(parseExact(text), space)).toBe(text)
    }),
  )
})

test('without such integers, reading and writing are those of JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      expect(exactJson(value)).toBe(text)
      expect(parseExact(text)).toEqual(JSON.parse(text))
    }),
  )
})

test.each<[string, string, unknown]>([
  ['the largest of 64 bits', '18446744073709551615', 18446744073709551615n],
  ['the smallest of 64 bits', '[-9223372036854775808]', [-9223372036854775808n]],
  ['one that a number holds', '9007199254740992', 9007199254740992],
  ['a fraction', '0.12345678901234567890', 0.12345678901234568],
  ['a power of ten', '1e400', Number.POSITIVE_INFINITY],
  ['digits in a text', '"18446744073709551615"', '18446744073709551615'],
  ['digits behind an escaped quote', '"\\"18446744073709551615"', '"18446744073709551615'],
  ['a name of digits', '{"18446744073709551615":1}', { '18446744073709551615': 1 }],
])('%s: %s', (_what, text, value) => {
  expect(parseExact(text)).toEqual(value)
})

test('what is no JSON is refused as JSON.parse refuses it', () => {
  for (const text of ['', '18446744073709551615,', '[018446744073709551615]', '{"a":-}'])
    expect(() => parseExact(text)).toThrow(SyntaxError)
})

test('code that reckons gets numbers, and the same value where there is nothing to change', () => {
  expect(withPlainNumbers({ a: [18446744073709551615n, 'x'] })).toEqual({ a: [2 ** 64, 'x'] })
  const value = { a: [1, { b: null }] }
  expect(withPlainNumbers(value)).toBe(value)
})
