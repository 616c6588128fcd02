import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

/**
 * A node that closes connections it thinks idle just as the next request is on its way, as every
 * HTTP server may.
 */
const startHastyNode = async (): Promise<{ server: Server; url: string; seen: { cuts: number } }> => {
  const seen = { cuts: 0 }
  const used = new WeakSet<Socket>()
  const server = createServer(async (request, response) => {
    if (used.has(request.socket)) {
      seen.cuts++
      request.socket.destroy()
      return
    }
    used.add(request.socket)
    response.sendDate = false
    let body = ''
    for await (const chunk of request) body += chunk
    response.end(`{"jsonrpc":"2.0","id":${JSON.parse(body).id},"result":"0x1"}`)
  })
  // Without a hint in the answer how long the connection will be kept.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

describe('a node that closes idle connections', () => {
  let node: Awaited<ReturnType<typeof startHastyNode>>
  beforeAll(async () => {
    node = await startHastyNode()
  })
  const gateway = started(() => startTestGateway({ networks: { eth: { urls: [node.url] } } }))
  afterAll(async () => {
    node.server.closeAllConnections()
    await new Promise((resolve) => node.server.close(resolve))
  })

  test('is asked again over a new connection: no caller hears of it', async () => {
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    for (let round = 0; round < 6; round++) {
      expect((await post(url, STORAGE_CALL)).text).toBe('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    }
    expect(node.seen.cuts).toBeGreaterThan(0)
  })
})
