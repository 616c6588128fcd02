import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NodeSubscription } from '../../../../src/server/upstreams/transport/node-subscription.js'
import { SocketConnection } from '../../../../src/server/upstreams/transport/socket-connection.js'
import { UpstreamSocket } from '../../../../src/server/upstreams/transport/upstream-socket.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { startFakeSocketNode } from '../../../support/fake-socket-node.js'
import { startedEach } from '../../../support/started.js'

const { jest } = import.meta

/** No time limit of a call ends: its timers are the test's. */
const fixture = startedEach(async () => {
  const node = await startFakeSocketNode()
  jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'setImmediate', 'setInterval', 'clearInterval'] })
  const options = { maxMessageBytes: () => 100_000, stopwatchMs: () => performance.now(), chance: () => 0 }
  const socket = new UpstreamSocket({ wsUrl: node.url, headers: {} }, options)
  return {
    node,
    socket,
    stop: async () => {
      socket.close()
      jest.useRealTimers()
      await node.stop()
    },
  }
})

const counting = () => {
  const seen = { events: 0, broken: 0 }
  return { seen, notified: () => void seen.events++, broken: () => void seen.broken++ }
}
const subscribe = (listener = counting()) => fixture.socket.subscribe('slotSubscribe', [], 'slotUnsubscribe', listener)
const opened = async (): Promise<NodeSubscription> => {
  const reply = await subscribe()
  if (reply.kind !== 'open') throw new Error(`not open: ${reply.kind}`)
  return reply
}

test('however many subscriptions end at once, the node is told of each, and new ones can be made meanwhile', async () => {
  const count = 12_000
  const { node } = fixture
  const open: NodeSubscription[] = []
  while (open.length < count) open.push(...(await Promise.all(Array.from({ length: 1_000 }, opened))))
  for (const subscription of open) subscription.close()
  expect(await subscribe()).toMatchObject({ kind: 'open' })
  const ended = () => new Set(node.calls.flatMap(({ method, params }) => (method === 'slotUnsubscribe' ? params : [])))
  await expectSoon(() => ended().size, count, 10_000)
})

test('events of ended subscriptions break no socket on which others subscribe all the time', async () => {
  const { node } = fixture
  const listener = counting()
  await subscribe(listener)
  node.answer(() => 'nothing')
  const reply = (at: number) => node.send(`{"jsonrpc":"2.0","id":${node.calls[at]!.id},"result":${at + 10}}`)
  let pending = subscribe()
  for (let round = 1; round <= 3; round++) {
    await expectSoon(() => node.calls.length, round + 1)
    for (let event = 0; event < 600; event++) node.notify('1', '999')
    node.notify('1', '1')
    await expectSoon(() => listener.seen.events, round)
    const next = subscribe()
    await expectSoon(() => node.calls.length, round + 2)
    reply(round)
    expect(await pending).toMatchObject({ kind: 'open' })
    pending = next
  }
  reply(4)
  expect(await pending).toMatchObject({ kind: 'open' })
  expect(listener.seen.broken).toBe(0)
})

test('a node that sends thousands of events at once is read a few hundred of them in a turn', async () => {
  const { node } = fixture
  const listener = counting()
  await subscribe(listener)
  const count = 5_000
  const event = JSON.stringify('x'.repeat(300))
  for (let sent = 0; sent < count; sent++) node.notify(event, '1')
  let most = 0
  for (let before = 0; before < count; before = listener.seen.events) {
    await nextTurn()
    most = Math.max(most, listener.seen.events - before)
  }
  // The listener hears the rest of a read, up to 64 KiB, in the same turn.
  expect(most).toBeLessThan(500)
  expect(listener.seen.broken).toBe(0)
})

test('a node that waits for its turn is not silent, however long ago its last event was read', async () => {
  const { node } = fixture
  const silences = new Set<boolean>()
  let heard = 0
  const connection = new SocketConnection(
    { wsUrl: node.url, headers: {} },
    { maxMessageBytes: () => 100_000, stopwatchMs: () => performance.now() },
    {
      opened: () => connection.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}'),
      message: () => {
        heard++
        silences.add(connection.isSilentSince(Number.POSITIVE_INFINITY))
      },
      failed: () => {},
      beat: () => {},
    },
  )
  await expectSoon(() => heard, 1)
  expect([...silences]).toEqual([true])
  for (let sent = 0; sent < 2_000; sent++) node.notify(JSON.stringify('x'.repeat(300)), '1')
  await expectSoon(() => heard, 2_001)
  expect(silences).toEqual(new Set([true, false]))
  connection.close()
})

test('a node that is closed while it waits for a turn breaks what was open on it', async () => {
  const { node } = fixture
  const listener = counting()
  await subscribe(listener)
  for (let sent = 0; sent < 2_000; sent++) node.notify(JSON.stringify('x'.repeat(300)), '1')
  await expectSoon(() => listener.seen.events > 0, true)
  node.cut()
  await expectSoon(() => listener.seen.broken, 1)
})
