import { jest } from '@jest/globals'
import { RecentKeys } from '../../../../src/server/subscriptions/sources/merged-stream.js'
import { NodeHeadHints } from '../../../../src/server/subscriptions/sources/node-head-hints.js'
import { NodeStreams, pendingTransactions } from '../../../../src/server/subscriptions/sources/node-stream.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import type { FakeSocketNode } from '../../../support/fake-socket-node.js'
import { fakeTimeouts } from '../../../support/fake-timeouts.js'
import { startedEach } from '../../../support/started.js'
import { keepingSink, logsAt, opened, startStreamFixture } from '../../../support/stream-nodes.js'

const fixture = startedEach(() => startStreamFixture(3))
/** No time limit ends: a stream waits for its second node, however long the machine halts it. */
beforeEach(fakeTimeouts)
afterEach(() => {
  jest.useRealTimers()
})

const logs = () =>
  new NodeStreams({ method: 'logsSubscribe', unsubscribe: 'logsUnsubscribe', state: 'every' }, fixture.nodes)
const programAt = (slot: number, lamports: number, version = '1') =>
  `{"context":{"apiVersion":"${version}","slot":${slot}},"value":{"pubkey":"P","account":{"lamports":${lamports}}}}`
const signatures = ({ results }: { results: readonly string[] }) =>
  results.map((text) => JSON.parse(text).value.signature)
/** Polls a node, which shows this head. */
const poll = (fake: FakeSocketNode, head: bigint | undefined, headAskedMs = fixture.clock.nowMs) =>
  void Object.assign(fixture.upstreams[fixture.fakes.indexOf(fake)]!.health, { head, headAskedMs })
/** Takes part in the stream: it has an open WebSocket. */
const present = () => fixture.fakes.filter(({ openCount }) => openCount > 0)

test('events come from two nodes, each event once', async () => {
  const sink = keepingSink()
  await opened(logs(), ['all'], sink)
  const [one, other] = present()
  expect(present().length).toBe(2)
  one!.notify(logsAt(1, 'A'))
  await expectSoon(() => signatures(sink), ['A'])
  other!.notify(logsAt(1, 'A', '2'))
  other!.notify(logsAt(2, 'A'))
  other!.notify(logsAt(2, 'B'))
  await expectSoon(() => signatures(sink), ['A', 'A', 'B'])
  one!.notify(logsAt(2, 'B'))
  one!.notify(logsAt(3, 'C'))
  await expectSoon(() => signatures(sink), ['A', 'A', 'B', 'C'])
})

test("a program's events are told apart by slot, account and bytes", async () => {
  const sink = keepingSink()
  const kind = { method: 'programSubscribe', unsubscribe: 'programUnsubscribe', state: 'every' } as const
  await opened(new NodeStreams(kind, fixture.nodes), ['P'], sink)
  const [one, other] = present()
  one!.notify(programAt(1, 5))
  await expectSoon(() => sink.results.length, 1)
  other!.notify(programAt(1, 5, '2'))
  other!.notify(programAt(1, 6))
  other!.notify(programAt(2, 5))
  await expectSoon(() => sink.results.slice(1), [programAt(1, 6), programAt(2, 5)])
})

test('one of two nodes that breaks is replaced without a word', async () => {
  const sink = keepingSink()
  await opened(logs(), ['all'], sink)
  const [one, other] = present()
  const third = fixture.fakes.find((fake) => fake !== one && fake !== other)!
  one!.refuseWith(503)
  one!.cut()
  other!.notify(logsAt(1, 'A'))
  await expectSoon(() => third.openCount, 1, 5_000)
  await expectSoon(() => third.calls.length, 1)
  third.notify(logsAt(1, 'A'))
  third.notify(logsAt(2, 'B'))
  await expectSoon(() => signatures(sink), ['A', 'B'])
  expect(sink.ends).toEqual([])
})

