import { setTimeout as wait } from 'node:timers/promises'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { ADDRESS, callOf, post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { rawConnection } from '../../support/raw-http.js'
import { startedEach } from '../../support/started.js'

describe('clients that leave, and configurations that change, under load', () => {
  const upstream = startedEach(() =>
    startFakeUpstream(({ json }) =>
      json.method === 'eth_chainId' || json.method === 'eth_getTransactionReceipt'
        ? { hang: true }
        : { resultText: '"0x1"', delayMs: json.method === 'eth_blockNumber' ? 300 : 0 },
    ),
  )
  const gateway = startedEach(() => startTestGateway({ networks: { eth: { urls: [upstream.url] } } }))
  const metric = async (name: string) => {
    const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  }

  test('a batch whose client leaves is taken back from the node whole, and costs nothing', async () => {
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    const before = Number((await post(url, STORAGE_CALL)).headers.get('x-credits-remaining'))
    const controller = new AbortController()
    const calls = Array.from({ length: 20 }, (_, id) =>
      // Each call is different: the gateway asks the node only once for identical calls.
      callOf('eth_getTransactionReceipt', [`0x${id.toString(16).padStart(64, '0')}`], id),
    )
    const gone = fetch(url, { method: 'POST', body: JSON.stringify(calls), signal: controller.signal }).catch(
      () => 'gone',
    )
    while (upstream.requests.length < 21) await wait(5)
    controller.abort()
    expect(await gone).toBe('gone')
    await expectSoon(() => upstream.abortedCount, 20)
    const after = Number((await post(url, STORAGE_CALL)).headers.get('x-credits-remaining'))
    expect(after).toBe(before - 80)
    expect(await metric('tollgate_held_answer_bytes')).toBe(0)
  })

  test('calls whose clients leave are cancelled in log and metrics, and not an outage of the network', async () => {
    const key = await gateway.addKey()
    const leave = async (body: object) => {
      const asked = upstream.requests.length
      const controller = new AbortController()
      const init = { method: 'POST', body: JSON.stringify(body), signal: controller.signal }
      const gone = fetch(`${gateway.url}/eth/v3/${key}`, init)
      await expectSoon(() => upstream.requests.length > asked, true)
      controller.abort()
      await Promise.allSettled([gone])
    }
    // Three calls share one request to the node. The call that makes the request and those that
    // wait for its answer leave in the same way.
    await leave(Array(3).fill(callOf('eth_chainId')))
    await leave(callOf('eth_getTransactionReceipt', [`0x${'ab'.repeat(32)}`]))
    const cancelled = (method: string) =>
      metric(`tollgate_calls_total{network="eth",method="${method}",outcome="cancelled"}`)
    await expectSoon(() => Promise.all([cancelled('eth_chainId'), cancelled('eth_getTransactionReceipt')]), [3, 1])
    const lines = gateway.logLines.filter(({ message }) => message === 'call')
    expect(lines.map(({ outcome, errorCode, costCredits }) => [outcome, errorCode, costCredits])).toEqual(
      Array(4).fill(['cancelled', undefined, 0]),
    )
  })

  test('a hundred clients that send half a request, or leave at once, leave nothing behind', async () => {
    const path = `/eth/v3/${await gateway.addKey()}`
    const body = JSON.stringify(callOf('eth_chainId'))
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`
    const whole = head + body
    for (let at = 1; at <= 100; at++) {
      const connection = rawConnection(gateway.url)
      connection.socket.once('connect', () => {
        connection.write(whole.slice(0, Math.ceil((whole.length * at) / 100)))
        if (at % 2 === 0) connection.socket.end()
        else connection.socket.destroy()
      })
    }
    await wait(500)
    const url = gateway.url + path
    expect((await post(url, STORAGE_CALL)).json.result).toBe('0x1')
    // No caller waits any more: no request of theirs may be open at the node.
    await expectSoon(() => upstream.requests.length - upstream.abortedCount, 1)
    expect(gateway.logLines.filter((line) => line.message === 'bug')).toEqual([])
  })

  test('a call in flight is answered while the configuration is reloaded, and the next one sees it', async () => {
    const other = await startFakeUpstream(() => ({ resultText: '"0x2"' }))
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    const slow = post(url, callOf('eth_blockNumber'))
    while (upstream.requests.length < 1) await wait(5)
    const { readConfig } = await import('../../support/gateway.js')
    gateway.reload(readConfig(gateway.configText({ networks: { eth: { urls: [other.url] } } }), gateway.folder))
    expect((await post(url, callOf('eth_getStorageAt', [ADDRESS, '0x0']))).json.result).toBe('0x2')
    expect((await slow).json.result).toBe('0x1')
    await other.stop()
  })
})
