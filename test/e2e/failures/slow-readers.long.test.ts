import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, HASH, post, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { type RawConnection, rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'
import { stopwatch } from '../../support/stopwatch.js'

const MEGABYTE = 1_048_576
const PIECE = 'r'.repeat(MEGABYTE)
const PIECES = 12
const CONNECTIONS = 8

let count = 0
const receipt = () => callOf('eth_getTransactionReceipt', [`0x${(++count).toString(16).padStart(64, '0')}`])
const storage = (slot = '0x0') =>
  callOf('eth_getStorageAt', [`0x${(++count).toString(16).padStart(40, '0')}`, slot, 'latest'])

describe('an account that keeps connections to a node', () => {
  let hostile: string
  let others: string[]
  /** Slot of the calls that the node answers when `answerSlow` is called. */
  const SLOW = '0x51'
  let answerSlow = () => {}
  const slowAnswers = new Promise<void>((resolve) => {
    answerSlow = resolve
  })
  const upstream = started(() =>
    startFakeUpstream(async ({ json }) => {
      if (json.method === 'eth_getTransactionReceipt') {
        return { stream: ['{"jsonrpc":"2.0","id":1,"result":"', ...Array<string>(PIECES).fill(PIECE), '"}'] }
      }
      if (json.params[1] === SLOW) await slowAnswers
      return { resultText: '"0x1"' }
    }),
  )
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url], checkAnswers: 0, hedging: false } },
      limits: { maxUpstreamConnections: CONNECTIONS },
      fixedLimits: { writeTimeoutMs: 5_000, minReadBytesPerSecond: MEGABYTE },
      plans: { core: { dailyCredits: 100_000_000, creditsPerSecond: 10_000_000 } },
    }),
  )
  beforeAll(async () => {
    hostile = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    others = await Promise.all(Array.from({ length: 4 }, async () => `${gateway.url}/eth/v3/${await gateway.addKey()}`))
  })

  /**
   * Makes a call of each other account at the same time, `rounds` times. Returns all statuses, and
   * the time of the longest round.
   */
  const askOthers = async (rounds: number, call = storage) => {
    const statuses = new Set<number>()
    let slowestMs = 0
    for (let round = 0; round < rounds; round++) {
      const spentMs = stopwatch()
      for (const { status } of await Promise.all(others.map((url) => post(url, call())))) statuses.add(status)
      slowestMs = Math.max(slowestMs, spentMs())
      await wait(20)
    }
    return { statuses: [...statuses], slowestMs }
  }

  test('with answers that it reads slowly, has a share of them, and for no longer than the least rate takes', async () => {
    const readers: RawConnection[] = []
    for (let reader = 0; reader < 2 * CONNECTIONS; reader++) {
      const connection = rawConnection(gateway.url)
      const body = JSON.stringify(receipt())
      connection.socket.pause()
      connection.write(
        `POST ${new URL(hostile).pathname} HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      readers.push(connection)
    }
    const reading = setInterval(() => {
      for (const { socket } of readers) socket.read(2_000)
    }, 100)
    await expectSoon(() => upstream.requests.length >= CONNECTIONS, true)
    const { statuses, slowestMs } = await askOthers(20)
    expect(statuses).toEqual([200])
    expect(slowestMs).toBeLessThan(2_500)
    // The gateway gives up the connections that streamed, one after the other. The node sees this
    // as aborted requests.
    await expectSoon(() => upstream.abortedCount > 0, true, 20_000)
    clearInterval(reading)
    for (const { socket } of readers) socket.destroy()
  })

  test('with calls that take long, has a share of them, and the others do not wait in its line', async () => {
    const slow = Array.from({ length: 36 }, () => storage(SLOW))
    const asked = slow.map((call) => post(hostile, call))
    const before = upstream.requests.length
    await expectSoon(() => upstream.requests.length >= before + 4, true)
    // Until the slow ones are answered, a call in their line would wait for its time limit.
    const { statuses, slowestMs } = await askOthers(5)
    expect(statuses).toEqual([200])
    expect(slowestMs).toBeLessThan(1_900)
    // A call that waits for the share of one account is sent at once when another account makes it.
    const [address] = slow.at(-1)!.params
    const isSent = () => upstream.requests.some(({ json }) => json.params[0] === address)
    expect(isSent()).toBe(false)
    const same = post(others[0]!, slow.at(-1))
    await expectSoon(isSent, true)
    answerSlow()
    // The calls of the slow account take turns.
    for (const { status } of await Promise.all([same, ...asked])) expect(status).toBe(200)
  })
})

describe('an answer that breaks off because', () => {
  let server: Server
  let gateway: TestGateway
  let url: string
  let breakOff = () => {}
  beforeAll(async () => {
    server = createServer(async (request: IncomingMessage, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const start = `{"jsonrpc":"2.0","id":${JSON.parse(body).id},"result":"`
      if (!body.includes('Receipt')) return void response.end(`${start}0x1"}`)
      response.write(start)
      for (let piece = 0; piece < 24; piece++) response.write(PIECE)
      // A node that limits the time of a write does this.
      breakOff = () => response.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    gateway = await startTestGateway({
      networks: { eth: { urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`], checkAnswers: 0 } },
    })
    url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  })
  afterAll(async () => {
    await gateway.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const remaining = async () => Number((await post(url, callOf('eth_none'))).headers.get('x-credits-remaining'))

  test('its caller did not read is paid for', async () => {
    await post(url, storage())
    const before = await remaining()
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(callOf('eth_getTransactionReceipt', [HASH])),
    })
    // The gateway looks twice a second whether the answer is read, while this process runs.
    const spentMs = stopwatch()
    while (spentMs('go on') < 2_500) await wait(20)
    spentMs()
    breakOff()
    await expect(response.text()).rejects.toThrow()
    await wait(300)
    expect(before - (await remaining())).toBe(80)
  })

  test('the node ended it is given back', async () => {
    const before = await remaining()
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(receipt()) })
    breakOff()
    await response.text().catch(() => {})
    await expectSoon(remaining, before)
  })
})
