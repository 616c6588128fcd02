import { openRedis } from '../../../src/server/answers/redis.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startRawNode } from '../../support/raw-node.js'
import { started } from '../../support/started.js'

const { jest } = import.meta

const silent = started(() => startRawNode(() => {}))
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'performance'] })
})
afterEach(() => {
  jest.useRealTimers()
})

test('a server that accepts a connection and says nothing gets another one, until it is closed', async () => {
  const heard: string[] = []
  const { sockets, port } = silent
  const server = openRedis(`redis://127.0.0.1:${port}`, (isReady, reason) => void heard.push(`${isReady} ${reason}`))
  const greeted = () => sockets.filter(({ bytesRead }) => bytesRead > 0).length
  await expectSoon(greeted, 1)
  jest.advanceTimersByTime(4_999)
  expect(heard).toEqual([])
  jest.advanceTimersByTime(1)
  await expectSoon(greeted, 2)
  expect(heard).toEqual(['false timed_out'])
  await expectSoon(() => sockets[0]!.destroyed, true)
  server.close()
  jest.advanceTimersByTime(5_000)
  await expectSoon(() => sockets.map(({ destroyed }) => destroyed), [true, true])
})

describe('of a server that sends what is no answer,', () => {
  const NO_ANSWER = '?!\r\n'
  /** A server whose nth connection answers greetings and reads by these texts. */
  const startServer = (...connections: readonly { greeting: string; read: string }[]) =>
    startRawNode(() => {}, {
      onConnection: (socket) => {
        const { greeting, read } = connections[Math.min(opened++, connections.length - 1)]!
        socket.on('data', (bytes) => {
          for (const command of bytes.toString().split(/(?=\*\d)/))
            socket.write(command.includes('GETRANGE') ? read : greeting)
        })
      },
    })
  let opened = 0
  beforeEach(() => {
    opened = 0
  })

  test('the connection ends with its requests, and another takes its place', async () => {
    const node = await startServer(
      { greeting: '+OK\r\n', read: NO_ANSWER },
      { greeting: '+OK\r\n', read: '$1\r\na\r\n' },
    )
    const heard: boolean[] = []
    const server = openRedis(`redis://127.0.0.1:${node.port}`, (isReady) => void heard.push(isReady))
    await expectSoon(() => server.isReady, true)
    const read = server.read(['x', 'y'], [9, 9])
    await expect(read).rejects.toThrow()
    await expectSoon(() => server.isReady, true)
    expect((await server.read(['x'], [9])).map(String)).toEqual(['a'])
    expect(heard).toEqual([true, false, true])
    server.close()
    await node.stop()
  })

  test('one that is not ready after five seconds is given up', async () => {
    const node = await startServer({ greeting: NO_ANSWER, read: '' }, { greeting: '+OK\r\n', read: '' })
    const server = openRedis(`redis://127.0.0.1:${node.port}`, () => {})
    await expectSoon(() => (node.sockets[0]?.bytesWritten ?? 0) > 0, true)
    // The client reads what was written.
    await new Promise((resolve) => setImmediate(resolve))
    jest.advanceTimersByTime(5_000)
    await expectSoon(() => server.isReady, true)
    server.close()
    await node.stop()
  })
})
