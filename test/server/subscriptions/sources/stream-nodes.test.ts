import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { startedEach } from '../../../support/started.js'
import { startStreamFixture } from '../../../support/stream-nodes.js'

const fixture = startedEach(() => startStreamFixture(1))

test('a clock that is set forward breaks no WebSocket, and one that is set back closes none for good', async () => {
  const { nodes, clock, fakes } = fixture
  const [node] = fakes
  const { socket } = nodes.all[0]!
  let brokenCount = 0
  const listener = { notified: () => {}, broken: () => void brokenCount++ }
  await socket.subscribe('slotSubscribe', [], 'slotUnsubscribe', listener)
  clock.setForward(60_000)
  await expectSoon(() => node!.pingCount, 1, 10_000)
  expect(brokenCount).toBe(0)
  node!.cut()
  await expectSoon(() => brokenCount, 1)
  clock.setForward(-3_600_000)
  await expectSoon(async () => (await nodes.choose('slotSubscribe', new Set(), [anOwner()]))?.socket, socket)
}, 20_000)
