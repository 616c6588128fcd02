import fc from 'fast-check'
import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, HASH, post, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { runs } from '../../support/runs.js'
import { openSocket, type TestSocket } from '../../support/web-socket.js'

const numbers = [
  '0',
  '-0',
  '1.0',
  '1e400',
  '-1E+2',
  '1.5',
  '18446744073709551615',
  '18446744073709551616',
  '9007199254740993',
  '0.1e-7',
]
const texts = [
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\/\\u00e9\\"\\\\"',
  '"é€😀"',
  '"},{\\"id\\":2"',
  `"${'x'.repeat(9_000)}"`,
  '"1"',
  '"null"',
]
const ids = [...numbers, ...texts, 'null']

/** JSON as nobody writes it; the same text must come out. */
const space = fc.constantFrom('', ' ', '\n\t', '\r\n  ')
const leaf = fc.oneof(
  fc.constantFrom(...ids, 'true', 'false'),
  fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => `${value}`.replace('e+', 'E')),
  fc.string({ unit: 'grapheme' }).map((value) => JSON.stringify(value)),
)
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }).map((parts) => `[ ${parts.join(' ,')}]`),
    fc
      // Few names, so that members come twice.
      .array(fc.tuple(fc.constantFrom('"id"', '"result"', '"\\u0069d"', '"error"', '"a"'), space, tie('json')), {
        maxLength: 4,
      })
      .map((members) => `{${members.map(([name, gap, value]) => `${gap}${name}${gap}:${value}`).join(',')} }`),
  ),
}))

describe('bytes', () => {
  let upstream: FakeUpstream
  let gateway: TestGateway
  let url: string
  let socket: TestSocket
  let nodeSays = ''
  beforeAll(async () => {
    upstream = await startFakeUpstream(({ json }) => ({ raw: nodeSays.replace('#ID#', json.id) }))
    gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } } })
    const key = await gateway.addKey()
    url = `${gateway.url}/eth/v3/${key}`
    socket = await openSocket(`${gateway.url}/eth/ws/v3/${key}`)
  })
  afterAll(async () => {
    await socket.close()
    await gateway.stop()
    await upstream.stop()
  })
  const everyWay = async (body: string): Promise<string[]> => [(await post(url, body)).text, await socket.ask(body)]

  test.each(ids)('of the id %j come back unchanged, whether answered, refused or in a batch', async (id) => {
    nodeSays = '{"jsonrpc":"2.0","id":1,"result":"0x1"}'
    const call = `{"id" : ${id} ,"jsonrpc":"2.0","method":"eth_blockNumber"}`
    const answer = `{"jsonrpc":"2.0","id":${id},"result":"0x1"}`
    for (const text of await everyWay(call)) expect(text).toBe(answer)
    for (const text of await everyWay(`[${call}, ${call}]`)) expect(text).toBe(`[${answer},${answer}]`)
    const start = `{"jsonrpc":"2.0","id":${id},"error":`
    for (const text of await everyWay(call.replace('2.0', '1'))) expect(text.startsWith(start)).toBe(true)
    for (const text of await everyWay(call.replace('Number', ''))) expect(text.startsWith(start)).toBe(true)
  })

  test('of a result pass unchanged, whatever JSON it is and wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(json, space, fc.constantFrom(0, 1, 2), async (result, gap, order) => {
        const members = ['"jsonrpc":"2.0"', `"id"${gap}:#ID#`, `"result"${gap}:${gap}${result}`]
        nodeSays = `${gap}{${gap}${[...members.slice(order), ...members.slice(0, order)].join(`${gap},`)}${gap}}${gap}`
        const call = callOf('eth_getTransactionReceipt', [HASH])
        for (const text of await everyWay(JSON.stringify(call)))
          expect(text).toBe(`{"jsonrpc":"2.0","id":1,"result":${result}}`)
      }),
      runs(150),
    )
  })

  test('of a node\u2019s error pass unchanged, with code, message and whatever data', async () => {
    await fc.assert(
      fc.asyncProperty(json, space, fc.integer({ min: -40_000, max: 5 }), async (data, gap, code) => {
        const error = `{${gap}"code":${code},"message":"no \\u00e9",${gap}"data":${data}}`
        nodeSays = `{"jsonrpc":"2.0","id":1,"error":${error}}`
        const reply = await post(url, callOf('eth_blockNumber'))
        expect([reply.status, reply.text]).toEqual([200, `{"jsonrpc":"2.0","id":1,"error":${error}}`])
        expect(reply.headers.get('x-credits-cost')).toBe('80')
      }),
      runs(60),
    )
  })

  test('of params reach the node unchanged', async () => {
    nodeSays = '{"jsonrpc":"2.0","id":1,"result":[]}'
    const params = '[ {"topics" : [ null,[]], "\\u0066romBlock":"0x1F"} ]'
    await post(url, `{"params":[7],"method":"eth_x","method":"eth_getLogs","id":1,"params":${params},"jsonrpc":"2.0"}`)
    const { body, json } = upstream.requests.at(-1)!
    expect(body).toBe(`{"jsonrpc":"2.0","id":${json.id},"method":"eth_getLogs","params":${params}}`)
  })

  test('of a member given twice are the last ones, for the check as for the node', async () => {
    nodeSays = '{"jsonrpc":"2.0","id":1,"result":"0x1"}'
    const reply = await post(url, '{"id":"first","jsonrpc":"2.0","method":"eth_blockNumber","id":2,"\\u0069d":3}')
    expect(reply.text).toBe('{"jsonrpc":"2.0","id":3,"result":"0x1"}')
  })
})
