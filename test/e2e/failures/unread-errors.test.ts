import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../../support/gateway.js'
import { rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'
import { openSocket } from '../../support/web-socket.js'

const MEGABYTE = 1_048_576
/** Size of an error: more than the system buffers for a client that does not read. */
const ERROR_BYTES = 8 * MEGABYTE
/** Error of a contract that reverts. The caller decides how long its data is. */
const REVERT = { code: 3, message: 'execution reverted', data: `0x${'00'.repeat(ERROR_BYTES / 2)}` }
const REVERTED = `{"jsonrpc":"2.0","id":1,"error":${JSON.stringify(REVERT)}}`
/** Room for four errors. One account may hold half of it. */
const MAX_HELD_BYTES = 5 * ERROR_BYTES
const SHARE_BYTES = MAX_HELD_BYTES / 2

let count = 0
const callAt = (slot: string, id = 1) =>
  callOf('eth_getStorageAt', [`0x${(++count).toString(16).padStart(40, '0')}`, slot, 'latest'], id)
const reverting = (id?: number) => callAt('0x0', id)

describe('errors of megabytes', () => {
  let hostile: string
  let other: string
  let answerSlowly = () => {}
  const slowly = new Promise<void>((resolve) => {
    answerSlowly = resolve
  })
  const upstream = started(() =>
    startFakeUpstream(async ({ json }) => {
      const [, slot] = json.params
      if (slot === '0x51') await slowly
      return slot === '0x0' ? { raw: REVERTED } : { resultText: '"0x1"' }
    }),
  )
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url], checkAnswers: 0, hedging: false } },
      limits: { maxUpstreamBytes: 2 * ERROR_BYTES, maxHeldBytes: MAX_HELD_BYTES },
    }),
  )
  beforeAll(async () => {
    ;[hostile, other] = [await gateway.addKey(), await gateway.addKey()]
  })

  const readMetrics = async () => (await fetch(`${gateway.adminUrl}/metrics`)).text()
  const heldBytes = async () => Number(/^tollgate_held_answer_bytes (\d+)$/m.exec(await readMetrics())?.[1])
  /** Returns how many calls have a reply, whether their client reads it or not. */
  const answeredCalls = async () => {
    const lines = (await readMetrics()).matchAll(/^tollgate_calls_total\{.*\} (\d+)$/gm)
    return [...lines].reduce((sum, [, calls]) => sum + Number(calls), 0)
  }
  /** Runs `act`, which makes so many calls, and waits until they are answered. */
  const asking = async (calls: number, act: () => void) => {
    const before = await answeredCalls()
    act()
    await expectSoon(async () => (await answeredCalls()) - before, calls, 20_000)
  }
  const ask = (key: string, body: unknown) => post(`${gateway.url}/eth/v3/${key}`, body)
  const expectAShare = async (leastBytes: number) => {
    const held = await heldBytes()
    expect(held).toBeGreaterThan(leastBytes)
    expect(held).toBeLessThanOrEqual(SHARE_BYTES)
    // The gateway still serves another account.
    expect((await ask(other, callAt('0x1'))).status).toBe(200)
  }

  test('count in the account\u2019s share while clients do not read them', async () => {
    const connections = Array.from({ length: 4 }, () => rawConnection(gateway.url))
    await asking(connections.length, () => {
      for (const connection of connections) {
        const body = JSON.stringify(reverting())
        connection.socket.pause()
        connection.write(`POST /eth/v3/${hostile} HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      }
    })
    await expectAShare(MEGABYTE)
    for (const { socket } of connections) socket.destroy()
    await expectSoon(heldBytes, 0)
  }, 30_000)

  test('count while the rest of their batch is on its way', async () => {
    let reply: ReturnType<typeof ask> | undefined
    await asking(2, () => {
      reply = ask(hostile, [reverting(), callAt('0x51'), reverting()])
    })
    await expectAShare(ERROR_BYTES)
    answerSlowly()
    const [first, slow] = (await reply!).json as { error?: object; result?: string }[]
    expect([first!.error, slow!.result]).toEqual([REVERT, '0x1'])
    await expectSoon(heldBytes, 0)
  }, 30_000)

  test('count once over a WebSocket', async () => {
    const { socket, send } = await openSocket(`${gateway.url}/eth/ws/v3/${hostile}`)
    socket.pause()
    await asking(2, () => {
      for (let id = 1; id <= 2; id++) send(reverting(id))
    })
    await expectAShare(ERROR_BYTES)
    socket.terminate()
    await expectSoon(heldBytes, 0)
  }, 30_000)

  test('arrive as the node wrote them, and leave nothing behind', async () => {
    const same = reverting()
    const replies = await Promise.all([hostile, other].map((key) => ask(key, same)))
    for (const { json } of replies) expect(json.error).toEqual(REVERT)
    await expectSoon(heldBytes, 0)
  }, 30_000)
})
