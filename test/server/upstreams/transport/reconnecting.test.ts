import { setTimeout as wait } from 'node:timers/promises'
import type { UpstreamTransport } from '../../../../src/server/upstreams/transport/transport.js'
import { ownPort } from '../../../support/own-port.js'
import { ask, type RawCall, type RawNode, startRawNode } from '../../../support/raw-node.js'
import { stopwatch } from '../../../support/stopwatch.js'
import { OK, startTransport, stopTransport, transports, withLength } from '../../../support/transports.js'

describe.each(transports)('the %s transport', (_engine, create) => {
  let node: RawNode
  let transport: UpstreamTransport
  const start = async (answer: (call: RawCall) => void) => {
    ;({ node, transport } = await startTransport(create, answer))
  }
  afterEach(() => stopTransport(node, transport))

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
      const port = await ownPort()
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
      const port = await ownPort()
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
})
