import { setTimeout as wait } from 'node:timers/promises'
import type { UpstreamTransport } from '../../../../src/server/upstreams/transport/transport.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { ownPort } from '../../../support/own-port.js'
import { ask, type RawCall, type RawNode } from '../../../support/raw-node.js'
import {
  answerBytes,
  OK,
  type StartOptions,
  startTransport,
  stopTransport,
  transports,
  untilAllClosed,
  withLength,
} from '../../../support/transports.js'

describe.each(transports)('the %s transport', (_engine, create) => {
  let node: RawNode
  let transport: UpstreamTransport
  const start = async (answer: (call: RawCall) => void, options?: StartOptions) => {
    ;({ node, transport } = await startTransport(create, answer, options))
  }
  const replying = (...wire: (string | Buffer)[]) => start(answerBytes(wire))
  const untilClosed = () => untilAllClosed(node)
  afterEach(() => stopTransport(node, transport))

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
      transport = create(`http://127.0.0.1:${await ownPort()}`, 1)
      const asked = [ask(transport, '1'), ask(transport, '2')]
      let isClosed = false
      void transport.close().then(() => {
        isClosed = true
      })
      await expectSoon(() => isClosed, true)
      for (const { heard } of asked) expect((await heard).error).toMatchObject({ code: 'ECONNREFUSED' })
    })
  })
})