/** A stream whose third node joined late; the heads that polls showed before are given. */
const joinedLate = async (headOfOther: bigint | undefined, headOfThird = 960n) => {
  const sink = keepingSink()
  await opened(logs(), ['all'], sink)
  const [one, other] = present()
  const third = fixture.fakes.find((fake) => fake !== one && fake !== other)!
  const beforeMs = fixture.clock.nowMs - 1
  poll(other!, headOfOther, beforeMs)
  poll(third, headOfThird, beforeMs)
  one!.refuseWith(503)
  one!.cut()
  await expectSoon(() => third.calls.length, 1, 5_000)
  third.notify(logsAt(1_001, 'A'))
  await expectSoon(() => signatures(sink), ['A'])
  return { sink, other: other!, third }
}

test('a node that joined just now cannot stand in for the others: the stream is broken', async () => {
  const { sink, other } = await joinedLate(1n, 1n)
  other.cut()
  await expectSoon(() => sink.ends, ['stream_broken'])
})

test('a node that joined a while ago can stand in for the others', async () => {
  const { sink, other, third } = await joinedLate(1n, 1n)
  poll(third, 1n)
  poll(other, 1n)
  fixture.clock.skip(10_000)
  other.cut()
  await expectSoon(() => other.openCount, 0)
  third.notify(logsAt(1_002, 'B'))
  await expectSoon(() => signatures(sink), ['A', 'B'])
  expect(sink.ends).toEqual([])
})

test('a node that joined cannot stand in while the others are behind what it has seen', async () => {
  const { sink, other, third } = await joinedLate(940n)
  poll(third, 1_000n)
  fixture.clock.skip(60_000)
  other.notify(logsAt(999, 'B'))
  await expectSoon(() => signatures(sink), ['A', 'B'])
  other.cut()
  await expectSoon(() => sink.ends, ['stream_broken'])
})

test.each([
  ['is polled, and the others are behind that', 1_000n],
  ['is not polled', undefined],
])('a node cannot stand in because of its head of before it joined, if after that it %s', async (_, shown) => {
  const { sink, other, third } = await joinedLate(965n, 963n)
  fixture.clock.skip(10_000)
  if (shown !== undefined) poll(third, shown)
  other.cut()
  await expectSoon(() => sink.ends, ['stream_broken'])
})

test('a node that joined can stand in once another has reached what it had seen', async () => {
  const { sink, other, third } = await joinedLate(undefined)
  poll(third, 1_000n)
  // The first poll counts.
  fixture.nodes.useNodes(fixture.only(...fixture.fakes.keys()))
  poll(third, 1_030n)
  fixture.clock.skip(10_000)
  poll(other, 1_000n)
  other.cut()
  await expectSoon(() => other.openCount, 0)
  third.notify(logsAt(1_031, 'B'))
  await expectSoon(() => signatures(sink), ['A', 'B'])
  expect(sink.ends).toEqual([])
})

test('a stream whose only node breaks is broken, and a new one can be opened', async () => {
  fixture.nodes.useNodes(fixture.only(0))
  const [sink, next] = [keepingSink(), keepingSink()]
  const streams = logs()
  await opened(streams, ['all'], sink)
  fixture.fakes[0]!.cut()
  await expectSoon(() => sink.ends, ['stream_broken'])
  fixture.clock.skip(1_000)
  await opened(streams, ['all'], next)
  fixture.fakes[0]!.notify(logsAt(4, 'D'))
  await expectSoon(() => signatures(next), ['D'])
  expect(sink.results).toEqual([])
})

test('a node that hangs at the subscription delays the reply by half a second at most', async () => {
  jest.useRealTimers()
  fixture.fakes[0]!.answer(() => 'nothing')
  fixture.nodes.useNodes(fixture.only(0, 1))
  const sink = keepingSink()
  await opened(logs(), ['all'], sink)
  await expectSoon(() => fixture.fakes.map(({ calls }) => calls.length), [1, 1, 0])
  fixture.fakes[1]!.notify(logsAt(1, 'A'))
  await expectSoon(() => signatures(sink), ['A'])
})

test("a node that refuses the kind does not spoil it, and where all refuse the node's error is passed on", async () => {
  const error = { code: -32601, message: 'Method not found' }
  fixture.fakes[0]!.answer(() => ({ error }))
  const stream = await opened(logs(), ['all'], keepingSink())
  stream.close()
  for (const fake of fixture.fakes) fake.answer(() => ({ error }))
  expect(await logs().open(['all'], keepingSink(), anOwner('account-1'))).toMatchObject({
    kind: 'node-error',
    ...error,
  })
})

