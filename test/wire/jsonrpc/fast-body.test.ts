import fc from 'fast-check'
import type { Body } from '../../../src/wire/jsonrpc/body.js'
import { openBody, readFastBody } from '../../../src/wire/jsonrpc/open-body.js'
import type { Failure } from '../../../src/wire/jsonrpc/reply.js'
import { runs } from '../../support/runs.js'

const LIMITS = { maxBatch: 4, maxDepth: 5 }
const CALL = '{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x1","0x2","latest"]}'

/**
 * What the whole reader makes of a text: a blank before it is unusual, so the quick one leaves it
 * alone.
 */
const openSlowly = (text: string, limits = LIMITS): Body | Failure => {
  expect(readFastBody(` ${text}`, limits)).toBeUndefined()
  return openBody(Buffer.from(` ${text}`, 'latin1'), limits)
}

/** The body with params as text, in whatever form they were found. */
const told = (body: Body | Failure): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value) =>
      key === 'paramsJson' ? Buffer.from(value.data ?? value, 'latin1').toString('latin1') : value,
    ),
  )

test('params that are texts count as deep as others', () => {
  expect(readFastBody(CALL, { maxBatch: 1, maxDepth: 2 })).toBeDefined()
  expect(readFastBody(CALL, { maxBatch: 1, maxDepth: 1 })).toBeUndefined()
})

const expectAlike = (text: string): void => {
  const quick = readFastBody(text, LIMITS)
  if (quick !== undefined) expect(told(quick)).toEqual(told(openSlowly(text)))
}

test.each([
  CALL,
  `${CALL}\n`,
  `[${CALL}]`,
  `[${CALL},${CALL}]`,
  '{"jsonrpc": "2.0", "id": 1, "method": "eth_chainId", "params": []}',
  CALL.replace('"0x1","0x2"', ' "0x1", "0x2"'),
  CALL.replace('"latest"', 'true'),
  '{"method":"eth_getLogs","params":[{"topics":[null, ["0x\u007f"]]}],"id":"a-1","jsonrpc":"2.0"}',
  '{"id":999999999999999,"jsonrpc":"2.0","method":"eth_chainId"}',
  '{"id":0,"jsonrpc":"2.0","method":"eth_chainId","params":[ [ "}" ] ]}',
])('a body as clients write it is read quickly, and as the whole reader reads it: %s', (text) => {
  expect(readFastBody(text, LIMITS)).toBeDefined()
  expectAlike(text)
  for (const body of [text, Buffer.from(text)]) expect(told(openBody(body, LIMITS))).toEqual(told(openSlowly(text)))
})

test.each([
  '',
  '{}',
  '[]',
  'null',
  ` ${CALL}`,
  `${CALL}x`,
  `${CALL}${CALL}`,
  `[${CALL}`,
  `[${CALL},]`,
  `[${CALL},1]`,
  `[${`${CALL},`.repeat(4)}${CALL}]`,
  CALL.replace('"id":1', '"id":01'),
  CALL.replace('"id":1', '"id":1.0'),
  CALL.replace('"id":1', '"id":-1'),
  CALL.replace('"id":1', '"id":1e3'),
  CALL.replace('"id":1', '"id":null'),
  CALL.replace('"id":1', '"id":1234567890123456'),
  CALL.replace('"id":1', '"id":"a\u0001"'),
  CALL.replace('"id":1', '"id":1,"id":2'),
  CALL.replace('"id":1,', ''),
  CALL.replace('"2.0"', '"2.1"'),
  CALL.replace('"jsonrpc":"2.0",', ''),
  CALL.replace('"jsonrpc":"2.0"', '"jsonrpc":"2.0","jsonrpc":"2.0"'),
  CALL.replace('eth_getStorageAt', 'toString'),
  CALL.replace('eth_getStorageAt', ''),
  CALL.replace('eth_getStorageAt', 'eth_getStorageA'),
  CALL.replace('eth_getStorageAt', 'eth_getStorageAtt'),
  CALL.replace('eth_getStorageAt', '__proto__'),
  CALL.replace('eth_getStorageAt', 'eth_\\u0067etStorageAt'),
  CALL.replace('"params"', '"params":[],"params"'),
  CALL.replace('"params"', '"x":[],"params"'),
  CALL.replace('"params"', '"Params"'),
  CALL.replace('["0x1"', '[["0x1"'),
  CALL.replace('"0x1"', '"0x\n1"'),
  CALL.replace('["0x1"', '[,"0x1"'),
  CALL.replace('"latest"]', '"latest"}'),
  CALL.replace('"latest"]', '"latest'),
  CALL.replace('"0x1"', '[[[["deep"]]]]'),
  CALL.replace(/\[.*\]/, '{"address":"0x1"}'),
])('every other body is left to the whole reader: %s', (text) => {
  expect(readFastBody(text, LIMITS)).toBeUndefined()
  expect(told(openBody(text, LIMITS))).toEqual(told(openSlowly(text)))
})

