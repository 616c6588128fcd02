import { jest } from '@jest/globals'
import { type NodeStreamOptions, NodeStreams } from '../../../../src/server/subscriptions/sources/node-stream.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import type { FakeSocketNode } from '../../../support/fake-socket-node.js'
import { fakeTimeouts } from '../../../support/fake-timeouts.js'
import { startedEach } from '../../../support/started.js'
import { keepingSink, opened, startStreamFixture } from '../../../support/stream-nodes.js'
import { wakeUpOften } from '../../../support/wake-up-often.js'

const fixture = startedEach(() => startStreamFixture(3))
wakeUpOften()
/** No time limit ends: a stream waits for its second node, however long the machine halts it. */
beforeEach(fakeTimeouts)
afterEach(() => {
  jest.useRealTimers()
})

type State = NodeStreamOptions['state']
const STATES: readonly State[] = ['latest', 'every']
const streamsOf = (state: State) =>
  new NodeStreams({ method: 'ownSubscribe', unsubscribe: 'ownUnsubscribe', state }, fixture.nodes)
const open = (streams: NodeStreams, params: readonly unknown[], sink = keepingSink()) =>
  streams.open(params, sink, anOwner('account-1'))
/** The node closes its WebSockets instead of answering this subscription, so many times. */
const closeOn = (fake: FakeSocketNode, param: string, times = Number.POSITIVE_INFINITY) => {
  let left = times
  fake.answer(({ params }) => {
    if (params[0] !== param || left-- <= 0) return undefined
    fake.cut()
    return 'nothing'
  })
}
const callsOf = (param: string) =>
  fixture.fakes.map(({ calls }) => calls.filter(({ params }) => params[0] === param).length)
const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)

test.each(STATES)('two nodes close on a subscription to "%s", and no third one gets it', async (state) => {
  const streams = streamsOf(state)
  for (const fake of fixture.fakes) closeOn(fake, 'deadly')
  expect(await open(streams, ['deadly'])).toEqual({ kind: 'cut-off' })
  expect(sum(callsOf('deadly'))).toBe(2)
  expect(await open(streams, ['other'])).not.toHaveProperty('kind')
})

test.each(STATES)('a node that dies before it answers a subscription to "%s" costs nothing', async (state) => {
  closeOn(fixture.fakes[0]!, 'usual', 1)
  // Nodes take turns.
  for (const _fake of fixture.fakes) expect(await open(streamsOf(state), ['usual'])).not.toHaveProperty('kind')
  expect(callsOf('usual')[0]).toBeGreaterThan(0)
})

test.each(STATES)('the only node that dies is none, and takes the subscription to "%s" later', async (state) => {
  fixture.nodes.useNodes(fixture.only(0))
  closeOn(fixture.fakes[0]!, 'usual', 1)
  const streams = streamsOf(state)
  expect(await open(streams, ['usual'])).toEqual({ kind: 'no-node' })
  fixture.clock.skip(1_000)
  expect(await open(streams, ['usual'])).not.toHaveProperty('kind')
})

test('a node that leaves the configuration before it answers does not count', async () => {
  const [a, b, c] = fixture.fakes
  fixture.nodes.useNodes(fixture.only(0))
  a!.answer(() => 'nothing')
  closeOn(b!, 'usual')
  const opening = open(streamsOf('latest'), ['usual'])
  await expectSoon(() => a!.calls.length, 1)
  fixture.nodes.useNodes(fixture.only(1))
  await expectSoon(() => b!.calls.length, 1)
  expect(await opening).toEqual({ kind: 'no-node' })
  expect(c!.calls).toEqual([])
})

test('a node that closed on a merged stream is asked for it again after a minute', async () => {
  fixture.nodes.useNodes(fixture.only(0, 1))
  closeOn(fixture.fakes[1]!, 'usual')
  const sink = keepingSink()
  await opened(streamsOf('every'), ['usual'], sink)
  expect(callsOf('usual')).toEqual([1, 1, 0])
  fixture.clock.skip(50_000)
  fixture.nodes.useNodes(fixture.only(0, 1))
  // Both nodes take it after what they were asked before.
  await opened(streamsOf('every'), ['other'], keepingSink())
  expect([callsOf('other'), callsOf('usual')]).toEqual([
    [1, 1, 0],
    [1, 1, 0],
  ])
  fixture.clock.skip(10_000)
  await expectSoon(() => callsOf('usual')[1], 2, 5_000)
  expect(sink.ends).toEqual([])
})

test('a state ends if its node breaks and two others close on it', async () => {
  fixture.nodes.useNodes(fixture.only(0))
  const sink = keepingSink()
  await opened(streamsOf('latest'), ['usual'], sink)
  const [a, ...others] = fixture.fakes
  for (const fake of others) closeOn(fake, 'usual')
  a!.refuseWith(503)
  fixture.nodes.useNodes(fixture.only(0, 1, 2))
  a!.cut()
  await expectSoon(() => sink.ends, ['stream_broken'])
  expect(callsOf('usual')).toEqual([1, 1, 1])
})
