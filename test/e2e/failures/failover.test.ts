import { expectSoon } from '../../support/expect-soon.js'
import { type FakeReply, startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, HASH, post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'

/** Ways of a node to be out of order. */
const outages: Readonly<Record<string, FakeReply>> = {
  reset: { destroy: true },
  'broken off': { stream: ['{"jsonrpc":"2.0","id":1,"res', { destroy: true }] },
  'status 500': { raw: 'oops', status: 500 },
  'status 503 with a JSON-RPC error': {
    raw: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"down"}}',
    status: 503,
  },
  'status 429': { raw: '{}', status: 429 },
  garbage: { raw: '<html>' },
  'wrong id': { raw: '{"jsonrpc":"2.0","id":7,"result":"0x1"}' },
  'no result': { raw: '{"jsonrpc":"2.0","id":1}' },
}
const others = [
  callOf('eth_blockNumber'),
  callOf('eth_chainId'),
  callOf('eth_getTransactionReceipt', [HASH]),
  callOf('eth_getLogs', [{}]),
]

/** Valid results: an answer that breaks the contract would make the other one be asked. */
const results: Readonly<Record<string, string>> = { eth_getTransactionReceipt: 'null', eth_getLogs: '[]' }

describe('several upstreams', () => {
  test.each(Object.entries(outages))('answer for each other when one is %s', async (_name, fault) => {
    const bad = await startFakeUpstream(() => fault)
    const good = await startFakeUpstream(({ json }) => ({ resultText: results[json.method] ?? '"0x1"' }))
    // On a clock that stands still, the broken one is left alone for as long as the calls take.
    const nowMs = Date.now()
    const ports = { nowMs: () => nowMs }
    // A hedge would ask it all the same, if the other one is slow on a busy machine.
    const networks = { eth: { urls: [bad.url, good.url], hedging: false } }
    const gateway = await startTestGateway({ networks, ports })
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    for (const call of [STORAGE_CALL, ...others])
      expect((await post(url, call)).text).toContain(`"result":${results[call.method] ?? '"0x1"'}`)
    // One that closes the connection without a byte is asked once more over another.
    expect([bad.requests.length, good.requests.length]).toEqual(['destroy' in fault ? 2 : 1, 5])
    expect((await fetch(`${gateway.adminUrl}/readyz`)).status).toBe(200)
    await gateway.stop()
    await Promise.all([bad.stop(), good.stop()])
  })

  test('one that is silent uses up its share of the time only, and the call is charged once', async () => {
    const [silent, good] = [
      await startFakeUpstream(() => ({ hang: true })),
      await startFakeUpstream(() => ({ resultText: '"0x1"' })),
    ]
    const networks = { two: { urls: [silent.url, good.url] }, one: { urls: [silent.url], partner: good.url } }
    const gateway = await startTestGateway({ networks })
    const plain = await gateway.addKey()
    const growth = await gateway.addKey({}, { plan: 'growth', isFailoverOn: true })
    const [two, one] = await Promise.all([
      post(`${gateway.url}/two/v3/${plain}`, STORAGE_CALL),
      post(`${gateway.url}/one/v3/${growth}`, STORAGE_CALL),
    ])
    expect([two.json.result, two.headers.get('x-credits-remaining')]).toEqual(['0x1', String(3_000_000 - 80)])
    expect([one.json.result, one.headers.get('x-served-by')]).toEqual(['0x1', 'partner'])
    await expectSoon(() => silent.abortedCount, 2)
    await gateway.stop()
    await Promise.all([silent.stop(), good.stop()])
  })
})
