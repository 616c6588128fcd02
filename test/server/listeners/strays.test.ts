import { gzipSync } from 'node:zlib'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { rawRequest } from '../../support/raw-http.js'
import { started } from '../../support/started.js'
import { refusedUpgrade } from '../../support/web-socket.js'

describe('a request that leads nowhere, or not in its way', () => {
  let key: string
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() => startTestGateway({ networks: { eth: { urls: [upstream.url] } } }))
  beforeAll(async () => {
    key = await gateway.addKey()
  })
  /** The log's lines of a request, by the id that its reply gave. */
  const linesOf = (requestId: string | null | undefined) =>
    gateway.logLines
      .filter((line) => line.requestId === requestId)
      .map(({ transport, network, method, outcome, errorCode }) => ({ transport, network, method, outcome, errorCode }))
  const stray = (transport: string, network: string, outcome: string, errorCode: number) => ({
    transport,
    network,
    method: 'none',
    outcome,
    errorCode,
  })
  const counted = async (outcome: string, network = 'none'): Promise<number> => {
    const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    const series = `tollgate_calls_total{network="${network}",method="none",outcome="${outcome}"}`
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(series))
        ?.slice(series.length) ?? 0,
    )
  }

  test.each([
    ['POST', '/polygon/v3/KEY', 404, stray('http', 'none', 'not-found', -33404)],
    ['GET', '/wp-login.php?x=KEY', 404, stray('http', 'none', 'not-found', -33404)],
    ['GET', '/eth/v3/KEY', 405, stray('http', 'eth', 'method-not-allowed', -32600)],
    ['DELETE', '/openrpc.json', 405, stray('http', 'none', 'method-not-allowed', -32600)],
    ['GET', '/eth/ws/v3/KEY', 426, stray('http', 'eth', 'upgrade-required', -32600)],
  ])('is logged by its id and counted: %s %s', async (method, path, status, line) => {
    const before = await counted(line.outcome, line.network)
    const response = await fetch(`${gateway.url}${path.replace('KEY', key)}`, { method })
    expect(response.status).toBe(status)
    expect(linesOf(response.headers.get('x-request-id'))).toEqual([line])
    expect(await counted(line.outcome, line.network)).toBe(before + 1)
  })

  test.each([
    ['/polygon/ws/v3/KEY', 404, stray('websocket', 'none', 'not-found', -33404)],
    ['/openrpc.json', 405, stray('websocket', 'none', 'method-not-allowed', -32600)],
    ['/eth/ws/v3/tgk_none', 401, stray('websocket', 'eth', 'unauthorized', -33100)],
  ])('is so as an upgrade, too: %s', async (path, status, line) => {
    const refused = await refusedUpgrade(`${gateway.url}${path.replace('KEY', key)}`)
    expect(refused.status).toBe(status)
    expect(linesOf(String(refused.headers['x-request-id']))).toEqual([line])
  })

  test.each([
    ['GET / HTTP/1.1\r\nbroken\r\n\r\n', 400, 'invalid-request', -32600],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large', -32600],
    ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 405, 'method-not-allowed', -32600],
  ])('is so when it cannot be read', async (text, status, outcome, code) => {
    const { headers, ...refused } = await rawRequest(gateway.url, text)
    expect(refused.status).toBe(status)
    expect(linesOf(headers['x-request-id'])).toEqual([stray('http', 'none', outcome, code)])
  })

  test('is so as a handshake that a proxy has broken, whose key is good', async () => {
    const before = await counted('invalid-request', 'eth')
    const lines = 'Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13'
    const refused = await rawRequest(gateway.url, `GET /eth/ws/v3/${key} HTTP/1.1\r\n${lines}\r\n\r\n`)
    expect([refused.status, refused.headers['sec-websocket-version']]).toEqual([400, '13'])
    expect(linesOf(refused.headers['x-request-id'])).toEqual([stray('websocket', 'eth', 'invalid-request', -32600)])
    expect(await counted('invalid-request', 'eth')).toBe(before + 1)
  })

  test('is answered with the address that was meant', async () => {
    const errorOf = (text: string) => JSON.parse(text).error.data
    const http = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init).then((reply) => reply.text())
    const webSockets = (path: string) => ({
      name: 'method-not-allowed',
      allow: 'POST, OPTIONS',
      hint: `WebSockets are at ${path}/<API_KEY>`,
    })
    expect(errorOf(await http(`/eth/v3/${key}`))).toEqual(webSockets('/eth/ws/v3'))
    const onHost = `GET /v3/${key} HTTP/1.1\r\nHost: eth.localhost\r\nConnection: close\r\n\r\n`
    expect(errorOf((await rawRequest(gateway.url, onHost)).text)).toEqual(webSockets('/ws/v3'))
    expect(errorOf(await http(`/eth/ws/v3/${key}`, { method: 'POST' }))).toEqual({
      name: 'method-not-allowed',
      allow: 'GET, OPTIONS',
      hint: 'calls by POST are at /eth/v3/<API_KEY>',
    })
    expect((await refusedUpgrade(`${gateway.url}/openrpc.json`)).headers.allow).toBe('GET, HEAD, OPTIONS')
  })

  test('is refused with the reason when its body is encoded in another way than gzip, and served when it only says that it is not', async () => {
    const url = `${gateway.url}/eth/v3/${key}`
    const body = gzipSync(JSON.stringify(STORAGE_CALL))
    for (const coding of ['br', 'deflate', 'gzip, gzip', 'gzip, br', 'zstd']) {
      const reply = await post(url, body, { 'content-encoding': coding })
      expect([reply.status, reply.headers.get('accept-encoding')]).toEqual([415, 'gzip, identity'])
      expect(reply.json).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32600,
          message: 'Unsupported Media Type',
          data: { name: 'unsupported-content-encoding', reason: 'content_encoding' },
        },
      })
      expect(linesOf(reply.headers.get('x-request-id'))).toMatchObject([{ outcome: 'unsupported-content-encoding' }])
    }
    const other = await post(`${gateway.url}/eth/v3/tgk_none`, body, { 'content-encoding': 'gzip' })
    expect([other.status, other.json.id]).toEqual([401, null])
    for (const coding of ['identity', 'Identity', ''])
      expect((await post(url, STORAGE_CALL, { 'content-encoding': coding })).status).toBe(200)
  })
})
