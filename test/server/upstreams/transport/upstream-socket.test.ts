import type { Writable } from 'node:stream'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { UpstreamSocket } from '../../../../src/server/upstreams/transport/upstream-socket.js'
import type { Span } from '../../../../src/wire/json/answer-scanner.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { type FakeSocketNode, startFakeSocketNode } from '../../../support/fake-socket-node.js'
import { startRawNode } from '../../../support/raw-node.js'

const { jest } = import.meta

const MAX_BYTES = 100_000
const HEARTBEAT_MS = 5_000
let node: FakeSocketNode
/** The monotonic clock; only `passTime` moves it. */
let nowMs: number
let socket: UpstreamSocket

const socketTo = (wsUrl: string, headers = {}, maxSubscribing?: number) =>
  new UpstreamSocket(
    { wsUrl, headers },
    { maxMessageBytes: () => MAX_BYTES, stopwatchMs: () => nowMs, chance: () => 0 },
    maxSubscribing,
  )

/** A listener that keeps what it is given. */
const listening = () => {
  const events: string[] = []
  let brokenCount = 0
  return {
    events,
    get brokenCount() {
      return brokenCount
    },
    notified: (bytes: Buffer, { start, end }: Span) => void events.push(bytes.toString('utf8', start, end)),
    broken: () => {
      brokenCount++
    },
  }
}
const subscribe = (listener = listening(), params: readonly unknown[] = []) =>
  socket.subscribe('slotSubscribe', params, 'slotUnsubscribe', listener)

/** Moves the clock and the timers forward by `ms`, at once. */
const passTime = async (ms: number) => {
  nowMs += ms
  jest.advanceTimersByTime(ms)
  // A timer acts only after a round of reading.
  await turn()
}

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'performance'] })
  nowMs = 1_000_000
  node = await startFakeSocketNode()
  socket = socketTo(node.url)
})
afterEach(async () => {
  socket.close()
  await node.stop()
  jest.useRealTimers()
})

test('opens when first needed, with the configured headers and the credentials of the address', async () => {
  socket = socketTo(node.url.replace('//', '//me:p%40ss@'), { 'x-token': 'secret' })
  expect(node.upgrades).toEqual([])
  await Promise.all([subscribe(), subscribe()])
  expect(node.upgrades).toEqual([
    expect.objectContaining({
      authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
      'x-token': 'secret',
    }),
  ])
})

test("passes each event's bytes to the listener of its subscription, unchanged", async () => {
  const [one, other] = [listening(), listening()]
  await subscribe(one)
  await subscribe(other)
  const text = '{ "b":1.50, "a":18446744073709551615, "ü": "\\u0041" }'
  node.notify(text, '1')
  node.notify('7', '2')
  node.send(`{"jsonrpc":"2.0","method":"x","params":{"subscription":1,"r\\u0065sult":[1, 2]}}`)
  await expectSoon(() => one.events, [text, '[1, 2]'])
  expect(other.events).toEqual(['7'])
})

test('keeps a notification that comes before the reply that names its subscription', async () => {
  node.answer(({ id }) => ({
    raw: [
      '{"jsonrpc":"2.0","method":"x","params":{"result":"early","subscription":9}}',
      '{"jsonrpc":"2.0","method":"x","params":{"result":"strange","subscription":8}}',
      `{"jsonrpc":"2.0","id":${id},"result":9}`,
    ],
  }))
  const listener = listening()
  expect(await subscribe(listener)).toMatchObject({ kind: 'open' })
  expect(listener.events).toEqual(['"early"'])
})

test('too many notifications before a reply end that subscription, which is tried again, and no other', async () => {
  const [other, listener] = [listening(), listening()]
  await subscribe(other)
  const early = Array(1_001).fill('{"jsonrpc":"2.0","method":"x","params":{"result":"early","subscription":9}}')
  let tries = 0
  node.answer(({ id, method }) => {
    if (method !== 'slotSubscribe') return undefined
    return ++tries === 1 ? { raw: [...early, `{"jsonrpc":"2.0","id":${id},"result":9}`] } : { result: '10' }
  })
  expect(await subscribe(listener)).toMatchObject({ kind: 'open' })
  node.notify('1', '9')
  node.notify('2', '10')
  await expectSoon(() => listener.events, ['2'])
  expect(node.calls.slice(1).map(({ method, params }) => [method, params])).toEqual([
    ['slotSubscribe', []],
    ['slotUnsubscribe', [9]],
    ['slotSubscribe', []],
  ])
  expect([other.brokenCount, listener.brokenCount]).toEqual([0, 0])
})

