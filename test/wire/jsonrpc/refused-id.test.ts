import fc from 'fast-check'
import { openBody } from '../../../src/wire/jsonrpc/open-body.js'
import { firstIdOfBatch, idOfBody } from '../../../src/wire/jsonrpc/refused-id.js'
import { cpuMsOf } from '../../support/cpu-time.js'
import { runs } from '../../support/runs.js'

const CALL = '{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x1","0x2","latest"]}'
const LONG = `"params":["${'x'.repeat(20_000)}"]`
const SPACES = ' '.repeat(20_000)

test('a body that is refused whole is answered with its id, in any form', () => {
  for (const [text, id] of [
    [CALL, '1'],
    [`[${CALL}]`, 'null'],
    ['{"id":"x"}', '"x"'],
    ['{"id":', 'null'],
    [CALL.replace('"0x1"', `${'['.repeat(99)}${']'.repeat(99)}`), '1'],
  ] as const)
    expect([text, Buffer.from(text)].map(idOfBody)).toEqual([id, id])
})

test('a body above 512 bytes is not parsed: all refused bodies may come in one turn of the event loop', () => {
  const between = (length: number) => `{"params":[],"id":1,"more":"${'x'.repeat(length)}"}`
  expect([100, 450, 512, 16_000].map((length) => idOfBody(between(length)))).toEqual(['1', '1', 'null', 'null'])
})

test.each([513, 1_000, 1_010, 1_023, 1_024])('the id behind the params of a call of %d bytes is found', (length) => {
  const call = (fill: number) => `{"method":"x","params":["${'x'.repeat(fill)}"],"id":1,"jsonrpc":"2.0"}`
  const text = call(length - call(0).length)
  expect([text, Buffer.from(text)].map(idOfBody)).toEqual(['1', '1'])
})

test('the id of a batch is that of its first call', () => {
  const second = '{"jsonrpc":"2.0","id":2,"method":"x"}'
  for (const [text, id] of [
    [` [\n${CALL},${second}`, '1'],
    [`[${CALL.replace('"0x1"', '["]}\\""]')}]`, '1'],
    [`[${CALL.slice(0, -1)}`, '1'],
    [`[7,${second}]`, 'null'],
    [`[[${CALL}]]`, 'null'],
    [`[{"method":"x"},${second}]`, 'null'],
    ['[]', 'null'],
    [CALL, 'null'],
    ['', 'null'],
  ] as const)
    expect([text, firstIdOfBatch(Buffer.from(text))]).toEqual([text, id])
})

test.each<[string, string, string]>([
  ['before its params', `{"jsonrpc":"2.0","id":42,"method":"x",${LONG}}`, '42'],
  ['before its params, with blanks', ` {\n"method" : "x", "id": "a-1" ,${LONG}}`, '"a-1"'],
  ['behind its params, as ethers writes it', `{"method":"x",${LONG},"id":1e3,"jsonrpc":"2.0"}`, '1e3'],
  ['behind its params, as web3.py writes it', `{"jsonrpc": "2.0", "method": "x", ${LONG}, "id": 7}\n`, '7'],
])('the id of a long call is found %s', (_where, text, id) => {
  expect([text, Buffer.from(text)].map(idOfBody)).toEqual([id, id])
})

test.each<[string, string]>([
  ['stands between long members', `{${LONG},"id":1,"more":"${SPACES}"}`],
  ['is inside the params', `{"method":"x",${LONG},"params":{"id":1}}`],
  ['is inside a string', `{"method":"x","params":"${SPACES},\\"id\\":1}"}`],
  ['is of another type', `{"id":[1],"method":"x",${LONG}}`],
  ['is no JSON number', `{"id":01,"method":"x",${LONG}}`],
  ['has escapes', `{"id":"\\u0031","method":"x",${LONG}}`],
  ["is a batch member's", `[{"jsonrpc":"2.0","id":1,"method":"x",${LONG}}]`],
])('the id of a long body is null if it %s', (_why, text) => {
  expect([text, Buffer.from(text)].map(idOfBody)).toEqual(['null', 'null'])
})

test('the id of a batch is found before the long params of its first call', () => {
  expect(firstIdOfBatch(Buffer.from(`[ {"id":"x","method":"x",${LONG}}]`))).toBe('"x"')
})

test('the id of a long call is the one that parsing finds, or null', () => {
  const text = fc.constantFrom('"x"', '"\\","', '"id"', '"\\"id\\":3"', '"}"', '"id\\\\"')
  const value = fc.oneof(text, fc.constantFrom('3', '-0.5e7', 'null', '[]', '{"id":3}', '[{"id":3,"method":"x"}]'))
  const member = fc.tuple(fc.oneof(text, fc.constantFrom('"method"', '"jsonrpc"')), value)
  const blank = fc.constantFrom('', ' ', '\n')
  const call = fc
    .tuple(fc.array(member, { maxLength: 3 }), fc.array(member, { maxLength: 3 }), value, fc.nat(2), blank)
    .map(([before, behind, id, at, space]) => {
      const members = [...before, ['"params"', `["${'x'.repeat(17_000)}"]`], ...behind]
      const others = members.filter(([key]) => key !== '"id"').map(([key, of]) => `${key}${space}:${space}${of}`)
      others.splice([0, before.length, others.length][at]!, 0, `"id"${space}:${space}${id}`)
      return `${space}{${others.join(`${space},${space}`)}}${space}`
    })
  fc.assert(
    fc.property(call, (body) => {
      const opened = openBody(Buffer.from(body), { maxBatch: 0, maxDepth: 9 })
      const member = 'members' in opened ? opened.members[0]! : undefined
      const id = member?.kind === 'call' ? member.envelope.idText : member?.kind === 'refused' ? member.idText : 'null'
      expect([id, 'null']).toContain(idOfBody(body))
    }),
    runs(2_000),
  )
})

test('a long body costs no more than a look at its ends', () => {
  const hostile = [
    ' '.repeat(16_000),
    '{"id":'.concat('1'.repeat(16_000)),
    `{"id":"${'a'.repeat(16_000)}`,
    '{"method":"x",'.repeat(1_200),
    ',"id":1'.repeat(2_400),
    ', '.repeat(8_000),
    ',"id":1,"method":"x","method":"x"'.repeat(500),
  ].map((text) => Buffer.from(text.padEnd(5_000_000, text)))
  const spentMs = cpuMsOf(() => {
    for (const body of hostile) for (let round = 0; round < 10; round++) idOfBody(body)
  })
  expect(spentMs / hostile.length / 10).toBeLessThan(5)
})
