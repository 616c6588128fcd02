import fc from 'fast-check'
import type { MethodName } from '../../../../generated/methods.js'
import { paramsHash, paramsText } from '../../../../src/server/pipeline/params/cache-key.js'
import { aCall } from '../../../support/charged-call.js'
import { atLeast, runs } from '../../../support/runs.js'

const textOf = (method: MethodName, paramsText_: string): string | undefined =>
  paramsText(aCall({ method, params: JSON.parse(paramsText_), paramsText: paramsText_ }))
const hexCase = fc.mixedCase(fc.stringMatching(/^[0-9a-f]{40}$/)).map((digits) => `0x${digits}`)

test('letter case of hexadecimal and white space do not count', () => {
  fc.assert(
    fc.property(hexCase, fc.stringMatching(/^ {0,3}$/), (address, space) => {
      const texts = (one: string) => [
        textOf('eth_getStorageAt', `[${space}"${one}",${space}"0xA","latest"${space}]`),
        textOf('eth_getLogs', `[{"address":"${one}","topics":["${one}"]}]`),
      ]
      expect(texts(address)).toEqual(texts(address.toLowerCase()))
    }),
  )
})

test.each<[string, MethodName, string, string]>([
  [
    'quantities that differ by leading zeros, which some nodes refuse',
    'eth_getStorageAt',
    '["0x1","0x0","0x1"]',
    '["0x1","0x0","0x01"]',
  ],
  ['a tag and the number in its place', 'eth_getStorageAt', '["0x1","0x0","latest"]', '["0x1","0x0","0x0"]'],
  [
    'a hash with and without requireCanonical',
    'eth_getStorageAt',
    '["0x1","0x0",{"blockHash":"0x1"}]',
    '["0x1","0x0",{"blockHash":"0x1","requireCanonical":true}]',
  ],
  [
    'a member given twice and once, of which readers take the first or the last',
    'eth_getLogs',
    '[{"toBlock":"0x1","toBlock":"0x2"}]',
    '[{"toBlock":"0x2"}]',
  ],
  ['topics in another order', 'eth_getLogs', '[{"topics":["0x1","0x2"]}]', '[{"topics":["0x2","0x1"]}]'],
  ['addresses of Solana in another letter case', 'getTokenAccountBalance', '["Abc"]', '["abc"]'],
  ['texts of other members in another letter case', 'eth_getLogs', '[{"x":"Abc"}]', '[{"x":"abc"}]'],
  ['texts that hide hexadecimal behind an escape', 'eth_getLogs', '[{"x":"y\\"0xAB"}]', '[{"x":"y\\"0xab"}]'],
])('%s are told apart', (_, method, one, other) => {
  expect(textOf(method, one)).not.toBe(textOf(method, other))
})

const texts = fc.oneof(
  fc.mixedCase(fc.stringMatching(/^0x[0-9a-f]{0,6}$/)).map((text) => `0x${text.slice(2)}`),
  fc.constantFrom('latest', 'earliest', '0x', '', 'a b', 'a", "b'),
  fc.string({ maxLength: 4 }),
)
const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: texts },
  fc.constantFrom(null, true, false, 1, 2),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('address', 'topics', 'toBlock'), texts),
)
/**
 * Two params mean the same when nothing but the letter case of whole texts of hexadecimal differs.
 */
const meaningOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' && /^0x[0-9a-fA-F]*$/.test(inner) ? inner.toLowerCase() : inner,
  )

test('one text has one meaning', () => {
  const meanings = new Map<string, string>()
  fc.assert(
    fc.property(fc.array(values, { maxLength: 3 }), (params) => {
      const text = textOf('eth_getLogs', JSON.stringify(params))!
      const meaning = JSON.stringify(meaningOf(params))
      expect(meanings.get(text) ?? meaning).toBe(meaning)
      meanings.set(text, meaning)
    }),
    runs(20_000),
  )
})

test('params of one text have one print', () => {
  const calls = fc.array(values, { maxLength: 3 }).chain((params) => {
    const written = JSON.stringify(params)
    return fc.tuple(fc.mixedCase(fc.constant(written)), fc.constant(written))
  })
  let alike = 0
  fc.assert(
    fc.property(calls, fc.constantFrom<MethodName>('eth_getLogs', 'getTokenAccountBalance'), (written, method) => {
      const [one, other] = written.flatMap((paramsText_) => {
        try {
          return aCall({ method, params: JSON.parse(paramsText_) as unknown[], paramsText: paramsText_ })
        } catch {
          // NULL is not JSON.
          return []
        }
      })
      if (other === undefined || paramsText(one!) !== paramsText(other)) return
      alike++
      expect(paramsHash(one!)).toBe(paramsHash(other))
    }),
    runs(5_000),
  )
  expect(alike).toBeGreaterThan(atLeast(1_000))
})

test('params too long to be remembered by have none', () => {
  expect(paramsHash(aCall({ method: 'eth_getLogs', params: ['a'.repeat(16_384)] }))).toBeUndefined()
  expect(textOf('eth_getLogs', `["${'a'.repeat(16_384)}"]`)).toBeUndefined()
})

test('params are the same whether they came as bytes or as text', () => {
  fc.assert(
    fc.property(
      fc.json().filter((json) => /^[ -~]*$/.test(json)),
      (json) => {
        const call = aCall({ method: 'eth_getLogs', params: [{}], paramsText: `[${json}]` })
        const asText = { ...call, paramsJson: `[${json}]` }
        expect([paramsText(asText), paramsHash(asText)]).toEqual([paramsText(call), paramsHash(call)])
      },
    ),
  )
})
