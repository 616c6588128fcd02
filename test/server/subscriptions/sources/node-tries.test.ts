import { setTimeout as sleep } from 'node:timers/promises'
import { jest } from '@jest/globals'
import { type NodeStreamOptions, NodeStreams } from '../../../../src/server/subscriptions/sources/node-stream.js'
import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import type { FakeSocketNode } from '../../../support/fake-socket-node.js'
import { fakeTimeouts } from '../../../support/fake-timeouts.js'
import { startedEach } from '../../../support/started.js'
import { keepingSink, opened, startStreamFixture } from '../../../support/stream-nodes.js'
import { quietUpstream } from '../../../support/upstream.js'
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
/** Lets seconds pass, less than thirty, until the nodes have got so many subscriptions. */
const passUntil = (read: () => number, calls: number) =>
  expectSoon(() => {
    fixture.clock.skip(200)
    return read()
  }, calls)
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

test('a node that closed on a merged stream is asked for it again after a second, then after longer', async () => {
  fixture.nodes.useNodes(fixture.only(0, 1))
  closeOn(fixture.fakes[1]!, 'usual', 2)
  const sink = keepingSink()
  await opened(streamsOf('every'), ['usual'], sink)
  expect(callsOf('usual')).toEqual([1, 1, 0])
  await passUntil(() => callsOf('usual')[1]!, 3)
  expect(sink.ends).toEqual([])
})

test('no provider is charged a call that a merged stream does not send', async () => {
  const upstreams = ['a', 'b', 'c'].map((name) => quietUpstream(fixture.clock, name, { rate: new CallRate(100) }))
  const spent = upstreams.map(({ rate }) => jest.spyOn(rate!, 'spend'))
  // One node is the best, so both tries would choose it.
  for (const { health } of upstreams.slice(1)) health.setBehind('lag')
  fixture.nodes.useNodes({ ...fixture.only(0, 1, 2), pool: new Pool(upstreams, () => fixture.clock.nowMs) })
  await opened(streamsOf('every'), ['usual'], keepingSink())
  expect(spent.map(({ mock }) => mock.calls.length)).toEqual(callsOf('usual'))
})

test('two nodes that are silent do not keep a merged stream from the third', async () => {
  let left = 2
  for (const fake of fixture.fakes) fake.answer(() => (left-- > 0 ? 'nothing' : undefined))
  const opening = open(streamsOf('every'), ['usual'])
  await expectSoon(() => sum(callsOf('usual')), 2)
  jest.advanceTimersByTime(5_000)
  expect(await opening).not.toHaveProperty('kind')
  expect(callsOf('usual')).toEqual([1, 1, 1])
})

test('a merged stream has a third node beside one that answers after another has closed', async () => {
  const calls: { fake: FakeSocketNode; id: number }[] = []
  for (const fake of fixture.fakes)
    fake.answer(({ id }) => {
      calls.push({ fake, id })
      if (calls.length === 2) fake.cut()
      return calls.length <= 2 ? 'nothing' : undefined
    })
  const opening = open(streamsOf('every'), ['usual'])
  await expectSoon(() => fixture.fakes.reduce((all, { openCount }) => all + openCount, 0), 1)
  // The gateway reads that the node has closed.
  await sleep(50)
  expect(callsOf('usual')).not.toEqual([1, 1, 1])
  const [{ fake, id }] = calls as [(typeof calls)[0]]
  fake.send(`{"jsonrpc":"2.0","id":${id},"result":77}`)
  expect(await opening).not.toHaveProperty('kind')
  expect(callsOf('usual')).toEqual([1, 1, 1])
})

describe('an open state', () => {
  const EVENT = '{"context":{"slot":5},"value":1}'
  let sink = keepingSink()
  beforeEach(async () => {
    fixture.nodes.useNodes(fixture.only(0))
    sink = keepingSink()
    await opened(streamsOf('latest'), ['usual'], sink)
  })

  test('stays at its node, which is behind and sends, while two others close on it, ever more rarely', async () => {
    const [a, ...others] = fixture.fakes
    for (const fake of others) closeOn(fake, 'usual')
    fixture.nodes.useNodes(fixture.only(0, 1, 2))
    fixture.upstreams[0]!.health.setBehind('lag')
    fixture.clock.skip(5_000)
    await expectSoon(() => callsOf('usual').every((count) => count > 0), true)
    for (let seconds = 0; seconds < 30; seconds++) {
      fixture.clock.skip(1_000)
      await sleep(60)
    }
    a!.notify(EVENT)
    await expectSoon(() => sink.results, [EVENT])
    expect(sink.ends).toEqual([])
    // At the start, then after 1, 3, 7, 15 and 25 s; and the loop itself takes some seconds.
    for (const count of callsOf('usual').slice(1)) {
      expect(count).toBeGreaterThan(3)
      expect(count).toBeLessThan(8)
    }
  })

  test('outlives its only node, which closes on it three times', async () => {
    const [a] = fixture.fakes
    closeOn(a!, 'usual', 3)
    a!.cut()
    await passUntil(() => callsOf('usual')[0]!, 5)
    await sleep(50)
    a!.notify(EVENT)
    await expectSoon(() => [sink.results, sink.ends], [[EVENT], []])
  })

  test('outlives two nodes that close on it after its own broke', async () => {
    const [a, ...others] = fixture.fakes
    for (const fake of others) closeOn(fake, 'usual', 1)
    a!.refuseWith(503)
    fixture.nodes.useNodes(fixture.only(0, 1, 2))
    a!.cut()
    await expectSoon(() => callsOf('usual').every((count) => count > 0), true)
    await passUntil(() => sum(callsOf('usual')), 4)
    await sleep(50)
    for (const fake of others) fake.notify(EVENT)
    await expectSoon(() => [sink.results, sink.ends], [[EVENT], []])
  })
})
