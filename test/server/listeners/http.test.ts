import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

describe('a call over HTTP', () => {
  let key: string
  let url: string

  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() => startTestGateway({ networks: { eth: { urls: [upstream.url] } } }))
  beforeAll(async () => {
    key = await gateway.addKey()
    url = `${gateway.url}/eth/v3/${key}`
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
})