test('a node that refused once is asked again after a minute', async () => {
  fixture.nodes.useNodes(fixture.only(0, 1))
  const [a, b] = fixture.fakes
  b!.answer(() => ({ error: { code: -32005, message: 'Node is behind by 42 slots' } }))
  const sink = keepingSink()
  await opened(logs(), ['all'], sink)
  const stopHints = new NodeHeadHints(fixture.nodes).onHint(() => {})
  await expectSoon(() => b!.calls.map(({ method }) => method), ['logsSubscribe', 'eth_subscribe'])
  b!.answer(() => undefined)
  fixture.clock.setForward(50_000)
  fixture.nodes.useNodes(fixture.only(0, 1))
  await expectSoon(() => a!.openCount, 1)
  expect(b!.calls.length).toBe(2)
  // The refusal may have been read after the clock was set.
  const callsLater = () => {
    fixture.clock.setForward(10_000)
    return b!.calls.length
  }
  await expectSoon(callsLater, 4, 5_000)
  expect(new Set(b!.calls.slice(2).map(({ method }) => method))).toEqual(new Set(['logsSubscribe', 'eth_subscribe']))
  stopHints()
  expect(sink.ends).toEqual([])
})

test('a cordoned node leaves as soon as another one is there for long enough', async () => {
  await opened(logs(), ['all'], keepingSink())
  const index = fixture.fakes.findIndex(({ openCount }) => openCount > 0)
  fixture.upstreams[index]!.health.cordon(true)
  await expectSoon(() => fixture.fakes[index]!.calls.map(({ method }) => method), ['logsSubscribe', 'logsUnsubscribe'])
  await expectSoon(() => fixture.fakes.filter(({ calls }) => calls.length === 1).length, 2, 5_000)
})

describe('pending transactions', () => {
  const HASH = `"0x${'ab'.repeat(32)}"`

  test('are asked for as hashes or whole, and told apart by hash', async () => {
    const [hashes, whole] = [keepingSink(), keepingSink()]
    const source = pendingTransactions(fixture.nodes)
    await opened(source, [], hashes)
    await opened(source, [false], hashes)
    const [one, other] = present()
    expect(one!.calls.map(({ method, params }) => [method, params])).toEqual([
      ['eth_subscribe', ['newPendingTransactions']],
    ])
    one!.notify(HASH)
    await expectSoon(() => hashes.results.length > 0, true)
    other!.notify(HASH)
    other!.notify('"0x01"')
    await expectSoon(() => new Set(hashes.results), new Set([HASH, '"0x01"']))
    fixture.nodes.useNodes(fixture.only(0))
    await opened(source, [true], whole)
    expect(fixture.fakes[0]!.calls.at(-1)!.params).toEqual(['newPendingTransactions', true])
    fixture.fakes[0]!.notify(`{"nonce":"0x1","hash":${HASH}}`)
    fixture.fakes[0]!.notify(`{"nonce":"0x1","hash":${HASH},"yParity":"0x0"}`)
    await expectSoon(() => whole.results, [`{"nonce":"0x1","hash":${HASH}}`])
  })

  test('are not offered without a WebSocket', async () => {
    fixture.nodes.useNodes({ ...fixture.only(0), upstreams: [] })
    expect(await pendingTransactions(fixture.nodes).open([], keepingSink(), anOwner('account-1'))).toEqual({
      kind: 'not-offered',
    })
  })
})

test('an account that subscribes and unsubscribes without an event leaves nothing at the nodes', async () => {
  for (let at = 0; at < 20; at++) (await opened(logs(), [`key ${at}`], keepingSink())).close()
  const ended = () => fixture.fakes.flatMap(({ calls }) => calls).filter(({ method }) => method === 'logsUnsubscribe')
  await expectSoon(() => ended().length, 40)
})

