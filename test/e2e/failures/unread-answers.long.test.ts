import { setTimeout as wait } from 'node:timers/promises'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../../support/gateway.js'
import { rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'
import { openSocket, type TestSocket } from '../../support/web-socket.js'

const MEGABYTE = 1_048_576
const LARGE = `"${'r'.repeat(MEGABYTE / 2)}"`
const MEDIUM = `"0x${'ab'.repeat(50_000)}"`
const OTHERS = 4

let hashes = 0
/** Each like no other, so that each is asked for itself. */
const receiptOf = (id: number) =>
  callOf('eth_getTransactionReceipt', [`0x${(++hashes).toString(16).padStart(64, '0')}`], id)
const storageOf = (id: number) =>
  callOf('eth_getStorageAt', [`0x${(++hashes).toString(16).padStart(40, '0')}`, '0x0', 'latest'], id)

describe('an account whose clients do not read', () => {
  let hostile: string
  let others: string[]
  const upstream = started(() =>
    startFakeUpstream(({ json }) => {
      if (json.method === 'eth_getTransactionReceipt') return { resultText: LARGE }
      return { resultText: json.method === 'eth_getStorageAt' ? MEDIUM : '"0x1"' }
    }),
  )
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url], checkAnswers: 0 } },
      limits: {
        maxUpstreamBytes: 4 * MEGABYTE,
        maxHeldBytes: 8 * MEGABYTE,
      },
      fixedLimits: {
        maxBufferedBytes: 8 * MEGABYTE,
        writeTimeoutMs: 4_000,
        minReadBytesPerSecond: MEGABYTE,
      },
      plans: { core: { dailyCredits: 100_000_000, creditsPerSecond: 10_000_000 } },
    }),
  )
  beforeAll(async () => {
    hostile = await gateway.addKey()
    others = await Promise.all(Array.from({ length: OTHERS }, () => gateway.addKey()))
  })

  const heldBytes = async () => {
    const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    return Number(/^tollgate_held_answer_bytes (\d+)$/m.exec(text)?.[1])
  }
  /**
   * Calls of every other account, small and medium, as many as `rounds`; their statuses, each once.
   */
  const askOthers = async (rounds: number) => {
    const statuses = new Set<number>()
    for (let round = 0; round < rounds; round++) {
      const calls = others.flatMap((key) =>
        [storageOf(1), callOf('eth_blockNumber', [], 1)].map((call) => ({ key, call })),
      )
      const replies = await Promise.all(calls.map(({ key, call }) => post(`${gateway.url}/eth/v3/${key}`, call)))
      for (const { status } of replies) statuses.add(status)
      await wait(20)
    }
    return [...statuses]
  }

  test('over WebSockets, though it sends pongs, holds no more than its share, and is cut', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 10 }, () => openSocket(`${gateway.url}/eth/ws/v3/${hostile}`)),
    )
    for (const { socket } of sockets) socket.pause()
    const pongs = setInterval(() => {
      for (const { socket } of sockets) if (socket.readyState === socket.OPEN) socket.pong()
    }, 100)
    const ask = ({ send }: TestSocket) => {
      for (let id = 0; id < 20; id++) send(receiptOf(id))
    }
    for (const socket of sockets) ask(socket)
    await expectSoon(async () => (await heldBytes()) > 3 * MEGABYTE, true)
    for (const socket of sockets) ask(socket)
    expect(await askOthers(30)).toEqual([200])
    expect(await heldBytes()).toBeLessThanOrEqual(4.5 * MEGABYTE)
    await expectSoon(heldBytes, 0, 15_000)
    clearInterval(pongs)
    for (const { socket } of sockets) socket.resume()
    // Those whose answers the system's buffers took are not behind.
    expect((await Promise.race(sockets.map(({ closed }) => closed))).code).toBe(1006)
    for (const { socket } of sockets) socket.terminate()
  }, 40_000)

  test('over pipelined HTTP holds no more than its share, and is cut', async () => {
    const connections = Array.from({ length: 10 }, () => rawConnection(gateway.url))
    for (const { socket, write } of connections) {
      socket.pause()
      for (let id = 0; id < 20; id++) {
        const body = JSON.stringify(receiptOf(id))
        write(`POST /eth/v3/${hostile} HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      }
    }
    // A little is read now and then.
    const reading = setInterval(() => {
      for (const { socket } of connections) socket.read(1_000)
    }, 200)
    expect(await askOthers(30)).toEqual([200])
    await expectSoon(heldBytes, 0, 15_000)
    clearInterval(reading)
    for (const { socket } of connections) socket.destroy()
  }, 40_000)

  test('gets what is asked for as soon as it reads', async () => {
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${hostile}`)
    socket.socket.pause()
    for (let id = 0; id < 6; id++) socket.send(receiptOf(id))
    await wait(1_200)
    socket.socket.resume()
    const replies = (await socket.received(6)).map((text) => JSON.parse(text))
    expect(replies.map(({ id, result }) => [id, result.length])).toEqual(
      expect.arrayContaining(Array.from({ length: 6 }, (_, id) => [id, MEGABYTE / 2])),
    )
    await socket.close()
    await expectSoon(heldBytes, 0)
  })

  test('that follows another account’s calls holds its own share with them', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 8 }, () => openSocket(`${gateway.url}/eth/ws/v3/${hostile}`)),
    )
    for (const { socket } of sockets) socket.pause()
    const statuses = new Set<number>()
    for (let round = 0; round < 40; round++) {
      const call = receiptOf(1)
      const reply = post(`${gateway.url}/eth/v3/${others[0]}`, call)
      for (const { send } of sockets) send(call)
      statuses.add((await reply).status)
    }
    expect([...statuses]).toEqual([200])
    for (const { socket } of sockets) socket.terminate()
    await expectSoon(heldBytes, 0)
  }, 40_000)
})
