import fc from 'fast-check'
import type { MethodName } from '../../../../generated/methods.js'
import { builtInMethods as methods } from '../../../../src/contract/built-in.js'
import type { Call, OpenedCall } from '../../../../src/server/pipeline/stage.js'
import { validate } from '../../../../src/server/pipeline/stages/validate.js'
import type { Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { bytesOf } from '../../../../src/wire/jsonrpc/write-reply.js'

const A = `0x${'aa'.repeat(20)}`
const H = `0x${'bb'.repeat(32)}`
const SIGNATURE = '4RihoM2z7mfr9GjMukXzho6Nzfz6R1pL4xu1yC9dHicnUTe1HoqApBDq8MGWvmTQ68zhuBzTYRJZXEUMUw8ocuEC'
const KEY = '4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F'

/**
 * What comes of params as a caller wrote them: what a node gets, and as what they are judged; or
 * the refusal.
 */
const pass = async (method: MethodName, text: string, asBuffer = false) => {
  let forwarded: Call | undefined
  const stage = validate(methods[method], async (call: Call) => {
    forwarded = call
    return { error: undefined } as Reply
  })
  const params = JSON.parse(text) as unknown[]
  const paramsJson = asBuffer ? Buffer.from(text) : Buffer.from(text).toString('latin1')
  const reply = await stage({ envelope: { idText: '1', method, params, paramsJson } } as unknown as OpenedCall)
  if (forwarded === undefined) return { error: reply.error }
  const isAsWritten = forwarded.paramsJson === paramsJson
  return { text: bytesOf(forwarded.paramsJson).toString(), params: forwarded.params, isAsWritten }
}

test.each<[string, MethodName, string]>([
  ['a filter', 'eth_getLogs', `[ {"address" : "${A}","fromBlock":"0x1", "toBlock":"latest"} ]`],
  ['an empty filter', 'eth_getLogs', '[{}]'],
  ['an escape in a name', 'eth_getLogs', '[{"\\u0061ddress":[]}]'],
  ['a block object', 'eth_getStorageAt', `["${A}","0x0",{"blockHash":"${H}","requireCanonical":true}]`],
  ['texts', 'eth_getStorageAt', `["${A}", "0x000", "0x0"]`],
  [
    'a config',
    'getTokenAccountsByOwner',
    `["${KEY}",{"mint":"${KEY}"},{"dataSlice":{"offset":1,"length":2},"encoding":"base64"}]`,
  ],
  ['a block\u2019s hash with zeros', 'eth_getStorageAt', `["${A}","0x0","0x${'0'.repeat(63)}1"]`],
])('%s is forwarded with the caller\u2019s bytes', async (_, method, text) => {
  for (const asBuffer of [false, true]) {
    const { isAsWritten, params } = await pass(method, text, asBuffer)
    expect([isAsWritten, params]).toEqual([true, JSON.parse(text)])
  }
})

test.each<[string, MethodName, string, string]>([
  [
    'null members',
    'eth_getLogs',
    '[{"address":null,"fromBlock":"0x1","topics":[null]}]',
    '[{"fromBlock":"0x1","topics":[null]}]',
  ],
  ['unknown members', 'eth_getLogs', '[{"limit":{"a":1,"a":2},"fromBlock":"0x1" , "x":[]}]', '[{"fromBlock":"0x1"}]'],
  [
    'a commitment of old programs, which agave ignores',
    'getTokenAccountsByOwner',
    `["${KEY}",{"mint":"${KEY}"},{"commitment":"recent","encoding":"base64"}]`,
    `["${KEY}",{"mint":"${KEY}"},{"encoding":"base64"}]`,
  ],
  [
    'one that is written with an escape',
    'signatureSubscribe',
    `["${SIGNATURE}",{"commitment":"\\u0072oot"}]`,
    `["${SIGNATURE}"]`,
  ],
  ['blockhash', 'eth_getLogs', `[{"blockhash":"${H}"}]`, `[{"blockHash":"${H}"}]`],
  [
    'names as Go reads them',
    'eth_getLogs',
    `[{"addre\u017f\u017f":"${A}","FROMBLOC\u212a":"0x1"}]`,
    `[{"address":"${A}","fromBlock":"0x1"}]`,
  ],
  [
    'leading zeros of a range',
    'eth_getLogs',
    '[{"fromBlock":"0x01","toBlock":"0x000"}]',
    '[{"fromBlock":"0x1","toBlock":"0x0"}]',
  ],
  ['leading zeros of a block', 'eth_getStorageAt', `["${A}", "0x00", "0x0B"]`, `["${A}","0x00","0xB"]`],
  [
    'leading zeros in a block object',
    'eth_getStorageAt',
    `["${A}","0x0",{"blocknumber":"0x00a"}]`,
    `["${A}","0x0",{"blockNumber":"0xa"}]`,
  ],
  [
    'null beside a block\u2019s hash',
    'eth_getStorageAt',
    `["${A}","0x0",{"blockHash":"${H}","blockNumber":null}]`,
    `["${A}","0x0",{"blockHash":"${H}"}]`,
  ],
  ['a null config', 'getTokenAccountBalance', `["${KEY}",{"commitment":null}]`, `["${KEY}"]`],
  ['a config of unknown members', 'getTokenAccountBalance', `["${KEY}",{"\u00e9":"\u00e9"}]`, `["${KEY}"]`],
  [
    'a null slice with jsonParsed',
    'getTokenAccountsByOwner',
    `["${KEY}",{"mint":"${KEY}","programId":null},{"dataSlice":null,"encoding":"jsonParsed"}]`,
    `["${KEY}",{"mint":"${KEY}"},{"encoding":"jsonParsed"}]`,
  ],
  ['a storage call without a block', 'eth_getStorageAt', `["${A}","0x"]`, `["${A}","0x","latest"]`],
])('%s: what is judged is forwarded', async (_, method, text, expected) => {
  for (const asBuffer of [false, true]) {
    const passed = await pass(method, text, asBuffer)
    expect(passed).toEqual({ text: expected, params: JSON.parse(expected), isAsWritten: false })
  }
})

test.each<[MethodName, string, string, string]>([
  [
    'eth_getLogs',
    '[{"fromBlock":"0x1","fromBlock":"0x2"}]',
    '/0/fromBlock',
    'invalid argument 0: duplicate member "fromBlock"',
  ],
  [
    'eth_getLogs',
    '[{"fromBlock":null,"from\\u0042lock":"0x2"}]',
    '/0/fromBlock',
    'invalid argument 0: duplicate member "fromBlock"',
  ],
  [
    'eth_getLogs',
    `[{"blockHash":"${H}","blockhash":"${H}"}]`,
    '/0/blockHash',
    'invalid argument 0: duplicate member "blockHash"',
  ],
  ['eth_getLogs', '[{"x/y":1,"x/y":2}]', '/0/x~1y', 'invalid argument 0: duplicate member "x/y"'],
  [
    'eth_getStorageAt',
    `["${A}","0x0",{"blockNumber":"0x1","blockNumber":"0x2"}]`,
    '/2/blockNumber',
    'invalid argument 2: duplicate member "blockNumber"',
  ],
  [
    'getTokenAccountsByOwner',
    `["${KEY}",{"mint":"${KEY}","mint":"${KEY}"}]`,
    '/1/mint',
    'Invalid params: duplicate field `mint`.',
  ],
  [
    'getTokenAccountsByOwner',
    `["${KEY}",{"mint":"${KEY}"},{"dataSlice":{"offset":1,"length":2,"offset":1}}]`,
    '/2/dataSlice/offset',
    'Invalid params: duplicate field `offset`.',
  ],
  [
    'getTokenAccountBalance',
    `["${KEY}",{"commitment":"processed","commitment":"finalized"}]`,
    '/1/commitment',
    'Invalid params: duplicate field `commitment`.',
  ],
])('%s %s: a member given twice is refused, and named', async (method, text, path, message) => {
  for (const asBuffer of [false, true]) {
    const data = { path, keyword: 'duplicate', expected: 'Each member of an object once.' }
    expect(await pass(method, text, asBuffer)).toMatchObject({ error: { code: -32602, message, data } })
  }
})

test('a closed object refuses what it does not know, and the rest is judged as before', async () => {
  const twoPrograms = `["${KEY}",{"mint":"${KEY}","owner":"${KEY}"}]`
  expect(await pass('getTokenAccountsByOwner', twoPrograms)).toMatchObject({ error: { code: -32602 } })
  expect(await pass('eth_getStorageAt', `["${A}","0x0",{"blockHash":null}]`)).toMatchObject({ error: { code: -32602 } })
  expect(await pass('eth_getLogs', '[{"address":{"a":1}}]')).toMatchObject({ error: { code: -32602 } })
})

test('an object of more members than any call needs is refused', async () => {
  const filter = (count: number) => `[{${Array.from({ length: count }, (_, index) => `"x${index}":1`).join(',')}}]`
  expect(await pass('eth_getLogs', filter(100))).toMatchObject({ text: '[{}]' })
  expect(await pass('eth_getLogs', filter(101))).toMatchObject({
    error: { code: -32602, data: { path: '/0/x100', keyword: 'maxProperties', expected: 'At most 100 members.' } },
  })
})

/**
 * JSON text of an object from its members, which may stand in it several times; with white space,
 * or none.
 */
const objectText = (members: readonly (readonly [string, unknown])[], space: string): string =>
  `{${members.map(([name, value]) => `${space}${JSON.stringify(name)}${space}:${space}${JSON.stringify(value)}`).join(',')}${space}}`

test('law: of every filter a node gets what its members mean, each once, in canonical spelling, or it is refused', async () => {
  const names = ['address', 'fromBlock', 'toBlock', 'blockHash', 'topics']
  const values: Readonly<Record<string, unknown[]>> = {
    address: [A, [A], null],
    fromBlock: ['0x1', '0x01', 'latest', null],
    toBlock: ['0xffffff', '0x00ffffff', null],
    blockHash: [H, null],
    topics: [[], [null, H], null],
  }
  const known = fc
    .constantFrom(...names)
    .chain((name) =>
      fc.tuple(fc.constantFrom(name, name, name.toLowerCase(), name.toUpperCase()), fc.constantFrom(...values[name]!)),
    )
  const unknown = fc.tuple(fc.constantFrom('x', 'a:b', '__proto__', 'toString', 'limit'), fc.jsonValue({ maxDepth: 1 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 4, arbitrary: known }, unknown), { maxLength: 5 }),
      fc.constantFrom('', ' ', '\n\t'),
      async (members, space) => {
        const canonical = members.map(
          ([name, value]) => [names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name, value] as const,
        )
        const passed = await pass('eth_getLogs', `[${objectText(members, space)}]`)
        if (new Set(canonical.map(([name]) => name)).size < canonical.length) {
          expect(passed.error).toMatchObject({ code: -32602, data: { keyword: 'duplicate' } })
          return
        }
        const meant = canonical
          .filter(([name, value]) => names.includes(name) && value !== null)
          .map(([name, value]) => [
            name,
            typeof value === 'string' && value.length < 20 ? value.replace(/^0x0+(?=.)/, '0x') : value,
          ])
        expect(passed.params).toEqual([Object.fromEntries(meant)])
        expect(JSON.parse(passed.text!)).toEqual(passed.params)
      },
    ),
    { numRuns: 500 },
  )
})