test('an account has a thousand merged streams at most, and others have theirs', async () => {
  fixture.nodes.useNodes(fixture.only(0))
  const streams = logs()
  const keys = Array.from({ length: 1_000 }, (_, at) => `key ${at}`)
  const [first] = await Promise.all(keys.map((key) => opened(streams, [key], keepingSink())))
  const refusal = { kind: 'too-many', scope: 'account', maxSubscriptions: 1_000 }
  expect(await streams.open(['further'], keepingSink(), anOwner('account-1'))).toEqual(refusal)
  expect(await pendingTransactions(fixture.nodes).open([], keepingSink(), anOwner('account-1'))).toEqual(refusal)
  await opened(streams, ['key 1'], keepingSink())
  expect(await streams.open(['further'], keepingSink(), anOwner('account-2'))).not.toHaveProperty('kind')
  first!.close()
  await opened(streams, ['further'], keepingSink())
  fixture.fakes[0]!.cut()
  fixture.clock.skip(1_000)
  await expectSoon(async () => 'kind' in (await streams.open(['key 0'], keepingSink(), anOwner('account-1'))), false)
})

test('keys are known while at most 16,384 others came after them', () => {
  const keys = new RecentKeys(Number.POSITIVE_INFINITY)
  const known = Array.from({ length: 100_000 }, (_, index) => {
    keys.add(String(index))
    return keys.add(String(Math.max(0, index - 16_384)))
  })
  expect(known.filter(Boolean)).toEqual([])
  expect(keys.add('1')).toBe(true)
})

test('keys are forgotten after minutes, and never sooner', () => {
  const KEPT_MS = 120_000
  const keys = new RecentKeys(KEPT_MS)
  const known = (from: number, to: number) => {
    const kept = new RecentKeys(KEPT_MS)
    Object.assign(kept, structuredClone(keys))
    return Array.from({ length: to - from }, (_, at) => kept.add(String(from + at))).filter((isNew) => !isNew).length
  }
  let nowMs = 1_000_000
  const pass = (ms: number) => {
    for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 1_000) keys.forgetOld(nowMs)
  }
  for (let index = 0; index < 10_000; index++) keys.add(String(index))
  pass(KEPT_MS)
  expect(known(0, 10_000)).toBe(10_000)
  // The newest are kept as long, however many came before.
  for (let index = 10_000; index < 30_000; index++) keys.add(String(index))
  pass(KEPT_MS)
  expect(known(30_000 - 16_384, 30_000)).toBe(16_384)
  pass(KEPT_MS + 2_000)
  expect(known(0, 30_000)).toBe(0)
})

test('an event that a node sends again minutes later is another, but a pending transaction is not', async () => {
  const renew = () => fixture.nodes.useNodes(fixture.only(0))
  renew()
  const [events, transactions] = [keepingSink(), keepingSink()]
  await opened(logs(), ['all'], events)
  await opened(pendingTransactions(fixture.nodes), [], transactions)
  const send = (slot: number) => {
    fixture.fakes[0]!.notify(logsAt(1, 'A'), '1')
    fixture.fakes[0]!.notify('"0x01"', '2')
    fixture.fakes[0]!.notify(logsAt(slot, 'B'), '1')
  }
  const slots = () => events.results.map((text) => JSON.parse(text).context.slot)
  const pass = (ms: number) => {
    renew()
    fixture.clock.skip(ms)
    renew()
  }
  send(2)
  await expectSoon(slots, [1, 2])
  pass(119_000)
  send(3)
  await expectSoon(slots, [1, 2, 3])
  pass(120_000)
  pass(120_000)
  send(4)
  await expectSoon(slots, [1, 2, 3, 1, 4])
  expect(transactions.results).toEqual(['"0x01"'])
})

test('an event of a node that is not polled is known, however late it comes', async () => {
  for (const { health } of fixture.upstreams) Object.defineProperty(health, 'isPolled', { value: false })
  const sink = keepingSink()
  await opened(logs(), ['all'], sink)
  const [one, late] = present()
  one!.notify(logsAt(1, 'A'))
  await expectSoon(() => signatures(sink), ['A'])
  for (let minute = 0; minute < 9; minute++) {
    fixture.clock.skip(60_000)
    fixture.nodes.useNodes(fixture.only(...fixture.fakes.keys()))
  }
  late!.notify(logsAt(1, 'A'))
  late!.notify(logsAt(2, 'B'))
  await expectSoon(() => signatures(sink), ['A', 'B'])
})