test('a subscription that gets the id of one that missed a notification is tried again, too', async () => {
  const [heard, listener] = [listening(), listening()]
  await subscribe(heard)
  node.answer(({ method }) => (method === 'slotSubscribe' ? 'nothing' : undefined))
  const first = subscribe()
  await expectSoon(() => node.calls.length, 2)
  for (let sent = 0; sent < 1_001; sent++) node.notify('"early"', '9')
  node.notify('1', '1')
  await expectSoon(() => heard.events, ['1'])
  const second = subscribe(listener)
  await expectSoon(() => node.calls.length, 3)
  node.answer(({ method }) => (method === 'slotSubscribe' ? { result: '10' } : undefined))
  const reply = (at: number) => node.send(`{"jsonrpc":"2.0","id":${node.calls[at]!.id},"result":9}`)
  // The reply to the first is late.
  reply(2)
  expect(await second).toMatchObject({ kind: 'open' })
  reply(1)
  expect(await first).toMatchObject({ kind: 'open' })
  node.notify('2', '10')
  await expectSoon(() => listener.events, ['2'])
  const calls = node.calls.slice(3).map(({ method, params }) => [method, params])
  expect(calls).toEqual([
    ['slotUnsubscribe', [9]],
    ['slotSubscribe', []],
    ['slotSubscribe', []],
  ])
})

test('two subscriptions to which a node gives one id both get its events, until the last one ends', async () => {
  node.answer(({ method }) => (method === 'slotSubscribe' ? { result: '5' } : undefined))
  const [one, other] = [listening(), listening()]
  const first = await subscribe(one)
  const second = await subscribe(other)
  if (first.kind !== 'open' || second.kind !== 'open') throw new Error('not open')
  first.close()
  node.notify('1', '5')
  await expectSoon(() => other.events, ['1'])
  expect(one.events).toEqual([])
  second.close()
  await expectSoon(() => node.calls.slice(2).map(({ method, params }) => [method, params]), [['slotUnsubscribe', [5]]])
})

test("passes on a node's own error", async () => {
  const error = { code: -32602, message: 'Invalid pubkey format.', data: [1] }
  node.answer(() => ({ error }))
  const refused = await subscribe()
  expect(refused).toEqual({
    kind: 'node-error',
    code: -32602,
    message: 'Invalid pubkey format.',
    bytes: Buffer.from(JSON.stringify(error)),
  })
})

test.each<[string, string | Buffer]>([
  ['is not JSON', 'garbage'],
  ['is an array', '[]'],
  ['is binary', Buffer.from('{}')],
  ['is too long', `{"method":"${'x'.repeat(MAX_BYTES)}"}`],
  ['names a member twice', '{"jsonrpc":"2.0","id":1,"id":2,"result":1}'],
])('a message that %s breaks the socket, which rests and can be opened again', async (_, message) => {
  const listener = listening()
  await subscribe(listener)
  node.send(message)
  await expectSoon(() => listener.brokenCount, 1)
  expect(await subscribe()).toEqual({ kind: 'unreachable', reason: 'resting' })
  nowMs += 10_000
  expect(await subscribe()).toMatchObject({ kind: 'open' })
  expect(listener.brokenCount).toBe(1)
})

test('a subscription whose id is none breaks the socket', async () => {
  node.answer(() => ({ result: '{}' }))
  expect(await subscribe()).toEqual({ kind: 'unreachable', reason: 'bad_message', wasSent: true })
})

test('rests longer after each failure in a row', async () => {
  node.refuseWith(503)
  const rests: number[] = []
  for (let round = 0; round < 7; round++) {
    expect(await subscribe()).toEqual({ kind: 'unreachable', reason: 'http_503' })
    rests.push(socket.restsUntilMs - nowMs)
    nowMs += 10_000
  }
  expect(rests).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
})

test('a node that refuses connections is unreachable, and the reason holds no address', async () => {
  await node.stop()
  expect(await subscribe()).toEqual({ kind: 'unreachable', reason: 'econnrefused' })
})

test('what is open when the socket closes is broken once', async () => {
  const listener = listening()
  await subscribe(listener)
  node.answer(() => 'nothing')
  const waiting = subscribe()
  await expectSoon(() => node.calls.length, 2)
  node.cut()
  expect(await waiting).toEqual({ kind: 'unreachable', reason: 'closed', wasSent: true })
  expect(listener.brokenCount).toBe(1)
})

test('a node that accepts byte by byte is unreachable after a time limit, and the socket rests', async () => {
  const trickle = async (out: Writable) => {
    for (out.write('HTTP/1.1 101 x\r\nX: '); !out.destroyed; out.write('x')) await sleep(10)
  }
  const slow = await startRawNode(({ socket }) => void trickle(socket))
  try {
    socket = socketTo(`ws://127.0.0.1:${slow.port}`)
    const waiting = subscribe()
    await expectSoon(() => slow.calls.length, 1)
    await passTime(4_999)
    expect(socket.restsUntilMs).toBe(0)
    await passTime(1)
    expect(socket.restsUntilMs).toBeGreaterThan(0)
    expect(await waiting).toEqual({ kind: 'unreachable', reason: 'timed_out' })
    await expectSoon(() => slow.sockets[0]!.destroyed, true)
  } finally {
    await slow.stop()
  }
})

