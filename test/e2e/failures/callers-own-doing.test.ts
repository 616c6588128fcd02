import { startFakeUpstream } from '../../support/fake-upstream.js'
import { ADDRESS, callOf, post, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const KEY = '4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F'
const topics = Array.from({ length: 900 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`)
/** 60 KB of valid params. */
const longLogs = callOf('eth_getLogs', [{ topics: [topics] }])
/** A call whose answer is longer than this gateway takes. */
const wideLogs = callOf('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x2' }])
const storageAt = (slot: number) => callOf('eth_getStorageAt', [ADDRESS, `0x${slot.toString(16)}`, 'latest'])

/** Returns a trace call whose tracer throws these words. */
const throwing = (words: string) => traceBy(`{fault(){},result(){throw '${words}'}}`)
const traceBy = (tracer: string) => callOf('debug_traceCall', [{ to: ADDRESS }, 'latest', { tracer }])
/** Returns the answer of geth to such a call: eth/tracers/js/goja.go, wrapError. */
const thrownAs = (words: string) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32000, message: `${words} at result (<eval>:1:25(2))    in server-side tracer function 'result'` },
})

let attacker: string
let victim: string

const nodes = started(() => {
  const node = () =>
    startFakeUpstream(({ body, json }) => {
      // agave refuses bodies above 50 KiB like this, and geth refuses those above its operator's
      // limit.
      if (body.length > 51_200) return { raw: 'request body too large', status: 413 }
      const tracer: string | undefined = json.params?.[2]?.tracer
      const thrown = /throw '(.*)'/.exec(tracer ?? '')?.[1]
      if (thrown !== undefined) return { json: thrownAs(thrown) }
      if (json.method === 'debug_traceCall') return { resultText: '{}' }
      if (json.method === 'eth_getLogs') return { resultText: `["${'x'.repeat(20_000)}"]` }
      return { resultText: json.method === 'eth_getStorageAt' ? `"0x${'0'.repeat(64)}"` : '"0x1"' }
    })
  return Promise.all([node(), node()])
})
const partner = started(() => startFakeUpstream(() => ({ resultText: `"0x${'f'.repeat(64)}"` })))
const gateway = started(() => {
  const urls = nodes.map(({ url }) => url)
  return startTestGateway({
    networks: {
      // On a busy machine a hedge would ask the other node, too.
      eth: { urls, partner: partner.url, contracts: ['ethereum-debug'], hedging: false },
      sol: { urls, family: 'solana' },
    },
    limits: { maxUpstreamBytes: 16_384 },
  })
})
beforeAll(async () => {
  attacker = await gateway.addKey()
  victim = await gateway.addKey({}, { plan: 'growth', isFailoverOn: true })
})

const downs = () => gateway.logLines.filter(({ to }) => to === 'down')
const costOf = (reply: { headers: Headers }) => reply.headers.get('x-credits-cost')

test.each([
  ['too long for the nodes', longLogs, 413, 'the request is larger than the nodes of this network take', '0'],
  ['with answers that are too long', wideLogs, 502, 'the answer is larger than the gateway takes', '255'],
])(
  'one account\u2019s calls %s take no node away from another account',
  async (_about, call, status, message, cost) => {
    const served = new Set<string | null>()
    for (let round = 0; round < 12; round++) {
      const refused = await post(`${gateway.url}/eth/v3/${attacker}`, call)
      expect([refused.status, refused.json.error.message, costOf(refused)]).toEqual([status, message, cost])
      if (round % 3 === 2)
        served.add((await post(`${gateway.url}/eth/v3/${victim}`, storageAt(round))).headers.get('x-served-by'))
    }
    expect([[...served], partner.requests.length, downs()]).toEqual([['upstream'], 0, []])
  },
)

test.each(['the method debug_traceCall does not exist', 'too many requests', 'missing trie node ab'])(
  'a tracer that throws \u201c%s\u201d is answered by one node, and takes nothing away from another account',
  async (words) => {
    const asked = () => nodes.reduce((sum, { requests }) => sum + requests.length, 0)
    for (let round = 0; round < 4; round++) {
      const before = asked()
      const thrown = await post(`${gateway.url}/eth/v3/${attacker}`, throwing(words))
      expect([thrown.json.error, costOf(thrown), asked() - before]).toEqual([thrownAs(words).error, '255', 1])
      const traced = await post(`${gateway.url}/eth/v3/${victim}`, traceBy('callTracer'))
      expect([traced.json.result, traced.headers.get('x-served-by')]).toEqual([{}, 'upstream'])
    }
    expect([partner.requests.length, downs()]).toEqual([0, []])
  },
)

test('on a Solana network a call above 50 KiB is not sent to any node, and costs nothing', async () => {
  const asked = () => nodes.reduce((sum, { requests }) => sum + requests.length, 0)
  const before = asked()
  const url = `${gateway.url}/sol/v3/${attacker}`
  // A call with known members only. Blanks make it longer than the limit.
  const filler = callOf('getTokenAccountsByOwner', [KEY, { mint: KEY }, { minContextSlot: 1 }], 'x')
  const padded = JSON.stringify(filler).replace('"minContextSlot":1', `"minContextSlot":1${' '.repeat(52_000)}`)
  const reply = await post(url, padded)
  expect([reply.status, costOf(reply)]).toEqual([413, '0'])
  expect(reply.json.error).toMatchObject({ code: -32600, data: { maxBytes: 51_200 } })
  expect([asked() - before, downs()]).toEqual([0, []])
})
