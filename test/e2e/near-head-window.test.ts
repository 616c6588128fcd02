import { startFakeUpstream } from '../support/fake-upstream.js'
import { ADDRESS, callOf, post, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'

let head = 1_000
const upstream = started(() =>
  startFakeUpstream(({ json }) => ({
    resultText: json.method === 'eth_blockNumber' ? `"0x${head.toString(16)}"` : '"answered"',
  })),
)
const gateway = started(() => startTestGateway({ networks: { near: { urls: [upstream.url], recentBlocks: 128 } } }))
const storage = (block: string, id = 1) => callOf('eth_getStorageAt', [ADDRESS, '0x0', block], id)

test('a near-head network recovers from a head that was wrong once, and refuses free of charge with one question for all', async () => {
  const url = `${gateway.url}/near/v3/${await gateway.addKey()}`
  head = 0xffffffff
  expect((await post(url, storage('0x3e8'))).json.error.code).toBe(-32002)
  head = 1_000
  expect((await post(url, storage('0x3e8'))).json.result).toBe('answered')
  const asked = upstream.requests.length
  const reply = await post(
    url,
    Array.from({ length: 100 }, (_, id) => storage('0x1', id)),
  )
  expect(new Set(reply.json.map(({ error }: { error: { code: number } }) => error.code))).toEqual(new Set([-32002]))
  expect(reply.headers.get('x-credits-cost')).toBe('0')
  expect(upstream.requests.length - asked).toBe(1)
})