test('a subscription that waits when it is closed for good was not the cause', async () => {
  node.answer(() => 'nothing')
  const waiting = subscribe()
  await expectSoon(() => node.calls.length, 1)
  socket.close()
  expect(await waiting).toEqual({ kind: 'unreachable', reason: 'closed', wasSent: false })
})

test('closing it ends a connection that is not open yet', async () => {
  const waiting = subscribe()
  socket.close()
  expect(await waiting).toEqual({ kind: 'unreachable', reason: 'closed' })
  expect(await subscribe()).toEqual({ kind: 'unreachable', reason: 'closed' })
})

describe('a silent node', () => {
  test('that does not answer a subscription is unreachable after a time limit', async () => {
    // A ping is due when the call is. Its answer would show that the node is slow with this call
    // only.
    await node.stop()
    node = await startFakeSocketNode({ autoPong: false })
    socket = socketTo(node.url)
    node.answer(() => 'nothing')
    const waiting = subscribe()
    await expectSoon(() => node.calls.length, 1)
    await passTime(5_000)
    expect(await waiting).toEqual({ kind: 'unreachable', reason: 'timed_out', wasSent: false })
    expect(socket.restsUntilMs).toBeGreaterThan(0)
  })

  test('that answers late, while it sends other messages, gets the late subscription ended', async () => {
    const listener = listening()
    await subscribe(listener)
    node.answer(({ method }) => (method === 'slotSubscribe' ? 'nothing' : undefined))
    const waiting = subscribe()
    await expectSoon(() => node.calls.length, 2)
    await passTime(4_999)
    node.notify('1', '1')
    await expectSoon(() => listener.events, ['1'])
    await passTime(1)
    expect(await waiting).toEqual({ kind: 'unreachable', reason: 'timed_out' })
    expect(socket.restsUntilMs).toBe(0)
    node.send(`{"jsonrpc":"2.0","id":${node.calls[1]!.id},"result":77}`)
    await expectSoon(
      () => node.calls.slice(2).map(({ method, params }) => [method, params]),
      [['slotUnsubscribe', [77]]],
    )
  })

  test('that lost replies gets new subscriptions, and the oldest lost reply is forgotten', async () => {
    socket = socketTo(node.url, {}, 3)
    const listener = listening()
    await subscribe(listener)
    node.answer(({ method }) => (method === 'slotSubscribe' ? 'nothing' : undefined))
    const lose = async (count: number) => {
      const [calls, events] = [node.calls.length + count, listener.events.length + 1]
      const waiting = Array.from({ length: count }, () => subscribe())
      await expectSoon(() => node.calls.length, calls)
      await passTime(4_999)
      node.notify('1', '1')
      await expectSoon(() => listener.events.length, events)
      await passTime(1)
      expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ kind: 'unreachable', reason: 'timed_out' })))
    }
    await lose(3)
    await lose(1)
    for (const [at, id] of [77, 78].entries())
      node.send(`{"jsonrpc":"2.0","id":${node.calls[at + 1]!.id},"result":${id}}`)
    const ended = () => node.calls.slice(5).map(({ method, params }) => [method, params])
    await expectSoon(ended, [['slotUnsubscribe', [78]]])
    node.answer(() => undefined)
    expect(await subscribe()).toMatchObject({ kind: 'open' })
    expect(listener.brokenCount).toBe(0)
  })

  test('that answers no ping is broken', async () => {
    await node.stop()
    node = await startFakeSocketNode({ autoPong: false })
    socket = socketTo(node.url)
    const listener = listening()
    await subscribe(listener)
    for (let pings = 0; pings < 2; pings++) await passTime(HEARTBEAT_MS)
    await expectSoon(() => node.pingCount, 2)
    expect(listener.brokenCount).toBe(0)
    await passTime(HEARTBEAT_MS)
    expect(listener.brokenCount).toBe(1)
  })
})

test('a socket that nobody uses is closed, and one with a subscription is not', async () => {
  const subscription = await subscribe()
  if (subscription.kind !== 'open') throw new Error('not open')
  const used = socketTo(node.url)
  await used.subscribe('slotSubscribe', [], 'slotUnsubscribe', listening())
  subscription.close()
  await expectSoon(() => node.calls.length, 3)
  await passTime(HEARTBEAT_MS)
  await expectSoon(() => node.pingCount, 2)
  expect(node.openCount).toBe(2)
  await passTime(HEARTBEAT_MS)
  await expectSoon(() => node.openCount, 1)
  used.close()
  await expectSoon(() => node.openCount, 0)
})
