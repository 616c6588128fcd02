import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { LINGER_MS, refuseSocket } from '../../../../src/wire/http/server/refuse-socket.js'
import { fail } from '../../../../src/wire/jsonrpc/reply.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { listeners, startEngine } from '../../../support/http-engines.js'
import { rawConnection } from '../../../support/raw-http.js'

const { jest } = import.meta

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
