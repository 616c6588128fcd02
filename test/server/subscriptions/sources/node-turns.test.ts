import { jest } from '@jest/globals'
import type { StreamOwner } from '../../../../src/server/subscriptions/event-stream.js'
import { NodeStreams } from '../../../../src/server/subscriptions/sources/node-stream.js'
import { StateStream } from '../../../../src/server/subscriptions/sources/state-stream.js'
import { StreamTurns } from '../../../../src/server/subscriptions/sources/stream-turns.js'
import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import { LACKS_METHOD } from '../../../../src/server/upstreams/health/exclusions.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { fakeTimeouts } from '../../../support/fake-timeouts.js'
import { keepingSink, MAX_CALL_BYTES, type StreamFixture, startStreamFixture } from '../../../support/stream-nodes.js'
import { type QuietUpstream, quietUpstream } from '../../../support/upstream.js'
import { visitedByTurn } from '../../../support/visited-by-turn.js'

const STREAMS = 60
const ACCOUNTS = { method: 'accountSubscribe', unsubscribe: 'accountUnsubscribe', state: 'latest' } as const
let fixture: StreamFixture
let streams: NodeStreams

beforeEach(async () => {
  fixture = await startStreamFixture(1)
  streams = new NodeStreams(ACCOUNTS, fixture.nodes)
  const keys = Array.from({ length: STREAMS }, (_, index) => `key ${index}`)
  await Promise.all(keys.map((key) => streams.open([key], keepingSink(), anOwner('account-1'))))
})
afterEach(async () => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  await fixture.stop()
})

test('the periodic check of many streams lets others have their turns', async () => {
  const visits = visitedByTurn(StateStream.prototype, 'checkNodes', STREAMS)
  fixture.nodes.useNodes(fixture.only(0))
  expect(Math.max(...(await visits))).toBeLessThan(STREAMS)
})

test('so does the loss of a node that many streams come from', async () => {
  const visits = visitedByTurn(StateStream.prototype, 'lost', STREAMS)
  fixture.fakes[0]!.cut()
  expect(Math.max(...(await visits))).toBeLessThan(STREAMS)
})

test('accounts take turns in subscribing at nodes and in reading their state', async () => {
  const begun: string[] = []
  const turnsOf = (owner: string) => new StreamTurns(anOwner(owner), () => [])
  const open = (owner: string) => fixture.nodes.inTurn(turnsOf(owner), async () => void begun.push(owner))
  await Promise.all([...Array.from({ length: 300 }, () => open('flooding')), open('other')])
  // A hundred at a time.
  expect(begun.indexOf('other')).toBeLessThanOrEqual(101)

  const [node] = fixture.nodes.all
  const read = (owner: string) => fixture.nodes.read(node!, owner, [], turnsOf(owner))
  await Promise.all([...Array.from({ length: 300 }, () => read('flooding')), read('other')])
  // 32 at a time.
  expect(fixture.asked.indexOf('a other')).toBeLessThanOrEqual(33)
})

test.each([
  ['states of one node', 'latest', 'accountSubscribe'],
  ['events of two nodes', 'every', 'logsSubscribe'],
] as const)(
  'who shares a stream that another account asked for last does not wait in its place: %s',
  async (_, state, method) => {
    const kind = { method, unsubscribe: 'unsubscribe', state, keyOf: () => '' }
    streams = new NodeStreams(kind, fixture.nodes)
    const { calls } = fixture.fakes[0]!
    const before = calls.length
    const keys = Array.from({ length: 400 }, (_value, index) => `flood ${index}`)
    const flooding = Promise.all(keys.map((key) => streams.open([key], keepingSink(), anOwner('flooding'))))
    const shared = keys.at(-1)!
    await streams.open([shared], keepingSink(), anOwner('other'))
    await flooding
    // A hundred at a time; a stream may ask for two nodes.
    expect(calls.findIndex(({ params }) => params[0] === shared)).toBeLessThan(before + 110)
    expect(calls.length).toBe(before + keys.length)
  },
)

test('a stream goes on in the turns of those who share it now', async () => {
  const begun: string[] = []
  const owners = new Set([anOwner('flooding')])
  const turns = new StreamTurns(anOwner('gone'), () => owners)
  const flood = (owner: string) =>
    Array.from({ length: 300 }, () =>
      fixture.nodes.inTurn(new StreamTurns(anOwner(owner), () => []), async () => void begun.push(owner)),
    )
  const all = [...flood('flooding'), ...flood('gone')]
  const shared = fixture.nodes.inTurn(turns, async () => void begun.push('shared'))
  turns.joined(anOwner('other'))
  turns.joined(anOwner('other'))
  await Promise.all([shared, ...all])
  expect(begun.indexOf('shared')).toBeLessThan(110)
  expect(begun.filter((name) => name === 'shared')).toEqual(['shared'])
  owners.clear()
  await expect(fixture.nodes.inTurn(turns, () => Promise.reject(new Error('a step')))).rejects.toThrow('a step')
})

test.each([
  ['of letters', { bytes: 'x'.repeat(4_000) }],
  ['of letters of three bytes', { bytes: '€'.repeat(1_400) }],
  ['of escaped letters', { bytes: '\u0001'.repeat(700) }],
])('params on which a node would close the WebSocket of all callers are refused: %s', async (_, filter) => {
  const opened = await streams.open(['key', filter], keepingSink(), anOwner('account-1'))
  expect(opened).toEqual({ kind: 'params-too-long' })
  expect(fixture.fakes[0]!.calls).toHaveLength(STREAMS)
})

