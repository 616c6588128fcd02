import { setTimeout as wait } from 'node:timers/promises'
import type { HttpExchange } from '../../../../src/wire/http/server/handler.js'
import { answerWith, CLOSE, echo, HOST, startedServer } from '../../../support/http-engines.js'
import { parseAnswer } from '../../../support/raw-http.js'

describe('our HTTP server', () => {
  let handle: (exchange: HttpExchange) => unknown
  const { ask, open } = startedServer((exchange) => handle(exchange))
  beforeEach(() => {
    handle = echo
  })
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
})