const spot = fc.constantFrom(
  '"id"',
  '"params"',
  '"method"',
  '"jsonrpc"',
  ':',
  ',',
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  ' ',
  '1',
)
const piece = fc.oneof(
  spot,
  fc.string({ maxLength: 2 }),
  fc.json({ maxDepth: 3 }).filter((text) => /^[ -~]*$/.test(text)),
)
const member = fc.oneof(
  fc.constantFrom(
    '"jsonrpc":"2.0"',
    '"method":"eth_chainId"',
    '"id":7',
    '"id": "x"',
    '"params":[]',
    '"params": ["0x1", {}]',
  ),
  fc.json({ maxDepth: 4 }).map((json) => `"params":[${json}]`),
  fc
    .tuple(fc.constantFrom('"id"', '"x"', '"method"', '"params"'), fc.json({ maxDepth: 1 }))
    .map((pair) => pair.join(':')),
)
const call = fc.array(member, { maxLength: 6 }).map((members) => `{${members.join(',')}}`)
const body = fc.oneof(
  call,
  fc
    .shuffledSubarray(['"jsonrpc":"2.0"', '"method":"eth_chainId"', '"id":7', '"params":["0x1",[]]'], { minLength: 3 })
    .map((members) => `{${members.join(', ')}}`),
  fc.array(fc.oneof(fc.constant(CALL), call), { maxLength: 5 }).map((calls) => `[${calls.join(',')}]`),
  fc.constant(CALL),
)

test('whatever is read quickly, the whole reader reads in the same way', () => {
  const mutated = fc.tuple(body, fc.nat(), fc.nat({ max: 3 }), piece).map(([text, where, cut, put]) => {
    const at = where % (text.length + 1)
    return text.slice(0, at) + put + text.slice(at + cut)
  })
  fc.assert(
    fc.property(
      fc.oneof(body, mutated).filter((text) => /^[\0-\x7f]*$/.test(text)),
      expectAlike,
    ),
    runs(20_000),
  )
})

const orders = (rest: string[]): string[][] =>
  rest.length === 0
    ? [[]]
    : rest.flatMap((one) => orders(rest.filter((other) => other !== one)).map((all) => [one, ...all]))

test.each(['[]', '["a"]', '["a", "b"]', '["a","b","c"]', '["a","b","c","d"]', '["a",1]'])(
  'a call is read in the same way whether the one before had the same order of members or another: %s',
  (params) => {
    const members = ['"jsonrpc":"2.0"', '"id": "x"', '"method":"eth_chainId"', `"params":${params}`]
    for (const order of orders(members)) {
      const text = `{${order.join(',')}}`
      // The first after another order, the second after the same.
      for (const body of [text, text, `[${text}, ${text}]`]) {
        expect(readFastBody(body, LIMITS)).toBeDefined()
        expectAlike(body)
      }
    }
  },
)
