import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, STORAGE_CALL, startTestGateway, type TestGateway } from '../../support/gateway.js'

describe('a call over HTTP', () => {
  let upstream: FakeUpstream
  let gateway: TestGateway
  let key: string
  let url: string

  beforeAll(async () => {
    upstream = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
    gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } } })
    key = await gateway.addKey()
    url = `${gateway.url}/eth/v3/${key}`
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })

  test('is answered by the node, charged and labelled', async () => {
    const reply = await post(url, STORAGE_CALL)
    expect(reply.text).toBe('{"jsonrpc":"2.0","id":1,"result":"0x01"}')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('x-credits-cost')).toBe('80')
    expect(reply.headers.get('x-credits-remaining')).toBe(String(3_000_000 - 80))
    expect(reply.headers.get('x-served-by')).toBe('upstream')
    expect(reply.headers.get('content-type')).toBe('application/json')
    expect(Number(reply.headers.get('x-credits-reset')) % 86_400).toBe(0)
  })

  test('unknown method', async () => {
    const reply = await post(url, callOf('eth_foo'))
    expect(reply.json.error).toEqual({
      code: -32601,
      message: 'the method eth_foo does not exist/is not available',
      data: { name: 'method-not-found' },
    })
    expect(reply.headers.get('x-credits-cost')).toBe('0')
  })
})
