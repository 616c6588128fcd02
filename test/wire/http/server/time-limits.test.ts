import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Cancellation } from '../../../../src/runtime/cancellation.js'
import type { HttpExchange } from '../../../../src/wire/http/server/handler.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { answerWith, BEFORE_LIMITS_MS, CLOSE, echo, HOST, startedServer } from '../../../support/http-engines.js'
import { parseAnswer } from '../../../support/raw-http.js'
import { stopwatch } from '../../../support/stopwatch.js'

describe('our HTTP server', () => {
  let handle: (exchange: HttpExchange) => unknown
  const { engine, open } = startedServer((exchange) => handle(exchange))
  beforeEach(() => {
    handle = echo
  })

  test('closes a connection on which nothing came without a word', async () => {
    const silent = await open('')
    expect(await silent.ended).toBe('')
    expect(engine.engine.traffic.responses[408]).toBe(0)
  })

  test('answers 408 to a head and to a body that do not come to an end', async () => {
    for (const text of ['GET / HT', `POST / HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhe`]) {
      const startedMs = performance.now()
      const spentMs = stopwatch()
      const connection = await open(text)
      expect(parseAnswer(await connection.ended).status).toBe(408)
      expect(performance.now() - startedMs).toBeGreaterThan(590)
      expect(spentMs()).toBeLessThan(1_600)
    }
    // Drop by drop is no excuse.
    const dripping = await open('GET / HTTP/1.1\r\n')
    const drops = setInterval(() => dripping.write('X: y\r\n'), 100)
    expect(parseAnswer(await dripping.ended).status).toBe(408)
    clearInterval(drops)
  })

  test('closes a connection that was idle for too long without a word', async () => {
    const startedMs = performance.now()
    const spentMs = stopwatch()
    const connection = await open(`GET / HTTP/1.1\r\n${HOST}\r\n`)
    const answer = await connection.until(/\}\}?$/)
    expect(parseAnswer(answer).headers['keep-alive']).toBe('timeout=1')
    expect(await connection.ended).toBe(answer)
    expect(performance.now() - startedMs).toBeGreaterThan(950)
    expect(spentMs()).toBeLessThan(2_200)
  })

  test('cuts a client that does not read, and holds back one that asks without reading', async () => {
    let asked = 0
    handle = (exchange) => {
      asked++
      answerWith(exchange, 'x'.repeat(60_000))
    }
    const connection = await open('')
    connection.socket.pause()
    const closed = new Promise((resolve) => connection.socket.on('close', resolve))
    const request = `GET / HTTP/1.1\r\n${HOST}\r\n`
    connection.write(request.repeat(20_000))
    await wait(400)
    // What the system takes, and then no more: 20,000 answers would be a gigabyte.
    expect(asked).toBeLessThan(2_000)
    // Not read before it is cut: what a client takes, it gets.
    await expectSoon(() => engine.engine.traffic.connections, 0)
    connection.socket.resume()
    await closed
    expect(asked).toBeLessThan(2_000)
  })

  test('goes on with what was asked once a slow client has read', async () => {
    handle = (exchange) => answerWith(exchange, `${exchange.head.target}${'x'.repeat(50_000)}`)
    const connection = await open('')
    connection.socket.pause()
    const targets = Array.from({ length: 300 }, (_, index) => `/${index}/`)
    const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\n${HOST}\r\n`)
    connection.write(`${requests.slice(0, -1).join('')}GET ${targets.at(-1)} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)
    await wait(300)
    connection.socket.resume()
    const wire = await connection.ended
    expect(wire.match(/"\/\d+\/x+"/g)!.map((result) => result.replace(/x+/, ''))).toEqual(
      targets.map((target) => `"${target}"`),
    )
  })

  test('reports clients that leave to the handler: in the middle of a body, of a wait, of the queue', async () => {
    const cancellations: Cancellation[] = []
    const bodies: unknown[] = []
    handle = async (exchange) => {
      const cancellation = new Cancellation()
      cancellations.push(cancellation)
      exchange.cancelWhenGone(cancellation)
      bodies.push(await exchange.readBody(100, 'test'))
    }
    for (const leave of ['destroy', 'end'] as const) {
      const connection = await open(
        `GET /1 HTTP/1.1\r\n${HOST}\r\nGET /2 HTTP/1.1\r\n${HOST}\r\nPOST /3 HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\nhalf`,
      )
      await wait(30)
      connection.socket[leave]()
      await connection.ended
    }
    await expectSoon(() => cancellations.map(({ isCancelled }) => isCancelled), Array(6).fill(true), BEFORE_LIMITS_MS)
    expect(bodies.filter((body) => isDeepStrictEqual(body, { unread: 'gone' }))).toHaveLength(2)
  })

  test('lets a client that is refused while it sends read why', async () => {
    handle = (exchange) => answerWith(exchange, exchange.readBody(1_000, 'test'))
    const connection = await open(`POST / HTTP/1.1\r\n${HOST}Content-Length: 9000000\r\n\r\n`)
    for (let part = 0; part < 9; part++) {
      connection.write(Buffer.alloc(1_000_000, 0x20))
      await wait(2)
    }
    const answer = parseAnswer(await connection.ended)
    expect([answer.status, JSON.parse(answer.text).result, answer.headers.connection]).toEqual([
      200,
      { unread: 'too-large' },
      'close',
    ])
  })
})
