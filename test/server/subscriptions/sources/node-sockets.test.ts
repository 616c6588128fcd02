import { jest } from '@jest/globals'
import type { EventSource } from '../../../../src/server/subscriptions/event-stream.js'
import { NodeHeadHints } from '../../../../src/server/subscriptions/sources/node-head-hints.js'
import { NodeStreams } from '../../../../src/server/subscriptions/sources/node-stream.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { fakeTimeouts } from '../../../support/fake-timeouts.js'
import { startedEach } from '../../../support/started.js'
import { keepingSink, startStreamFixture } from '../../../support/stream-nodes.js'
import { quietUpstream } from '../../../support/upstream.js'
import { wakeUpOften } from '../../../support/wake-up-often.js'

const fixture = startedEach(() => startStreamFixture(2))
wakeUpOften()
/** A WebSocket that leaves is closed when the test lets its time pass. */
beforeEach(fakeTimeouts)
afterEach(() => {
  jest.useRealTimers()
})

const logs = () =>
  new NodeStreams({ method: 'logsSubscribe', unsubscribe: 'logsUnsubscribe', state: 'every' }, fixture.nodes)
const slots = () =>
  new NodeStreams({ method: 'slotSubscribe', unsubscribe: 'slotUnsubscribe', state: 'latest' }, fixture.nodes)
const logsAt = (slot: number) => `{"context":{"slot":${slot}},"value":{"signature":"S${slot}","err":null,"logs":[]}}`
const openedAt = async (source: EventSource, ...indexes: number[]) => {
  fixture.nodes.useNodes(fixture.only(...indexes))
  const sink = keepingSink()
  const stream = await source.open([], sink, anOwner('account-1'))
  if ('kind' in stream) throw new Error(`not open: ${stream.kind}`)
  return sink
}
const methodsAt = (index: number) => fixture.fakes[index]!.calls.map(({ method }) => method)
const tokensAt = (index: number) => fixture.fakes[index]!.upgrades.map(({ authorization }) => authorization)
const SUBSCRIBED_ANEW = ['logsSubscribe', 'logsSubscribe', 'logsUnsubscribe']

describe('a reload that changes the headers of the nodes of a merged stream', () => {
  test('does not end it: it moves when the new WebSocket can stand in', async () => {
    const sink = await openedAt(logs(), 0)
    const [node] = fixture.fakes
    fixture.nodes.useNodes(fixture.withToken('new', 0))
    await expectSoon(() => methodsAt(0), ['logsSubscribe', 'logsSubscribe'])
    // Its reply is read before the next message.
    node!.notify(logsAt(1), '2')
    await expectSoon(() => sink.results, [logsAt(1)])
    node!.notify(logsAt(1), '1')
    node!.notify(logsAt(2), '1')
    await expectSoon(() => sink.results, [logsAt(1), logsAt(2)])
    fixture.clock.skip(10_000)
    await expectSoon(() => methodsAt(0), SUBSCRIBED_ANEW)
    jest.advanceTimersByTime(30_000)
    await expectSoon(() => node!.openCount, 1)
    node!.notify(logsAt(3), '2')
    await expectSoon(() => sink.results.slice(2), [logsAt(3)])
    expect([sink.ends, tokensAt(0)]).toEqual([[], [undefined, 'new']])
  })

  test('does not end it either if it has two, which move one after the other', async () => {
    const sink = await openedAt(logs(), 0, 1)
    fixture.nodes.useNodes(fixture.withToken('new', 0, 1))
    const later = () => {
      fixture.clock.skip(2_000)
      for (const { health } of fixture.upstreams) Object.assign(health, { head: 5n, headAskedMs: fixture.clock.nowMs })
      return [0, 1].map((index) => methodsAt(index).sort())
    }
    await expectSoon(later, [SUBSCRIBED_ANEW, SUBSCRIBED_ANEW])
    for (const [index, fake] of fixture.fakes.entries()) {
      fake.notify(logsAt(index), '2')
      await expectSoon(() => sink.results.at(-1), logsAt(index))
    }
    jest.advanceTimersByTime(30_000)
    await expectSoon(() => fixture.fakes.map(({ openCount }) => openCount), [1, 1])
    for (const fake of fixture.fakes) fake.notify(logsAt(2), '2')
    await expectSoon(() => sink.results, [logsAt(0), logsAt(1), logsAt(2)])
    expect(sink.ends).toEqual([])
  })

  test('ends it 30 s later if the new WebSocket cannot be opened', async () => {
    const sink = await openedAt(logs(), 0)
    const [node] = fixture.fakes
    node!.refuseWith(401)
    fixture.nodes.useNodes(fixture.withToken('wrong', 0))
    await expectSoon(() => tokensAt(0).slice(0, 2), [undefined, 'wrong'])
    jest.advanceTimersByTime(29_000)
    node!.notify(logsAt(1), '1')
    await expectSoon(() => sink.results, [logsAt(1)])
    expect(sink.ends).toEqual([])
    jest.advanceTimersByTime(1_000)
    await expectSoon(() => [sink.ends, node!.openCount], [['stream_broken'], 0])
  })

  test('does not end it if the next reload takes the change back', async () => {
    const sink = await openedAt(logs(), 0)
    const [node] = fixture.fakes
    node!.refuseWith(401)
    fixture.nodes.useNodes(fixture.withToken('wrong', 0))
    await expectSoon(() => tokensAt(0).slice(0, 2), [undefined, 'wrong'])
    fixture.nodes.useNodes(fixture.only(0))
    jest.advanceTimersByTime(30_000)
    node!.notify(logsAt(1), '1')
    await expectSoon(() => sink.results, [logsAt(1)])
    expect([sink.ends, methodsAt(0)]).toEqual([[], ['logsSubscribe']])
  })

  test('does not end it if they change again before it has moved', async () => {
    const sink = await openedAt(logs(), 0)
    const [node] = fixture.fakes
    fixture.nodes.useNodes(fixture.withToken('first', 0))
    await expectSoon(() => methodsAt(0).length, 2)
    fixture.nodes.useNodes(fixture.withToken('second', 0))
    const later = () => {
      fixture.clock.skip(2_000)
      return methodsAt(0).length
    }
    await expectSoon(later, 5)
    jest.advanceTimersByTime(30_000)
    await expectSoon(() => node!.openCount, 1)
    node!.notify(logsAt(1), '3')
    await expectSoon(() => sink.results, [logsAt(1)])
    expect([sink.ends, tokensAt(0)]).toEqual([[], [undefined, 'first', 'second']])
  })
})

