import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Cancellation } from '../../../../src/runtime/cancellation.js'
import type { HttpExchange } from '../../../../src/wire/http/server/handler.js'
import { LINGER_MS, refuseSocket } from '../../../../src/wire/http/server/refuse-socket.js'
import { fail } from '../../../../src/wire/jsonrpc/reply.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { answerWith, listeners, startEngine } from '../../../support/http-engines.js'
import { parseAnswer, type RawConnection, rawConnection, rawRequest } from '../../../support/raw-http.js'
import { started } from '../../../support/started.js'
import { stopwatch } from '../../../support/stopwatch.js'

const { jest } = import.meta

const HOST = 'Host: h\r\n'
const CLOSE = 'Connection: close\r\n'
/** Sooner than any of the server's time limits here could end something. */
const BEFORE_LIMITS_MS = 400

/** Answers with what it was asked, once the body is there. */
const echo = async (exchange: HttpExchange): Promise<void> => {
  const { method, target } = exchange.head
  const body = await exchange.readBody(1_000, 'test')
  if (typeof body === 'string' || Buffer.isBuffer(body)) answerWith(exchange, { method, target, body: body.toString() })
}

describe('our HTTP server', () => {
  let handle: (exchange: HttpExchange) => unknown
  const engine = started(() =>
    startEngine(
      'tollgate',
      { request: (exchange) => void handle(exchange) },
      {
        maxHeaderBytes: 2_000,
        headersTimeoutMs: 600,
        bodyTimeoutMs: 600,
        keepAliveTimeoutMs: 1_000,
        writeTimeoutMs: 1_000,
      },
    ),
  )
  beforeEach(() => {
    handle = echo
  })
  afterEach(async () => {
    await expectSoon(() => engine.engine.activeCount, 0, BEFORE_LIMITS_MS)
  })
  const ask = (text: string) => rawRequest(engine.url, text)
  const open = async (text: string): Promise<RawConnection> => {
    const connection = rawConnection(engine.url)
    await once(connection.socket, 'connect')
    connection.write(text)
    return connection
  }
  const statusesOf = (wire: string) => wire.match(/HTTP\/1\.1 \d+/g)?.map((text) => Number(text.slice(-3)))

  describe('refuses what two parsers could read differently', () => {
    const post = (fields: string, rest = '') => `POST / HTTP/1.1\r\n${HOST}${fields}\r\n${rest}`
    test.each<[string, string]>([
      ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')],
      ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n')],
      ['two lengths', post('Content-Length: 5\r\nContent-Length: 6\r\n', 'hello')],
      ['two lengths that are alike', post('Content-Length: 5\r\nContent-Length: 5\r\n', 'hello')],
      ['a list of lengths', post('Content-Length: 5, 5\r\n', 'hello')],
      ['a signed length', post('Content-Length: +5\r\n', 'hello')],
      ['a hexadecimal length', post('Content-Length: 0x5\r\n', 'hello')],
      ['a length with a tab behind it', post('Content-Length: 5\t\r\n', 'hello')],
      ['a length with a tab and a blank behind it', post('Content-Length: 5\t \r\n', 'hello')],
      ['a transfer coding with a tab behind it', post('Transfer-Encoding: chunked\t\r\n', '0\r\n\r\n')],
      ['an empty length', post('Content-Length:\r\n')],
      ['a length with a blank in it', post('Content-Length: 5 5\r\n', 'hello')],
      ['a length beyond exact numbers', post('Content-Length: 99999999999999999999\r\n')],
      ['another transfer coding', post('Transfer-Encoding: gzip\r\n')],
      ['two transfer codings', post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n')],
      ['chunked twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')],
      ['a disguised transfer coding', post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n')],
      ['a transfer coding behind a vertical tab', post('Transfer-Encoding: \x0bchunked\r\n', '0\r\n\r\n')],
      ['chunks in HTTP/1.0', `POST / HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      ['a folded line', post('X-A: b\r\n c\r\n')],
      ['a folded first line', `GET / HTTP/1.1\r\n X-A: b\r\n${HOST}\r\n`],
      ['bare line feeds', 'GET / HTTP/1.1\nHost: h\n\n'],
      ['one bare line feed', `GET / HTTP/1.1\r\n${HOST}X-A: b\nX-B: c\r\n\r\n`],
      ['a bare carriage return', `GET / HTTP/1.1\r\n${HOST}X-A: b\rX-B: c\r\n\r\n`],
      ['a NUL', `GET / HTTP/1.1\r\n${HOST}X-A: b\0c\r\n\r\n`],
      ['a control character in a name', `GET / HTTP/1.1\r\n${HOST}X\x01A: b\r\n\r\n`],
      ['a blank before the colon', `GET / HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n`],
      ['a field without a name', `GET / HTTP/1.1\r\n${HOST}: b\r\n\r\n`],
      ['a field without a colon', `GET / HTTP/1.1\r\n${HOST}X-A\r\n\r\n`],
      ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
      ['two Hosts', `GET / HTTP/1.1\r\n${HOST}${HOST}\r\n`],
      ['a Host with a user', 'GET / HTTP/1.1\r\nHost: u@h\r\n\r\n'],
      ['a Host with a blank', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
      ['two blanks in the request line', `GET  / HTTP/1.1\r\n${HOST}\r\n`],
      ['a tab in the request line', `GET\t/ HTTP/1.1\r\n${HOST}\r\n`],
      ['a target with a control character', `GET /\x7f HTTP/1.1\r\n${HOST}\r\n`],
      ['a target that is no path', `GET v3/key HTTP/1.1\r\n${HOST}\r\n`],
      ['a target with a user', `GET http://u@h/ HTTP/1.1\r\n${HOST}\r\n`],
      ['a fragment', `GET /#x HTTP/1.1\r\n${HOST}\r\n`],
      ['another version', `GET / HTTP/1.2\r\n${HOST}\r\n`],
      ['no version', 'GET /\r\n\r\n'],
      ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00'],
    ])('%s', async (_title, text) => {
      const answer = await ask(`${text}GET /smuggled HTTP/1.1\r\n${HOST}\r\n`)
      expect([answer.status, answer.headers.connection]).toEqual([400, 'close'])
      // One object and nothing behind it: what followed was not taken for a request.
      expect(JSON.parse(answer.text)).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: 'Invalid Request', data: { name: 'invalid-request', reason: 'broken_http' } },
      })
    })

    test.each<[string, string]>([
      ['a size that is no number', 'x\r\na\r\n0\r\n\r\n'],
      ['an empty size', '\r\na\r\n0\r\n\r\n'],
      ['a negative size', '-1\r\n\r\n'],
      ['a size with 0x', '0x1\r\na\r\n0\r\n\r\n'],
      ['a size too large to be meant', 'fffffffff\r\n'],
      ['a size with a blank behind it', '1 \r\na\r\n0\r\n\r\n'],
      ['a size that ends with a bare line feed', '1\na\r\n0\r\n\r\n'],
      ['an extension with a bare line feed', '1;a\nb\r\na\r\n0\r\n\r\n'],
      ['a chunk longer than its size', '1\r\nab\r\n0\r\n\r\n'],
      ['a chunk that ends with a bare line feed', '1\r\na\n0\r\n\r\n'],
      ['a chunk that ends with a blank and a line feed', '1\r\na \n0\r\n\r\n'],
      ['a chunk that ends with a carriage return and no line feed', '1\r\na\r 0\r\n\r\n'],
      ['a chunk that ends with any two bytes', '1\r\naXY0\r\n\r\n'],
      ['a trailer without a colon', '0\r\nX\r\n\r\n'],
      ['a trailer that is folded', '0\r\nX: a\r\n b\r\n\r\n'],
      ['a trailer that tells a length', '0\r\nContent-Length: 5\r\n\r\n'],
      ['a trailer that tells a coding', '0\r\nTransfer-Encoding: chunked\r\n\r\n'],
      ['a trailer that tells a host', '0\r\nhost: h\r\n\r\n'],
      ['trailers without an end', `0\r\n${'X: y\r\n'.repeat(400)}`],
      ['a size line without an end', `1;${'a'.repeat(300)}`],
    ])('and in chunks %s', async (_title, chunks) => {
      const answer = await ask(`${post('Transfer-Encoding: chunked\r\n')}${chunks}`)
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, -32600])
    })
  })

  test('reads chunks with extensions and trailers, and goes on with the next request', async () => {
    const connection = await open(
      `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: Chunked\r\n\r\n2;a=b;c="d;e"\r\nhe\r\n03\r\nllo\r\n0\r\nX-T: 1\r\n\r\n`,
    )
    connection.write(`GET /b HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)
    const wire = await connection.ended
    expect(statusesOf(wire)).toEqual([200, 200])
    expect(wire).toContain('"body":"hello"')
    expect(wire).toContain('"target":"/b"')
  })

  test('answers 431 to too many header bytes, in one line or in many, and for too many fields', async () => {
    for (const fields of [`X: ${'x'.repeat(3_000)}\r\n`, 'X: y\r\n'.repeat(400), 'a:\r\n'.repeat(129)]) {
      expect((await ask(`GET / HTTP/1.1\r\n${HOST}${fields}\r\n`)).status).toBe(431)
    }
    const slow = await open(`GET /${'a'.repeat(1_000)}`)
    await wait(10)
    slow.write('a'.repeat(1_500))
    expect(parseAnswer(await slow.ended).status).toBe(431)
    // A page may read the id of the request that was refused.
    const { headers } = await ask('BAD\r\n\r\n')
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
    })
    expect((await ask(`GET / HTTP/1.1\r\n${HOST}${CLOSE}X: ${'x'.repeat(1_900)}\r\n\r\n`)).status).toBe(200)
  })

  test('overlooks a wish for another protocol', async () => {
    const answer = await ask(
      `POST / HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}`,
    )
    expect([answer.status, JSON.parse(answer.text).result.body]).toEqual([200, '{}'])
  })

  test('keeps an HTTP/1.0 connection only when asked to', async () => {
    const once10 = await ask('GET / HTTP/1.0\r\n\r\n')
    expect([once10.status, once10.headers.connection]).toEqual([200, 'close'])
    const kept = await open('GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')
    expect(parseAnswer(await kept.until(/\}\}?$/)).headers.connection).toBe('keep-alive')
    kept.write('GET /b HTTP/1.0\r\n\r\n')
    expect(await kept.ended).toContain('"target":"/b"')
  })

  test('says 100 Continue when the body is wanted, and only then', async () => {
    const head = `POST / HTTP/1.1\r\n${HOST}${CLOSE}Expect: 100-Continue\r\nContent-Length: 5\r\n\r\n`
    const wanted = await open(head)
    await wanted.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
    wanted.write('hello')
    expect(statusesOf(await wanted.ended)).toEqual([100, 200])
    handle = (exchange) => answerWith(exchange, 'no')
    expect(statusesOf(await (await open(head)).ended)).toEqual([200])
    expect((await ask(`POST / HTTP/1.1\r\n${HOST}Expect: cake\r\n\r\n`)).status).toBe(417)
  })

  test('says 100 Continue to a request that was sent ahead only after the answer to the one before it', async () => {
    let first: HttpExchange | undefined
    handle = (exchange) => {
      if (first === undefined) first = exchange
      else void echo(exchange)
    }
    const connection = await open(
      `GET /1 HTTP/1.1\r\n${HOST}\r\nPOST /2 HTTP/1.1\r\n${HOST}${CLOSE}Expect: 100-continue\r\nContent-Length: 5\r\n\r\n`,
    )
    await wait(50)
    expect(connection.received).toBe('')
    answerWith(first!, 'one')
    await connection.until(/100 Continue/)
    connection.write('hello')
    expect(statusesOf(await connection.ended)).toEqual([200, 100, 200])
  })

  test('answers in the order of the requests, whichever is ready first', async () => {
    handle = async (exchange) => {
      const { target } = exchange.head
      await wait(target === '/slow' ? 60 : 0)
      answerWith(exchange, target)
    }
    const connection = await open(
      ['/slow', '/b', '/c'].map((target) => `GET ${target} HTTP/1.1\r\n${HOST}\r\n`).join(''),
    )
    const wire = await connection.until(/"\/c"/)
    expect(wire.match(/"\/\w+"/g)).toEqual(['"/slow"', '"/b"', '"/c"'])
    connection.socket.destroy()
  })

  test('answers 405 to CONNECT and reads nothing behind it', async () => {
    const answer = await ask(`CONNECT h:443 HTTP/1.1\r\n${HOST}\r\nGET / HTTP/1.1\r\n${HOST}\r\n`)
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS'])
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
    const connection = await open(`GET / HTTP/1.1\r\n${HOST}\r\n`)
    const answer = await connection.until(/\}\}?$/)
    expect(parseAnswer(answer).headers['keep-alive']).toBe('timeout=1')
    const startedMs = performance.now()
    const spentMs = stopwatch()
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

  test('answers HEAD with the head alone, and a stream to HTTP/1.0 without chunks', async () => {
    handle = (exchange) => {
      const head = { status: 200, call: undefined, moreFields: [] }
      const rest = (async function* () {
        yield Buffer.from('two')
        await wait(5)
        yield Buffer.from('three')
      })()
      exchange.reply(head, {
        chunks: [Buffer.from('one')],
        ...(exchange.head.method === 'GET' && { rest }),
        release: () => {},
      })
    }
    const head = await ask(`HEAD / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)
    expect([head.headers['content-length'], head.text]).toEqual(['3', ''])
    const old = await ask('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')
    expect([old.headers['transfer-encoding'], old.headers.connection, old.text]).toEqual([
      undefined,
      'close',
      'onetwothree',
    ])
    const chunked = await ask(`GET / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)
    expect([chunked.headers['transfer-encoding'], chunked.text]).toEqual([
      'chunked',
      '3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n',
    ])
  })

  test('cuts an answer that breaks off', async () => {
    handle = (exchange) => {
      const rest = (async function* () {
        yield Buffer.from('two')
        throw new Error('the node is gone')
      })()
      exchange.reply({ status: 200, call: undefined, moreFields: [] }, { chunks: [], rest, release: () => {} })
    }
    const connection = await open(`GET / HTTP/1.1\r\n${HOST}\r\n`)
    expect(await connection.ended).toMatch(/3\r\ntwo\r\n$/)
  })

  test('resets the connection when an answer without a length or chunks breaks off', async () => {
    let breakOff = () => {}
    const broken = new Promise<void>((resolve) => {
      breakOff = resolve
    })
    handle = (exchange) => {
      const rest = (async function* () {
        yield Buffer.from('two')
        await broken
        throw new Error('the node is gone')
      })()
      exchange.reply({ status: 200, call: undefined, moreFields: [] }, { chunks: [], rest, release: () => {} })
    }
    const connection = await open('GET / HTTP/1.0\r\n\r\n')
    // Node reports no error if it reads data and the reset together.
    await connection.until(/two$/)
    breakOff()
    await expect(once(connection.socket, 'close')).rejects.toThrow('ECONNRESET')
  })
})

describe.each(listeners)('a refused upgrade (server: %s)', (listener) => {
  /** From here on the time that a refused client has passes only in the test. */
  const fakeTimeouts = () =>
    void jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'setImmediate', 'setInterval'] })
  afterEach(() => void jest.useRealTimers())

  test('leaves no socket behind, even if the client does not close its side', async () => {
    const engine = await startEngine(listener, {
      upgrade: (_request, socket) => {
        fakeTimeouts()
        refuseSocket(socket, fail('unauthorized'))
      },
    })
    const { port } = new URL(engine.url)
    const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => {})
    client.write('GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    const [answer] = await once(client, 'data')
    expect(String(answer)).toContain('HTTP/1.1 401 Unauthorized')
    jest.advanceTimersByTime(LINGER_MS - 1)
    expect(engine.connections.size).toBe(1)
    jest.advanceTimersByTime(1)
    await expectSoon(() => engine.connections.size, 0)
    client.destroy()
    await engine.stop()
  })

  test('reads little of what the client goes on to send', async () => {
    let refused: Socket | undefined
    const engine = await startEngine(listener, {
      upgrade: (_request, socket) => {
        refused = socket as Socket
        fakeTimeouts()
        refuseSocket(socket, fail('unauthorized'))
      },
    })
    const client = rawConnection(engine.url)
    client.write('GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    await client.until(/ 401 /)
    const piece = Buffer.alloc(65_536)
    const send = () => {
      while (client.socket.write(piece));
    }
    client.socket.on('drain', send)
    send()
    await expectSoon(() => refused!.isPaused(), true)
    jest.advanceTimersByTime(LINGER_MS)
    await expectSoon(() => engine.connections.size, 0)
    expect(refused!.bytesRead).toBeLessThan(1_000_000)
    client.socket.destroy()
    await engine.stop()
  })
})
