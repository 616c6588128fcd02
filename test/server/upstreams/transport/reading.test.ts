import { setTimeout as wait } from 'node:timers/promises'
import type { UpstreamTransport } from '../../../../src/server/upstreams/transport/transport.js'
import { ask, type RawCall, type RawNode, startRawNode } from '../../../support/raw-node.js'
import { answerBytes, OK, startTransport, stopTransport, transports, withLength } from '../../../support/transports.js'

describe.each(transports)('the %s transport', (_engine, create) => {
  let node: RawNode
  let transport: UpstreamTransport
  const start = async (answer: (call: RawCall) => void) => {
    ;({ node, transport } = await startTransport(create, answer))
  }
  const replying = (...wire: (string | Buffer)[]) => start(answerBytes(wire))
  afterEach(() => stopTransport(node, transport))

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
})
