import { setTimeout as wait } from 'node:timers/promises'
import type { UpstreamTransport } from '../../../../src/server/upstreams/transport/transport.js'
import { ask, type RawCall, type RawNode } from '../../../support/raw-node.js'
import {
  answerBytes,
  OK,
  startTransport,
  stopTransport,
  transports,
  untilAllClosed,
  withLength,
} from '../../../support/transports.js'

describe.each(transports)('the %s transport', (_engine, create) => {
  let node: RawNode
  let transport: UpstreamTransport
  const start = async (answer: (call: RawCall) => void) => {
    ;({ node, transport } = await startTransport(create, answer))
  }
  const replying = (...wire: (string | Buffer)[]) => start(answerBytes(wire))
  const untilClosed = () => untilAllClosed(node)
  afterEach(() => stopTransport(node, transport))

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
})
