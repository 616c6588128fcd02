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
