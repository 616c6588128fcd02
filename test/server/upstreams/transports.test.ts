import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../src/server/cluster/free-port.js'
import { createHttpTransport } from '../../../src/server/upstreams/transport/http-transport.js'
import type { UpstreamTransport } from '../../../src/server/upstreams/transport/transport.js'
import { ask, type RawCall, type RawNode, startRawNode } from '../../support/raw-node.js'
import { stopwatch } from '../../support/stopwatch.js'
import { createUndiciTransport } from '../../support/undici-transport.js'

const OK = 'HTTP/1.1 200 OK\r\n'
const withLength = (body: string, fields = '') =>
  `${OK}${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

describe.each([
  ['tollgate', (url: string, most: number) => createHttpTransport(url, { maxConnections: most, maxWaiting: 100 })],
  ['undici', createUndiciTransport],
])('the %s transport', (_engine, create: (url: string, most: number) => UpstreamTransport) => {
  let node: RawNode
  let transport: UpstreamTransport
  const start = async (answer: (call: RawCall) => void, { path = '', most = 8, host = '127.0.0.1' } = {}) => {
    node = await startRawNode(answer, { host })
    transport = create(`http://${host.includes(':') ? `[${host}]` : host}:${node.port}${path}`, most)
  }
  const replying = (...wire: (string | Buffer)[]) =>
    start(({ socket }) => {
      for (const part of wire) socket.write(part)
    })
  /** Waits until the client has closed every connection, or the test's time is over. */
  const untilClosed = async () => {
    while (!node.sockets.every((socket) => socket.closed || socket.destroyed || socket.readableEnded)) await wait(5)
  }
  afterEach(async () => {
    await node?.stop()
    await Promise.race([transport?.close().catch(() => {}), wait(500)])
  })

  describe('sends', () => {
    test('a POST with path, query, length and media type, and the body it was given in parts', async () => {
      await start(({ socket }) => socket.write(withLength('{}')), { path: '/rpc/v2?token=a%20b' })
      const heard = await ask(transport, [Buffer.from('{"a"'), Buffer.from(':"é"}')]).heard
      expect(heard).toMatchObject({ status: 200, byteLength: 2, error: undefined })
      const { head, body } = node.calls[0]!
      expect(head.split('\r\n')[0]).toBe('POST /rpc/v2?token=a%20b HTTP/1.1')
      expect(head).toMatch(new RegExp(`\r\nhost: 127.0.0.1:${node.port}\r\n`, 'i'))
      expect(head).toMatch(/\r\ncontent-type: application\/json/i)
      expect(head).not.toMatch(/accept-encoding/i)
      expect(Buffer.from(body, 'latin1').toString()).toBe('{"a":"é"}')
    })

    test("the URL's user and password as basic authentication, unescaped", async () => {
      node = await startRawNode(({ socket }) => socket.write(withLength('{}')))
      transport = create(`http://us%40er:p%25%3A%C3%A9@127.0.0.1:${node.port}/`, 1)
      await ask(transport).heard
      expect(node.calls[0]!.head).toContain(`Basic ${Buffer.from('us@er:p%:é').toString('base64')}`)
    })

    test('to a node that listens on IPv6', async () => {
      await start(({ socket }) => socket.write(withLength('{"v":6}')), { host: '::1' })
      expect(String((await ask(transport).heard).body)).toBe('{"v":6}')
      expect(node.calls[0]!.head).toMatch(new RegExp(`host: \\[::1\\]:${node.port}\r\n`, 'i'))
    })

    test('to a node that is named', async () => {
      node = await startRawNode(({ socket }) => socket.write(withLength('{}')))
      transport = create(`http://localhost:${node.port}`, 1)
      expect((await ask(transport).heard).status).toBe(200)
    })

    test('many calls over one connection, one after the other', async () => {
      await start(({ socket, body }) => socket.write(withLength(body)))
      for (let call = 0; call < 20; call++) {
        expect(String((await ask(transport, `${call}`).heard).body)).toBe(String(call))
        await wait(1)
      }
      expect(node.sockets.length).toBe(1)
    })

    test('as many calls at once as it may have connections, and the others when one is free', async () => {
      const held: RawCall[] = []
      await start((call) => held.push(call), { most: 3 })
      const asked = Array.from({ length: 7 }, (_, call) => ask(transport, `${call}`))
      while (held.length < 3) await wait(5)
      await wait(30)
      expect(held).toHaveLength(3)
      for (let answered = 0; answered < 7; answered++) {
        while (held.length <= answered) await wait(1)
        held[answered]!.socket.write(withLength(held[answered]!.body))
      }
      const bodies = (await Promise.all(asked.map(({ heard }) => heard))).map(({ body }) => String(body))
      expect(bodies).toEqual(['0', '1', '2', '3', '4', '5', '6'])
      expect(node.sockets.length).toBe(3)
    })

    test('a body larger than any buffer', async () => {
      const body = 'x'.repeat(3_000_000)
      await start(({ socket, body: received }) => socket.write(withLength(String(received.length))))
      expect(String((await ask(transport, body).heard).body)).toBe('3000000')
    })
  })

  describe('reads', () => {
    test.each([
      ['a length', [withLength('{"a":1}')]],
      ['chunks', [`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n`]],
      [
        'chunks with extensions and trailers',
        [`${OK}transfer-encoding: Chunked\r\n\r\n7;a=b;c\r\n{"a":1}\r\n0\r\nX: y\r\n\r\n`],
      ],
      [
        'interim answers before it',
        [`HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n${withLength('{"a":1}')}`],
      ],
      ['bytes one by one', [...withLength('{"a":1}')]],
    ])('an answer with %s', async (_, parts: readonly string[]) => {
      await start(async ({ socket }) => {
        socket.setNoDelay(true)
        for (const part of parts) {
          socket.write(part)
          if (parts.length > 1) await wait(0)
        }
      })
      expect(await ask(transport).heard).toMatchObject({ status: 200, body: Buffer.from('{"a":1}'), error: undefined })
      await wait(5)
      expect((await ask(transport).heard).status).toBe(200)
      expect(node.sockets.length).toBe(1)
    })

    test('an answer that ends with the connection', async () => {
      await start(({ socket }) => socket.end(`${OK}Content-Type: application/json\r\n\r\n{"a":1}`))
      expect(await ask(transport).heard).toMatchObject({
        byteLength: undefined,
        body: Buffer.from('{"a":1}'),
        error: undefined,
      })
    })

    test('an answer of HTTP/1.0, and asks the next question on a new connection', async () => {
      await start(({ socket }) => socket.end(`HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}`))
      expect((await ask(transport).heard).error).toBeUndefined()
      expect((await ask(transport).heard).error).toBeUndefined()
      expect(node.sockets.length).toBe(2)
    })

    test('an answer without a body', async () => {
      await replying('HTTP/1.1 204 No Content\r\n\r\n')
      expect(await ask(transport).heard).toMatchObject({ status: 204, body: Buffer.alloc(0), error: undefined })
      await wait(5)
      expect((await ask(transport).heard).status).toBe(204)
      expect(node.sockets.length).toBe(1)
    })

    test('the status and body of a refusal', async () => {
      await replying('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 4\r\n\r\nbusy')
      expect(await ask(transport).heard).toMatchObject({ status: 429, body: Buffer.from('busy') })
    })

    test('an answer that comes before the request was wholly sent', async () => {
      node = await startRawNode(() => {}, {
        onConnection: (socket) => {
          socket.removeAllListeners('data')
          socket.pause()
          socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno')
        },
      })
      transport = create(`http://127.0.0.1:${node.port}`, 1)
      expect(await ask(transport, 'x'.repeat(20_000_000)).heard).toMatchObject({ status: 413, body: Buffer.from('no') })
    })

    test('the bytes of a large answer in their order, and none of them twice', async () => {
      const body = Buffer.alloc(5_000_000)
      for (let at = 0; at < body.length; at += 4) body.writeUInt32LE(at, at)
      await replying(`${OK}Content-Length: ${body.length}\r\n\r\n`, body)
      const [one, two] = await Promise.all([ask(transport).heard, ask(transport).heard])
      expect(one.body.equals(body)).toBe(true)
      expect(two.body.equals(body)).toBe(true)
    })

    test('no further when the sink asks to pause, and on when it resumes', async () => {
      const body = Buffer.alloc(30_000_000, 'x')
      await start(({ socket }) => {
        socket.write(`${OK}Content-Length: ${body.length}\r\n\r\n`)
        socket.write(body)
      })
      let bytes = 0
      let isHeld = true
      const { exchange, heard } = ask(transport, '{}', {
        chunk: (chunk) => {
          bytes += chunk.length
          return !isHeld
        },
      })
      while (bytes === 0) await wait(5)
      while (node.sockets[0]!.writableLength < 1_000_000) await wait(5)
      await wait(150)
      expect(bytes).toBeLessThan(2_000_000)
      expect(node.sockets[0]!.writableLength).toBeGreaterThan(1_000_000)
      isHeld = false
      exchange.resume()
      expect((await heard).body.length).toBe(30_000_000)
    })
  })

  describe('refuses', () => {
    const bodied = (head: string, body = '{}') => `${OK}${head}\r\n\r\n${body}`
    test.each([
      ['a length and chunks', bodied('Content-Length: 2\r\nTransfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n')],
      ['chunks and a length', bodied('Transfer-Encoding: chunked\r\nContent-Length: 2', '2\r\n{}\r\n0\r\n\r\n')],
      ['two lengths', bodied('Content-Length: 2\r\nContent-Length: 3')],
      ['the same length twice', bodied('Content-Length: 2\r\nContent-Length: 2')],
      ['a list of lengths', bodied('Content-Length: 2, 2')],
      ['a length that is no number', bodied('Content-Length: 2a')],
      ['a length with a tab', bodied('Content-Length: 2\t')],
      ['a length in trailers', bodied('Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\nContent-Length: 2\r\n\r\n')],
      ['trailers without end', bodied('Transfer-Encoding: chunked', `2\r\n{}\r\n0\r\n${'X: y\r\n'.repeat(20_000)}`)],
      ['a negative length', bodied('Content-Length: -2')],
      ['a length with a sign', bodied('Content-Length: +2')],
      ['a length beyond all numbers', bodied('Content-Length: 99999999999999999999')],
      ['a length in hexadecimal', bodied('Content-Length: 0x2')],
      ['a size of a chunk that is no number', bodied('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n')],
      ['a size of a chunk with a blank', bodied('Transfer-Encoding: chunked', ' 2\r\n{}\r\n0\r\n\r\n')],
      ['a size of a chunk in 0x', bodied('Transfer-Encoding: chunked', '0x2\r\n{}\r\n0\r\n\r\n')],
      ['a chunk longer than it says', bodied('Transfer-Encoding: chunked', '1\r\n{}\r\n0\r\n\r\n')],
      [
        'a chunk size beyond all numbers',
        bodied('Transfer-Encoding: chunked', 'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n'),
      ],
      ['a bare line feed behind a chunk', bodied('Transfer-Encoding: chunked', '2\r\n{}\n0\r\n\r\n')],
      ['a bare line feed behind a size', bodied('Transfer-Encoding: chunked', '2\n{}\r\n0\r\n\r\n')],
      ['a bare carriage return in a field', bodied('X: a\rb\r\nContent-Length: 2')],
      ['a blank before the colon', bodied('Content-Length : 2')],
      ['a field without a name', bodied(': 2\r\nContent-Length: 2')],
      ['a field without a colon', bodied('Content-Length 2')],
      ['a zero byte in a field', bodied('X: a\0b\r\nContent-Length: 2')],
      ['another version', 'HTTP/3.0 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
      ['a status of two digits', 'HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\n{}'],
      ['something that is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
      ['a head without end', `${OK}X: ${'x'.repeat(100_000)}`],
      ['fields without end', `${OK}${'X: y\r\n'.repeat(20_000)}`],
    ])('%s', async (_, wire) => {
      await replying(wire)
      const { error } = await ask(transport).heard
      expect(error).toBeInstanceOf(Error)
      await untilClosed()
    })

    test('a switch of protocols that was not asked for', async () => {
      await replying('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
      expect((await ask(transport).heard).error).toBeInstanceOf(Error)
    })

    test('an answer that breaks off', async () => {
      await start(({ socket }) => socket.end(`${OK}Content-Length: 10\r\n\r\n{}`))
      expect(await ask(transport).heard).toMatchObject({ status: 200, error: expect.any(Error) })
    })

    test('chunks that break off', async () => {
      await start(({ socket }) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`))
      expect(await ask(transport).heard).toMatchObject({ status: 200, error: expect.any(Error) })
    })
  })

  describe('does not trust a connection', () => {
    test('that is to be closed behind the answer', async () => {
      await replying(withLength('{}', 'Connection: close\r\n'))
      await ask(transport).heard
      await ask(transport).heard
      expect(node.sockets.length).toBe(2)
    })

    test('on which more came than the answer', async () => {
      await replying(`${withLength('{"a":1}')}${withLength('{"stolen":1}')}`)
      expect(String((await ask(transport).heard).body)).toBe('{"a":1}')
      await wait(10)
      expect(String((await ask(transport).heard).body)).toBe('{"a":1}')
      expect(node.sockets.length).toBe(2)
    })

    test('on which something came while nothing was asked', async () => {
      await start(async ({ socket }) => {
        socket.write(withLength('{"a":1}'))
        await wait(20)
        socket.write(withLength('{"stolen":1}'))
      })
      await ask(transport).heard
      await untilClosed()
      expect(String((await ask(transport).heard).body)).toBe('{"a":1}')
      expect(node.sockets.length).toBe(2)
    })
  })

  describe('asks again, once, on a new connection', () => {
    test('when the server closed an idle one just then', async () => {
      await start(({ socket, nth }) => {
        if (nth === 0) socket.write(withLength('{}'))
        else socket.destroy()
      })
      await ask(transport).heard
      expect((await ask(transport).heard).error).toBeUndefined()
      expect(node.sockets.length).toBe(2)
    })

    test('when the server closed it in order, without a byte', async () => {
      await start(({ socket, connection }) => {
        if (connection === 0) socket.end()
        else socket.write(withLength('{}'))
      })
      expect((await ask(transport).heard).error).toBeUndefined()
    })

    test('but not a third time', async () => {
      await start(({ socket }) => socket.destroy())
      expect((await ask(transport).heard).error).toBeInstanceOf(Error)
      await wait(20)
      expect(node.calls).toHaveLength(2)
    })

    test('and not when the answer had begun', async () => {
      await start(({ socket }) => {
        socket.write(`${OK}Content-Length: 10\r\n\r\n`, () => socket.destroy())
      })
      expect((await ask(transport).heard).error).toBeInstanceOf(Error)
      expect(node.calls).toHaveLength(1)
    })
  })

  describe('when no server listens', () => {
    test('fails every call that waits, with the reason', async () => {
      const port = await freePort()
      transport = create(`http://127.0.0.1:${port}`, 4)
      const heard = await Promise.all(Array.from({ length: 10 }, () => ask(transport).heard))
      expect(new Set(heard.map(({ error }) => error?.code))).toEqual(new Set(['ECONNREFUSED']))
    })

    test('gives up a connection that is not made within three seconds', async () => {
      // Accepts and says nothing: the handshake of TLS never ends.
      node = await startRawNode(() => {})
      transport = create(`https://127.0.0.1:${node.port}`, 4)
      const before = performance.now()
      const spentMs = stopwatch()
      const heard = await Promise.all([ask(transport).heard, ask(transport).heard])
      expect(heard.map(({ error }) => error?.code)).toEqual(Array(2).fill(expect.stringMatching(/timeout/i)))
      expect(performance.now() - before).toBeGreaterThan(2_500)
      expect(spentMs()).toBeLessThan(6_000)
    })

    test('serves again as soon as one does', async () => {
      const port = await freePort()
      transport = create(`http://127.0.0.1:${port}`, 4)
      await ask(transport).heard
      const { createServer } = await import('node:http')
      const server = createServer((_, response) => response.end('{}'))
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      expect((await ask(transport).heard).status).toBe(200)
      server.closeAllConnections()
      server.close()
    })
  })

  describe('when it is stopped', () => {
    test('closes the connection and says nothing more', async () => {
      await start(({ socket }) => socket.write(`${OK}Content-Length: 10\r\n\r\n{`))
      const asked = ask(transport)
      while (asked.count() < 2) await wait(5)
      asked.exchange.abort()
      asked.exchange.abort()
      asked.exchange.resume()
      await wait(50)
      expect(asked.count()).toBe(2)
      while (!node.sockets[0]!.destroyed && !node.sockets[0]!.closed) await wait(5)
    })

    test('while it waits for a connection, sends nothing', async () => {
      const held: RawCall[] = []
      await start((call) => held.push(call), { most: 1 })
      const first = ask(transport, '1')
      const second = ask(transport, '2')
      const third = ask(transport, '3')
      while (held.length < 1) await wait(5)
      second.exchange.abort()
      held[0]!.socket.write(withLength('{}'))
      while (held.length < 2) await wait(5)
      held[1]!.socket.write(withLength('{}'))
      await Promise.all([first.heard, third.heard])
      expect(node.calls.map(({ body }) => body)).toEqual(['1', '3'])
      expect(second.count()).toBe(0)
    })

    test('from within a call of its sink, stops at once', async () => {
      await replying(`${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n`)
      const asked = ask(transport, '{}', {
        chunk: () => {
          asked.exchange.abort()
          return true
        },
      })
      while (asked.count() < 2) await wait(5)
      await wait(50)
      expect(asked.count()).toBe(2)
      expect((await ask(transport).heard).error).toBeUndefined()
    })

    test('by closing, lets what is under way finish and takes nothing new', async () => {
      const held: RawCall[] = []
      await start((call) => held.push(call), { most: 1 })
      const asked = [ask(transport, '1'), ask(transport, '2')]
      while (held.length < 1) await wait(5)
      let isClosed = false
      const closing = transport.close().then(() => {
        isClosed = true
      })
      const late = await ask(transport, '3').heard
      expect(late.error).toBeInstanceOf(Error)
      for (const call of [0, 1]) {
        while (held.length <= call) await wait(5)
        expect(isClosed).toBe(false)
        held[call]!.socket.write(withLength('{}'))
      }
      await closing
      expect((await Promise.all(asked.map(({ heard }) => heard))).map(({ status }) => status)).toEqual([200, 200])
      await untilClosed()
    })

    test('by closing, is over once the last connection could not be opened, and the calls that waited for it failed', async () => {
      transport = create(`http://127.0.0.1:${await freePort()}`, 1)
      const asked = [ask(transport, '1'), ask(transport, '2')]
      const closed = transport.close().then(() => 'closed')
      expect(await Promise.race([closed, wait(2_000, 'still closing')])).toBe('closed')
      for (const { heard } of asked) expect((await heard).error).toMatchObject({ code: 'ECONNREFUSED' })
    })
  })
})
