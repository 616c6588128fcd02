import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { ADDRESS, callOf, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { type RawConnection, rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'

describe('a connection behind its last answer', () => {
  test('is not read on for free', async () => {
    const gateway = await startTestGateway({
      networks: { eth: { urls: [], upstreams: [{ name: 'n', url: 'http://127.0.0.1:9' }] } },
    })
    try {
      const connection = rawConnection(gateway.url)
      connection.write(`POST /eth/v3/tgk_none HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n`)
      await connection.until(/\r\n\r\n.*\}$/s)
      const part = Buffer.alloc(1_048_576, 0x20)
      let taken = 0
      for (let sent = 0; sent < 60; sent++)
        connection.socket.write(part, (error) => {
          if (error == null) taken++
        })
      // Of 60 MB the system holds a few; the rest stays with its sender until the connection is
      // cut.
      await connection.ended
      expect(taken).toBeLessThan(30)
    } finally {
      await gateway.stop()
    }
  })
})

describe('free calls over HTTP', () => {
  let nowMs: number
  const open: RawConnection[] = []
  const LIMIT = 20
  const TOO_MANY = { code: -32005, message: 'query returned more than 10000 results' }
  beforeAll(async () => {
    nowMs = Date.now()
  })
  const upstream = started(() =>
    startFakeUpstream(({ json }) => {
      if (json.method === 'eth_getLogs') return { json: { jsonrpc: '2.0', id: json.id, error: TOO_MANY } }
      return json.method === 'eth_blockNumber' ? { raw: '', status: 500 } : { resultText: '"0x01"' }
    }),
  )
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      fixedLimits: { maxFreeCallsPerSecond: LIMIT },
      ports: { nowMs: () => nowMs },
    }),
  )
  afterEach(async () => {
    for (const { socket } of open) socket.destroy()
    await Promise.all(open.splice(0).map(({ ended }) => ended))
  })
  /** A connection that sends one request behind each answer. */
  const asking = (keyText: string) => {
    const connection = rawConnection(gateway.url)
    open.push(connection)
    return {
      send: (body: unknown, times = 1) => {
        const text = JSON.stringify(body)
        const head = `POST /eth/v3/${keyText} HTTP/1.1\r\nHost: a\r\nContent-Length: ${text.length}\r\n\r\n`
        connection.write((head + text).repeat(times))
      },
      text: () => connection.received,
      answers: () => connection.received.split('HTTP/1.1 ').length - 1,
    }
  }
  const UNKNOWN = callOf('eth_none')

  test('make a connection wait that gets more than its account may have', async () => {
    const key = await gateway.addKey()
    const first = asking(key)
    const second = asking(key)
    first.send(UNKNOWN, LIMIT - 1)
    await expectSoon(() => first.answers(), LIMIT - 1)
    second.send({ jsonrpc: '2.0', method: 'eth_none' })
    await expectSoon(() => second.answers(), 1)
    const startedMs = performance.now()
    second.send(STORAGE_CALL)
    await expectSoon(() => second.answers(), 2)
    // The answer that is one too many is given, and what comes behind it waits.
    first.send(UNKNOWN)
    await expectSoon(() => first.answers(), LIMIT)
    first.send(UNKNOWN)
    await expectSoon(() => first.answers(), LIMIT + 1)
    expect(performance.now() - startedMs).toBeGreaterThan(900)
  })

  test.each([
    ['that is refused', Array(LIMIT + 1).fill(1)],
    ['of which one call costs', [STORAGE_CALL, ...Array(LIMIT + 1).fill(1)]],
    ['of notifications', Array(LIMIT + 1).fill({ jsonrpc: '2.0', method: 'eth_none' })],
  ])('are each member of a batch %s', async (_, batch) => {
    const caller = asking(await gateway.addKey())
    const startedMs = performance.now()
    caller.send(batch)
    await expectSoon(() => caller.answers(), 1)
    caller.send(STORAGE_CALL)
    await expectSoon(() => caller.answers(), 2)
    expect(performance.now() - startedMs).toBeGreaterThan(900)
  })

  test("are a node's refusals that are repeated from memory", async () => {
    const caller = asking(await gateway.addKey())
    const logs = callOf('eth_getLogs', [{ address: ADDRESS, fromBlock: '0x1', toBlock: '0x2' }])
    caller.send(logs)
    await expectSoon(() => caller.answers(), 1)
    const startedMs = performance.now()
    caller.send(Array(LIMIT + 1).fill(logs))
    await expectSoon(() => caller.answers(), 2)
    caller.send(STORAGE_CALL)
    await expectSoon(() => caller.answers(), 3)
    expect(performance.now() - startedMs).toBeGreaterThan(900)
    expect(upstream.requests.filter(({ json }) => json.method === 'eth_getLogs')).toHaveLength(1)
  })

  test('keep a connection waiting in proportion, for ten seconds at most', async () => {
    const caller = asking(await gateway.addKey())
    const startedMs = performance.now()
    caller.send(Array(3 * LIMIT).fill(1))
    await expectSoon(() => caller.answers(), 1)
    caller.send(STORAGE_CALL)
    await expectSoon(() => caller.answers(), 2, 10_000)
    expect(performance.now() - startedMs).toBeGreaterThan(1_900)
  })

  test('over ever new connections end in 429 once pauses do not pay them off, unparsed, for that account alone', async () => {
    const key = await gateway.addKey()
    const batch = (count: number) => Array(count).fill(1)
    const answerOf = async (keyText: string, body: unknown) => {
      const caller = asking(keyText)
      caller.send(body)
      await expectSoon(() => caller.answers(), 1)
      return caller.text()
    }
    // A second's worth is free, and ten more may be owed.
    for (let sent = 0; sent < 11; sent++) expect(await answerOf(key, batch(LIMIT))).toMatch(/^HTTP\/1.1 200 /)
    const refused = await answerOf(key, batch(LIMIT))
    expect(refused).toMatch(/^HTTP\/1.1 429 /)
    expect(refused).toMatch(/"callsPerSecond":20,"retryAfterMs":10000\b/)
    expect(await answerOf(await gateway.addKey(), STORAGE_CALL)).toMatch(/^HTTP\/1.1 200 /)
    nowMs += 1_100
    expect(await answerOf(key, STORAGE_CALL)).toMatch(/^HTTP\/1.1 200 /)
  })

  test('are counted for each account, and calls that cost or failed behind the gateway are none', async () => {
    const key = await gateway.addKey()
    const caller = asking(key)
    caller.send(callOf('eth_blockNumber'), LIMIT)
    await expectSoon(() => caller.answers(), LIMIT)
    caller.send(STORAGE_CALL, 2 * LIMIT)
    await expectSoon(() => caller.answers(), 3 * LIMIT)
    caller.send(UNKNOWN, LIMIT)
    await expectSoon(() => caller.answers(), 4 * LIMIT)
    const other = asking(await gateway.addKey())
    other.send(UNKNOWN)
    await expectSoon(() => other.answers(), 1)
  })
})
