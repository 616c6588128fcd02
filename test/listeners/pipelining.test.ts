import { setTimeout as wait } from 'node:timers/promises'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, startTestGateway } from '../support/gateway.js'
import { listeners } from '../support/http-engines.js'
import { rawConnection } from '../support/raw-http.js'

describe.each(listeners)('requests sent ahead on one HTTP connection (server: %s)', (listener) => {
  const request = (path: string, id: number, more = '') => {
    const body = JSON.stringify(callOf('eth_blockNumber', [], id))
    return `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
  }

  test.each([
    ['are answered up to the bound, in their order', 5, 5],
    ['end the connection above it, and the calls under way with it', 6, 0],
  ])('%s', async (_title, sent, answered) => {
    const upstream = await startFakeUpstream(() => ({ resultText: '"0x1"', delayMs: 100 }))
    const gateway = await startTestGateway({
      engine: { listener },
      networks: { eth: { urls: [upstream.url] } },
      limits: { maxMessagesInFlight: 5 },
    })
    const path = `/eth/v3/${await gateway.addKey()}`
    const connection = rawConnection(gateway.url)
    const ids = Array.from({ length: sent }, (_, id) => id)
    setTimeout(() => connection.socket.destroy(), 5_000).unref()
    connection.write(ids.map((id) => request(path, id, id === sent - 1 ? 'Connection: close\r\n' : '')).join(''))
    const wire = await connection.ended
    await wait(50)
    await gateway.stop()
    expect(wire.match(/"id":\d+/g) ?? []).toEqual(ids.slice(0, answered).map((id) => `"id":${id}`))
    expect(upstream.abortedCount).toBe(answered === 0 ? upstream.requests.length : 0)
    await upstream.stop()
  })
})
