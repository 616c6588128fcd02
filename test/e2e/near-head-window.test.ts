import { startFakeUpstream } from '../support/fake-upstream.js'
import { ADDRESS, callOf, post, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'
import { until } from '../support/workers.js'

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

describe('the blocks that one account\u2019s calls ask for', () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const node = started(() =>
    startFakeUpstream(async ({ json }) => {
      if (json.method === 'eth_getBlockByHash') await held
      return { resultText: json.method === 'eth_blockNumber' ? '"0x3e8"' : '"answered"' }
    }),
  )
  const near = started(() =>
    startTestGateway({
      networks: { near: { urls: [node.url], recentBlocks: 128 } },
      limits: { maxUpstreamConnections: 4 },
    }),
  )
  afterAll(() => release())
  const asked = () => node.requests.filter(({ json }) => json.method === 'eth_getBlockByHash').length

  test('have its share of the connections: other accounts\u2019 calls are answered meanwhile', async () => {
    const urls = [await near.addKey(), await near.addKey()].map((key) => `${near.url}/near/v3/${key}`)
    const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
    const body = Array.from({ length: 8 }, (_, id) =>
      callOf('eth_getStorageAt', [ADDRESS, '0x0', { blockHash: hashOf(id) }], id),
    )
    const mine = post(urls[0]!, body)
    await until(() => asked() >= 3)
    expect((await post(urls[1]!, storage('latest'))).json.result).toBe('answered')
    // None of them was over.
    expect([asked(), node.abortedCount]).toEqual([3, 0])
    release()
    await mine
  })
})
