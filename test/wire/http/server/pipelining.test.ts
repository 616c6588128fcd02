import { setTimeout as wait } from 'node:timers/promises'
import { expectSoon } from '../../../support/expect-soon.js'
import { startFakeUpstream } from '../../../support/fake-upstream.js'
import { callOf, startTestGateway } from '../../../support/gateway.js'
import { rawConnection } from '../../../support/raw-http.js'

describe('requests sent ahead on one HTTP connection', () => {
  const request = (path: string, id: number, more = '') => {
    const body = JSON.stringify(callOf('eth_blockNumber', [], id))
    return `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
  }

  test.each([
    ['are answered up to the bound, in their order', 5, 5, 100],
    ['end the connection above it, and the calls under way with it', 6, 0, 60_000],
  ])('%s', async (_title, sent, answered, delayMs) => {
    const upstream = await startFakeUpstream(() => ({ resultText: '"0x1"', delayMs }))
    const gateway = await startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      fixedLimits: { maxMessagesInFlight: 5 },
    })
    const path = `/eth/v3/${await gateway.addKey()}`
    const connection = rawConnection(gateway.url)
    const ids = Array.from({ length: sent }, (_, id) => id)
    connection.write(ids.map((id) => request(path, id, id === sent - 1 ? 'Connection: close\r\n' : '')).join(''))
    const wire = await connection.ended
    await wait(50)
    // Before the gateway stops, which ends the calls that are left.
    if (answered === 0) await expectSoon(() => upstream.requests.length - upstream.abortedCount, 0)
    await gateway.stop()
    expect(wire.match(/"id":\d+/g) ?? []).toEqual(ids.slice(0, answered).map((id) => `"id":${id}`))
    expect(upstream.abortedCount).toBe(answered === 0 ? upstream.requests.length : 0)
    await upstream.stop()
  })

  test('small and large answers leave in the order of their requests, each whole', async () => {
    const sizes = [10, 30_000, 20, 300_000, 30, 40, 9_000, 50]
    let asked = 0
    // The first one is slow: the others are ready before it and leave together with it.
    const upstream = await startFakeUpstream(() => {
      const size = sizes[asked++]!
      return { resultText: JSON.stringify('x'.repeat(size)), delayMs: size === sizes[0] ? 100 : 0 }
    })
    const gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } } })
    const path = `/eth/v3/${await gateway.addKey()}`
    const connection = rawConnection(gateway.url)
    // Hashes that differ, so that no two calls are the same one.
    const body = (id: number) =>
      JSON.stringify(callOf('eth_getTransactionReceipt', [`0x${id.toString(16).padStart(64, '0')}`], id))
    const text = (id: number) => {
      const last = id === sizes.length - 1 ? 'Connection: close\r\n' : ''
      return `POST ${path} HTTP/1.1\r\nHost: x\r\n${last}Content-Length: ${body(id).length}\r\n\r\n${body(id)}`
    }
    for (const id of sizes.keys()) {
      connection.write(text(id))
      // In their order at the upstream, too, which answers by it.
      while (asked < id + 1) await wait(1)
    }
    // Chunks taken together again.
    const wire = (await connection.ended).replaceAll(/\r\n[0-9a-f]+\r\n/g, '')
    await gateway.stop()
    await upstream.stop()
    const answers = [...wire.matchAll(/"id":(\d+),"result":"(x+)"\}/g)].map(([, id, result]) => [
      Number(id),
      result!.length,
    ])
    expect(answers).toEqual(sizes.map((size, id) => [id, size]))
  })
})