test('a reload that only renames a node keeps its WebSocket', async () => {
  const sink = await openedAt(logs(), 0)
  const [one] = fixture.only(0).upstreams
  const renamed = quietUpstream(fixture.clock, 'renamed')
  fixture.nodes.useNodes({
    pool: new Pool([renamed], () => fixture.clock.nowMs),
    upstreams: [{ ...one!, name: 'renamed' }],
  })
  jest.advanceTimersByTime(30_000)
  fixture.fakes[0]!.notify(logsAt(1), '1')
  await expectSoon(() => sink.results, [logsAt(1)])
  expect([sink.ends, tokensAt(0)]).toEqual([[], [undefined]])
  expect(fixture.nodes.upstreamOf({ ...fixture.nodes.all[0]!, upstream: fixture.upstreams[0]! })).toBe(renamed)
})

describe('a merged stream is broken at once when a reload', () => {
  const changed = () => fixture.withToken('new', 0)
  const withoutSocket = () => {
    const { pool, upstreams } = fixture.only(0)
    return { pool, upstreams: upstreams.map(({ name, url }) => ({ name, url })) }
  }
  const moved = () => {
    const { pool, upstreams } = changed()
    return { pool, upstreams: [{ ...upstreams[0]!, url: 'http://other.test' }] }
  }
  test.each<[string, () => void]>([
    ['removes its only node', () => fixture.nodes.useNodes(fixture.only(1))],
    ['takes the WebSocket from its only node', () => fixture.nodes.useNodes(withoutSocket())],
    ['gives the name of its only node to another host', () => fixture.nodes.useNodes(moved())],
    [
      'changes its only node, which is on another chain',
      () => {
        fixture.upstreams[0]!.health.recordChain(false)
        fixture.nodes.useNodes(changed())
      },
    ],
    [
      'removes its only node, which the one before has changed',
      () => {
        fixture.nodes.useNodes(changed())
        fixture.nodes.useNodes(fixture.only(1))
      },
    ],
  ])('%s', async (_, reload) => {
    const sink = await openedAt(logs(), 0)
    reload()
    await expectSoon(() => [sink.ends, fixture.fakes[0]!.openCount], [['stream_broken'], 0])
  })
})

describe('a state stream whose node gets other headers', () => {
  test('moves at once', async () => {
    const sink = await openedAt(slots(), 0)
    fixture.nodes.useNodes(fixture.withToken('new', 0))
    await expectSoon(() => methodsAt(0), ['slotSubscribe', 'slotSubscribe', 'slotUnsubscribe'])
    fixture.fakes[0]!.notify('{"slot":3}', '2')
    await expectSoon(() => sink.results, ['{"slot":3}'])
  })

  test('stays while the new WebSocket cannot be opened', async () => {
    const sink = await openedAt(slots(), 0)
    fixture.fakes[0]!.refuseWith(401)
    fixture.nodes.useNodes(fixture.withToken('wrong', 0))
    await expectSoon(() => tokensAt(0).slice(0, 2), [undefined, 'wrong'])
    fixture.fakes[0]!.notify('{"slot":3}', '1')
    await expectSoon(() => sink.results, ['{"slot":3}'])
  })
})

test('a WebSocket that leaves is not chosen, and is closed with the others', async () => {
  const { nodes, fakes, withToken } = fixture
  await openedAt(logs(), 0)
  const old = nodes.all[0]!.socket
  nodes.useNodes(withToken('new', 0))
  await expectSoon(() => fakes[0]!.openCount, 2)
  expect(nodes.isLeaving(old)).toBe(true)
  const chosen = await nodes.choose('logsSubscribe', new Set(), [anOwner()])
  expect(chosen?.socket).toBe(nodes.all[0]!.socket)
  expect(chosen?.socket).not.toBe(old)
  nodes.close()
  await expectSoon(() => fakes[0]!.openCount, 0)
})

test('hints come from the new WebSocket alone', async () => {
  const hints: string[] = []
  fixture.nodes.useNodes(fixture.only(0))
  new NodeHeadHints(fixture.nodes).onHint(({ blockHash }) => hints.push(String(blockHash)))
  await expectSoon(() => methodsAt(0), ['eth_subscribe'])
  fixture.nodes.useNodes(fixture.withToken('new', 0))
  await expectSoon(() => methodsAt(0).sort(), ['eth_subscribe', 'eth_subscribe', 'eth_unsubscribe'])
  fixture.fakes[0]!.notify('{"number":"0x1","hash":"0xaa"}', '1')
  fixture.fakes[0]!.notify('{"number":"0x2","hash":"0xbb"}', '2')
  await expectSoon(() => hints, ['0xbb'])
})