test('the longest params that are not refused make a message that a node takes', async () => {
  const open = (bytes: number) => streams.open(['x'.repeat(bytes)], keepingSink(), anOwner('account-1'))
  let bytes = 3_900
  while (!('kind' in (await open(bytes)))) bytes++
  const { longestMessage } = fixture.fakes[0]!
  expect(longestMessage).toBeLessThanOrEqual(MAX_CALL_BYTES)
  expect(longestMessage).toBeGreaterThan(MAX_CALL_BYTES - 32)
})

/** Reads a state for an account. */
const readFor = (owner: StreamOwner) =>
  fixture.nodes.read(fixture.nodes.all[0]!, 'getAccountInfo', [], new StreamTurns(owner, () => []))

test('questions that fail for one account do not take the node away from others', async () => {
  const { health } = fixture.nodes.all[0]!.upstream
  for (let failure = 0; failure < 3; failure++) await readFor(anOwner('account-1'))
  expect(health.isUsable).toBe(true)
  await readFor(anOwner('account-2'))
  expect(health.isUsable).toBe(false)
})

test('questions and subscriptions for one account leave others room in the calls per second', async () => {
  const pool = new Pool([quietUpstream(fixture.clock, 'a', { rate: new CallRate(8) })], () => 0)
  fixture.nodes.useNodes({ ...fixture.only(0), pool })
  fixture.read = () => 'null'
  const [greedy, other, third] = [anOwner('greedy'), anOwner('other'), anOwner('third')]
  const kinds = (await Promise.all(Array.from({ length: 10 }, () => readFor(greedy)))).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'result')).toHaveLength(6)
  expect(kinds.filter((kind) => kind === 'overloaded')).toHaveLength(4)
  expect(fixture.asked).toHaveLength(6)
  expect(await fixture.nodes.choose('accountSubscribe', new Set(), [greedy])).toBeUndefined()
  expect((await readFor(other)).kind).toBe('result')
  expect(await fixture.nodes.choose('accountSubscribe', new Set(), [third])).toBeDefined()
})

/**
 * Other streams than those of `beforeEach`, at the one node, whose provider takes so many calls.
 */
const limited = (callsPerSecond: number, nowMs: () => number) => {
  const pool = new Pool([quietUpstream(fixture.clock, 'a', { rate: new CallRate(callsPerSecond) })], nowMs)
  fixture.nodes.useNodes({ ...fixture.only(0), pool })
}

/** Opens so many streams, while a millisecond passes in each turn of the event loop. */
const openBurst = async (count: number) => {
  let nowMs = Date.now()
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs)
  fakeTimeouts()
  const keys = Array.from({ length: count }, (_, index) => `burst ${index}`)
  let isOver = false
  const opened = Promise.all(keys.map((key) => streams.open([key], keepingSink(), anOwner('account-2')))).finally(
    () => {
      isOver = true
    },
  )
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    nowMs++
    jest.advanceTimersByTime(1)
  }
  return opened
}

test('subscriptions beyond the calls per second wait for room, and all begin', async () => {
  limited(10, () => fixture.clock.nowMs)
  expect((await openBurst(20)).filter((stream) => 'kind' in stream)).toEqual([])
})

test.each<[string, (node: QuietUpstream) => void]>([
  ['that an operator cordoned', ({ health }) => health.cordon(true)],
  ['without the method', ({ health }) => health.bans.add(ACCOUNTS.method, LACKS_METHOD, { forMs: 600_000 })],
])('a node %s does not end the wait for room at another', async (_, exclude) => {
  const { clock } = fixture
  const [a, b] = [quietUpstream(clock, 'a', { rate: new CallRate(10) }), quietUpstream(clock, 'b')]
  exclude(b)
  const [node] = fixture.only(0).upstreams
  fixture.nodes.useNodes({ pool: new Pool([a, b], () => clock.nowMs), upstreams: [node!, { ...node!, name: 'b' }] })
  expect((await openBurst(12)).filter((stream) => 'kind' in stream)).toEqual([])
})

test('a subscription that no node takes is tried once where no provider has a limit', async () => {
  const choose = jest.spyOn(fixture.nodes, 'choose').mockResolvedValue(undefined)
  expect(await streams.open(['nobody'], keepingSink(), anOwner('account-2'))).toEqual({ kind: 'no-node' })
  expect(choose).toHaveBeenCalledTimes(1)
})

test('without room for five seconds a subscription is refused', async () => {
  limited(1, () => 0)
  const open = (key: string) => streams.open([key], keepingSink(), anOwner('account-2'))
  expect(await open('first')).not.toHaveProperty('kind')
  expect(await open('second')).toEqual({ kind: 'no-node' })
})

test('a stream that accounts share goes on with the calls of one that has room', async () => {
  // Without the streams of the other account.
  await fixture.stop()
  fixture = await startStreamFixture(1)
  streams = new NodeStreams(ACCOUNTS, fixture.nodes)
  limited(8, () => 0)
  const [greedy, other] = [anOwner('greedy'), anOwner('other')]
  const sink = keepingSink()
  await streams.open(['shared'], sink, greedy)
  await streams.open(['shared'], sink, other)
  while ((await readFor(greedy)).kind !== 'overloaded');
  const [fake] = fixture.fakes
  const begun = () => fake!.calls.filter(({ params }) => params[0] === 'shared').length
  expect(begun()).toBe(1)
  fake!.cut()
  await expectSoon(begun, 2, 10_000)
})
