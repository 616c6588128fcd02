import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { ADDRESS, callOf, post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { parseAnswer, type RawConnection, rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'
import { openSocket } from '../../support/web-socket.js'

const MEGABYTE = 1_048_576
/** Allows two bodies of a megabyte at once, and one each second. */
const RATE = MEGABYTE

const topic = `0x${'ab'.repeat(32)}`
const logsCall = (topics: number, id?: number) => ({
  ...callOf('eth_getLogs', [{ topics: [Array(topics).fill(topic)] }]),
  id,
})
/** A call so long that its body has `bytes`. */
const callOfBytes = (bytes: number, filling = 'x') => {
  const bare = JSON.stringify({ ...STORAGE_CALL, more: '' }).length
  return JSON.stringify({ ...STORAGE_CALL, more: filling.repeat(bytes - bare) })
}

/** A body that gzip shrinks to a fiftieth. */
const packable = (bytes: number) => callOfBytes(bytes).replace('x'.repeat(40_000), randomBytes(20_000).toString('hex'))

describe("an account's bytes of request bodies per second", () => {
  let nowMs = Date.now()
  const open: RawConnection[] = []
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] }, sol: { family: 'solana', urls: [upstream.url] } },
      limits: { maxBodyBytes: MEGABYTE },
      plans: { core: { dailyCredits: 3_000_000, creditsPerSecond: 500, burstSeconds: 10, bodyBytesPerSecond: RATE } },
      ports: { nowMs: () => nowMs },
    }),
  )
  beforeEach(() => {
    nowMs = Date.now()
  })
  afterEach(async () => {
    for (const { socket } of open) socket.destroy()
    await Promise.all(open.splice(0).map(({ ended }) => ended))
  })
  const addUrl = async (network = 'eth') => `${gateway.url}/${network}/v3/${await gateway.addKey()}`
  const begin = (url: string, framing: string, ...pieces: string[]) => {
    const connection = rawConnection(url)
    open.push(connection)
    connection.write(`POST ${new URL(url).pathname} HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`)
    for (const piece of pieces) connection.write(piece)
    return connection
  }
  const answerOf = async (connection: RawConnection) => {
    const { status, headers, text } = parseAnswer(await connection.until(/\r\n\r\n.*\}$/s))
    return { status, connection: headers.connection, ...JSON.parse(text) }
  }
  const throttled = (retryAfterMs: unknown = expect.any(Number)) => ({
    code: -32005,
    data: { name: 'throttled-evm', creditsPerSecond: 500, bodyBytesPerSecond: RATE, retryAfterMs },
  })

  // Bodies that one account could send a hundred times a second without paying credits.
  test.each<[string, string, number]>([
    ['empty arrays', JSON.stringify(callOf('eth_getStorageAt', Array(300_000).fill([]))), 400],
    ['zeros', JSON.stringify(callOf('eth_getStorageAt', Array(500_000).fill(0))), 400],
    ['nulls', JSON.stringify(callOf('eth_getStorageAt', Array(200_000).fill(null))), 400],
    ['notifications', JSON.stringify(Array(100).fill(logsCall(140))), 204],
    ['unknown methods', JSON.stringify(Array(100).fill(callOf('eth_none', ['x'.repeat(9_900)]))), 200],
    ['calls that have no credits left', JSON.stringify(Array(100).fill(logsCall(140, 1))), 200],
    ['white space', `${' '.repeat(1_000_000)}{}`, 400],
    ['flat text', callOfBytes(1_000_000), 200],
    ['no JSON', 'x'.repeat(1_000_000), 400],
  ])('bound bodies of %s', async (_what, body, status) => {
    const url = await addUrl()
    const replies = await Promise.all(Array.from({ length: 12 }, () => post(url, body)))
    const opened = replies.filter((reply) => reply.status === status)
    expect(opened.length).toBe(Math.floor((2 * MEGABYTE) / body.length))
    expect(replies.length - opened.length).toBe(replies.filter((reply) => reply.status === 429).length)
    nowMs += 1_000
    expect((await post(url, body)).status).toBe(status)
  })

  test('are taken before the body is read, by its length alone', async () => {
    const url = await addUrl()
    for (let body = 0; body < 2; body++) await post(url, callOfBytes(MEGABYTE))
    const refused = await answerOf(begin(url, `Content-Length: ${MEGABYTE}`))
    expect(refused).toMatchObject({ status: 429, connection: 'close', id: null, error: throttled(1_000) })
  })

  test('leave a refused call its id and its connection when it is small', async () => {
    const url = await addUrl()
    for (let body = 0; body < 2; body++) await post(url, callOfBytes(MEGABYTE))
    const body = JSON.stringify({ ...STORAGE_CALL, id: 'mine' })
    const refused = await answerOf(begin(url, `Content-Length: ${body.length}`, body))
    expect(refused).toMatchObject({ status: 429, id: 'mine', error: throttled(1) })
    expect(refused.connection).not.toBe('close')
  })

  test('are told in the words of Solana there', async () => {
    const url = await addUrl('sol')
    for (let body = 0; body < 2; body++) await post(url, callOfBytes(MEGABYTE))
    const { status, json } = await post(url, callOfBytes(MEGABYTE))
    expect([status, json.error.code]).toEqual([429, -33200])
  })

  test("are no other account's", async () => {
    const [greedy, other] = [await addUrl(), await addUrl()]
    for (let body = 0; body < 3; body++) await post(greedy, callOfBytes(MEGABYTE))
    expect((await post(other, callOfBytes(MEGABYTE))).status).toBe(200)
  })

  test('are not taken for a body that is longer than any may be', async () => {
    const url = await addUrl()
    for (let body = 0; body < 3; body++)
      expect((await answerOf(begin(url, `Content-Length: ${50 * MEGABYTE}`))).status).toBe(413)
    expect((await post(url, callOfBytes(MEGABYTE))).status).toBe(200)
  })

  test('count a body in chunks as it comes', async () => {
    const url = await addUrl()
    for (let body = 0; body < 2; body++) await post(url, callOfBytes(MEGABYTE - 1_000))
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    const refused = await answerOf(
      begin(url, 'Transfer-Encoding: chunked', chunk(' '.repeat(1_000)), chunk(' '.repeat(2_000))),
    )
    expect(refused).toMatchObject({ status: 429, connection: 'close', error: throttled() })
  })

  test('count chunks that come before the key is looked up', async () => {
    const url = await addUrl()
    for (let body = 0; body < 2; body++) await post(url, callOfBytes(MEGABYTE - 1_000))
    const newKey = await gateway.addKey({ accountId: gateway.last.accountId })
    const connection = rawConnection(url)
    open.push(connection)
    const chunk = `${(4_000).toString(16)}\r\n${' '.repeat(4_000)}\r\n`
    connection.write(`POST /eth/v3/${newKey} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`)
    expect(await answerOf(connection)).toMatchObject({ status: 429, connection: 'close', error: throttled() })
  })

  test('are enough for chunks that just fit and come before the key is looked up', async () => {
    const url = await addUrl()
    for (const bytes of [MEGABYTE, MEGABYTE - 1_064]) await post(url, callOfBytes(bytes))
    const newKey = await gateway.addKey({ accountId: gateway.last.accountId })
    const connection = rawConnection(url)
    open.push(connection)
    const chunk = `${(1_000).toString(16)}\r\n${callOfBytes(1_000)}\r\n`
    connection.write(`POST /eth/v3/${newKey} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    connection.write('0\r\n\r\n')
    expect((await answerOf(connection)).status).toBe(200)
  })

  test('count what a packed body unpacks to', async () => {
    const url = await addUrl()
    const packed = gzipSync(packable(MEGABYTE))
    expect(packed.length).toBeLessThan(30_000)
    const send = () => post(url, packed, { 'content-encoding': 'gzip' })
    const statuses = []
    for (let body = 0; body < 4; body++) statuses.push((await send()).status)
    expect(statuses).toEqual([200, 429, 429, 429])
    nowMs += 1_000
    expect((await send()).status).toBe(200)
  })

  test('count it, too, when a packed body says that it is short', async () => {
    const url = await addUrl()
    // The length at the end of the packed body is that of its last member.
    const packed = Buffer.concat([gzipSync(packable(MEGABYTE - 10)), gzipSync(' ')])
    const send = () => post(url, packed, { 'content-encoding': 'gzip' })
    const replies = [await send(), await send(), await send()]
    expect(replies.map(({ status }) => status)).toEqual([200, 429, 429])
    // The second one was unpacked, so its id is known.
    expect(replies[1]!.json.id).toBe(STORAGE_CALL.id)
  })

  test('let honest batches through: a hundred calls of 10 KB', async () => {
    const url = await addUrl()
    const batch = JSON.stringify(
      Array.from({ length: 60 }, (_, id) => ({
        ...callOf('eth_getStorageAt', [ADDRESS, `0x${id}`, 'latest'], id),
        more: 'x'.repeat(10_000),
      })),
    )
    const { json } = await post(url, batch)
    expect(json.filter((reply: { result?: string }) => reply.result === '0x01').length).toBe(60)
  })

  describe('over a WebSocket', () => {
    const openFor = async (url: string) => openSocket(url.replace('/v3/', '/ws/v3/'))

    test('are taken by the length of a message', async () => {
      const socket = await openFor(await addUrl())
      for (let message = 0; message < 2; message++)
        expect(JSON.parse(await socket.ask(callOfBytes(MEGABYTE)))).toHaveProperty('result')
      expect(JSON.parse(await socket.ask({ ...STORAGE_CALL, id: 'mine' }))).toMatchObject({
        id: 'mine',
        error: throttled(1),
      })
      nowMs += 1_000
      await socket.close()
    })

    test('leave a refused message the id of its first call, however long it is', async () => {
      const longCall = { ...callOf('eth_getLogs', [{ topics: [Array(1_000).fill(topic)] }]), id: 7 }
      const { id, ...bare } = longCall
      for (const message of [longCall, { ...bare, id }, [longCall], [logsCall(50, 7), longCall]]) {
        const socket = await openFor(await addUrl())
        for (let count = 0; count < 2; count++) await socket.ask(callOfBytes(MEGABYTE))
        expect(JSON.parse(await socket.ask(message))).toMatchObject({ id: 7, error: throttled() })
        nowMs += 1_000
        await socket.close()
      }
    })

    test('keep the connection unread until they are there again', async () => {
      const socket = await openFor(await addUrl())
      for (let message = 0; message < 2; message++) await socket.ask(callOfBytes(MEGABYTE))
      expect(JSON.parse(await socket.ask(callOfBytes(MEGABYTE)))).toMatchObject({
        id: STORAGE_CALL.id,
        error: throttled(1_000),
      })
      const asked = upstream.requests.length
      socket.send({ ...STORAGE_CALL, id: 'later' })
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      expect([socket.messages.length, upstream.requests.length]).toEqual([3, asked])
      nowMs += 1_000
      expect(JSON.parse((await socket.received(4))[3]!)).toMatchObject({ id: 'later', result: '0x01' })
      await socket.close()
    })

    test('are taken by short messages that cost nothing, too', async () => {
      const url = await addUrl()
      const socket = await openFor(url)
      // Each message counts as a kilobyte, so two megabytes are used up.
      for (let message = 0; message < 2_100; message++) socket.send('{"jsonrpc":"2.0","method":"eth_none"}')
      await expectSoon(async () => (await post(url, STORAGE_CALL)).status, 429)
      socket.socket.terminate()
      await socket.closed
    })

    test('are the same as over HTTP', async () => {
      const url = await addUrl()
      const socket = await openFor(url)
      await socket.ask(callOfBytes(MEGABYTE))
      await post(url, callOfBytes(MEGABYTE))
      expect((await post(url, STORAGE_CALL)).status).toBe(429)
      await socket.close()
    })
  })
})

test.each([
  ['large bodies', 100_000],
  ['bodies of 60 KB', 60_000],
])(
  '%s are opened one in a turn of the event loop, accounts take turns, and short ones wait for none',
  async (_what, bytes) => {
    const node = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
    const ends: (() => void)[] = []
    let isByHand = false
    const connections: RawConnection[] = []
    const gateway = await startTestGateway({
      networks: { eth: { urls: [node.url] } },
      ports: { afterTurn: (end) => void (isByHand ? ends.push(end) : setImmediate(end)) },
    })
    try {
      const [greedy, other] = [await gateway.addKey(), await gateway.addKey()]
      for (const key of [greedy, other]) await post(`${gateway.url}/eth/v3/${key}`, callOf('eth_chainId'))
      const opened = () => node.requests.slice(2).map(({ json }) => json.params[1])
      const receivedBytes = async () => {
        const page = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
        return Number(/^tollgate_http_received_bytes_total (\d+)/m.exec(page)![1])
      }
      /** Sends a long call, and waits until the gateway has read it. */
      const send = async (keyText: string, position: string, length = bytes) => {
        const call = { ...callOf('eth_getStorageAt', [ADDRESS, position, 'latest']), more: 'x'.repeat(length) }
        const body = JSON.stringify(call)
        const before = await receivedBytes()
        const connection = rawConnection(gateway.url)
        connection.write(`POST /eth/v3/${keyText} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
        await expectSoon(async () => (await receivedBytes()) > before + body.length, true)
        connections.push(connection)
      }
      isByHand = true
      for (const position of ['0x1', '0x2', '0x3', '0x4']) await send(greedy, position)
      await send(other, '0x5')
      await send(greedy, '0x6', 1_000)
      const order = ['0x1', '0x6', '0x2', '0x5', '0x3', '0x4']
      for (let count = 2; count <= order.length; count++) {
        await expectSoon(opened, order.slice(0, count))
        for (const end of ends.splice(0)) end()
      }
    } finally {
      isByHand = false
      for (const end of ends.splice(0)) end()
      for (const { socket } of connections) socket.destroy()
      await gateway.stop()
      await node.stop()
    }
  },
)
