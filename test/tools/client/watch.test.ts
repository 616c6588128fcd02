import { getEventListeners } from 'node:events'
import { jest } from '@jest/globals'
import { WebSocket } from 'ws'
import { SUBSCRIPTIONS_REFUSED } from '../../../src/server/listeners/websocket/refused-subscriptions.js'
import { EventSocket } from '../../../src/tools/client/runtime/event-socket.js'
import type { SubscriptionFacts } from '../../../src/tools/client/runtime/kept-subscription.js'
import {
  type PlacedHead,
  type PlacedLog,
  ResumeLost,
  type StoredHead,
  type StoredLog,
} from '../../../src/tools/client/runtime/resume-points.js'
import { RpcError, TransportError } from '../../../src/tools/client/runtime/rpc-error.js'
import { type WatchOptions, watch } from '../../../src/tools/client/runtime/watch.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startLossyNetwork } from '../../support/lossy-network.js'
import { expectConnected, placeOf, runChaos, standingAfter } from './chain-chaos.js'
import { ChainGateway } from './chain-gateway.js'

/** A second connection that is cut, too, makes the watch wait for seconds. */
const WITHIN_MS = 10_000
const methods = { subscribe: 'eth_subscribe', unsubscribe: 'eth_unsubscribe', timeoutMs: 5_000 }
const CHECKPOINT = ['newHeads', { behindLogs: true }]
const LOGS: SubscriptionFacts = { ...methods, before: ['logs'], paramCount: 1, resumesFrom: 'log', heads: CHECKPOINT }
const HEADS: SubscriptionFacts = { ...methods, before: ['newHeads'], paramCount: 0, resumesFrom: 'head' }

const NO_REFUSAL = async () => undefined

/** The random part of waits is as short as it can be. */
const { random } = Math
beforeAll(() => {
  Math.random = () => -0.499
})
afterAll(() => {
  Math.random = random
})

describe('a watch', () => {
  let gateway: ChainGateway
  let socket: EventSocket
  beforeEach(async () => {
    gateway = await new ChainGateway().start()
    socket = new EventSocket(gateway.url, async () => WebSocket as never, NO_REFUSAL)
  })
  afterEach(async () => {
    socket.close()
    await gateway.close()
  })

  /** Reads a watch into a list, until it ends. */
  const read = <Event>(facts: SubscriptionFacts, options?: WatchOptions<StoredLog | StoredHead>) => {
    const events: Event[] = []
    const ended = (async () => {
      for await (const event of watch<Event>(socket, facts, [], options)) events.push(event)
    })()
    ended.catch(() => {})
    return { events, ended }
  }
  const subscriptions = (count: number) => expectSoon(() => gateway.asked.length, count, 20_000)

  test('gives every event from the first on, and unsubscribes where the loop ends', async () => {
    const heads = read<PlacedHead>(HEADS)
    await subscriptions(1)
    gateway.mine([0])
    await expectSoon(() => heads.events.length, 1)
    const numbers: string[] = []
    const loop = (async () => {
      for await (const head of watch<PlacedHead>(socket, HEADS, [])) {
        numbers.push(head.number)
        if (numbers.length === 2) break
      }
    })()
    await subscriptions(2)
    gateway.mine([0, 0, 0])
    await loop
    expect(numbers).toEqual(['0x2', '0x3'])
    await expectSoon(() => gateway.unsubscribed, ['0x2'])
    await expectSoon(() => heads.events.length, 4)
  })

  test('goes on after the last head over a cut', async () => {
    const heads = read<PlacedHead>(HEADS)
    await subscriptions(1)
    gateway.mine([0])
    await expectSoon(() => heads.events.length, 1)
    gateway.cut()
    await subscriptions(2)
    gateway.mine([0, 0])
    await expectSoon(() => heads.events.map(({ number }) => number), ['0x1', '0x2', '0x3'])
    expect(gateway.asked).toEqual([['newHeads'], ['newHeads', { after: { blockHash: heads.events[0]!.hash } }]])
  })

  test('asks for one head, so that it can go on where no log has matched yet', async () => {
    const logs = read<PlacedLog>(LOGS)
    await subscriptions(2)
    expect(gateway.asked).toEqual([['logs'], CHECKPOINT])
    gateway.mine([0])
    await expectSoon(() => gateway.unsubscribed, ['0x2'])
    gateway.mine([0])
    gateway.cut()
    gateway.mine([1])
    await expectSoon(() => logs.events.length, 1)
    // After the block in which it began: the parent of the first head.
    expect(gateway.asked[2]).toEqual(['logs', null, { after: { blockHash: '0xb1' } }])
  })

  test('loses no log of a block whose head, and that of the next block, came long before it', async () => {
    const logs = read<PlacedLog>(LOGS)
    await subscriptions(2)
    gateway.mine([1])
    await expectSoon(() => logs.events.length, 1)
    gateway.cut()
    gateway.holdLogs()
    gateway.mine([1])
    await subscriptions(4)
    gateway.mine([0])
    gateway.cut(1012, 'no_logs')
    gateway.releaseLogs()
    await expectSoon(() => logs.events.map(placeOf), gateway.logsFrom(1).map(placeOf), WITHIN_MS)
  })

  test('takes back what was removed during a cut', async () => {
    const logs = read<PlacedLog>(LOGS)
    await subscriptions(2)
    gateway.mine([1, 2])
    await expectSoon(() => logs.events.length, 3)
    gateway.cut(1012, 'restarting')
    gateway.mine([1], 1)
    await expectSoon(() => logs.events.length, 6)
    const place = ({ blockHash, logIndex, removed }: PlacedLog) => `${removed ? '-' : '+'}${blockHash}:${logIndex}`
    expect(logs.events.map(place)).toEqual([
      '+0xb2:0x0',
      '+0xb3:0x0',
      '+0xb3:0x1',
      '-0xb3:0x1',
      '-0xb3:0x0',
      '+0xb4:0x0',
    ])
  })

  test('ends with ResumeLost where the gateway cannot go on', async () => {
    const heads = read<PlacedHead>(HEADS)
    await subscriptions(1)
    gateway.mine([0])
    await expectSoon(() => heads.events.length, 1)
    gateway.cut()
    gateway.mine([0])
    gateway.forget()
    const after = { blockHash: heads.events[0]!.hash }
    await expect(heads.ended).rejects.toMatchObject({ name: 'resume-lost', after, cause: { code: -32602 } })
    await expectSoon(() => gateway.connections, 0)
  })

  test('ends with the reason of close code 1008, and does not come back', async () => {
    const [heads, logs] = [read<PlacedHead>(HEADS), read<PlacedLog>(LOGS)]
    await subscriptions(3)
    gateway.mine([1])
    await expectSoon(() => logs.events.length, 1)
    gateway.cut(1008, 'daily_credits_exhausted')
    const error = { name: 'transport-error', reason: 'daily_credits_exhausted' }
    await expect(heads.ended).rejects.toMatchObject(error)
    await expect(logs.ended).rejects.toMatchObject(error)
    // The events received before the close are delivered.
    expect([heads.events.length, logs.events.length]).toEqual([1, 1])
    await expectSoon(() => gateway.connections, 0)
    expect(gateway.asked.length).toBe(3)
  })

  test.each([SUBSCRIPTIONS_REFUSED, 'allowlist_refused', 'method_removed'])(
    'goes on after a close because of other subscriptions: %s',
    async (reason) => {
      const logs = read<PlacedLog>(LOGS)
      await subscriptions(2)
      gateway.mine([1])
      await expectSoon(() => logs.events.length, 1)
      gateway.cut(1008, reason)
      gateway.mine([2])
      await expectSoon(() => logs.events.map(placeOf), gateway.logsFrom(1).map(placeOf), WITHIN_MS)
    },
  )

  test('goes on after close code 1008 throttled, once the plan has paid for what was sent', async () => {
    const logs = read<PlacedLog>(LOGS)
    await subscriptions(2)
    gateway.mine([1])
    await expectSoon(() => logs.events.length, 1)
    const realTimeout = globalThis.setTimeout
    const waits: number[] = []
    const timeouts = jest.spyOn(globalThis, 'setTimeout')
    timeouts.mockImplementation(((act: () => void, ms: number) => {
      waits.push(ms)
      return realTimeout(act, ms === 10_000 ? 0 : ms)
    }) as typeof setTimeout)
    try {
      gateway.cut(1008, 'throttled')
      gateway.mine([2])
      await expectSoon(() => logs.events.map(placeOf), gateway.logsFrom(1).map(placeOf), WITHIN_MS)
    } finally {
      timeouts.mockRestore()
    }
    expect(waits).toContain(10_000)
  })

  test('goes on after an error that names the longest wait, whatever the random part', async () => {
    const error = new RpcError({ code: -32005, message: '', data: { name: 'throttled-evm', retryAfterMs: 30_000 } })
    const subscribe = jest.spyOn(socket, 'subscribe').mockRejectedValue(error)
    subscribe.mockImplementationOnce(async (_facts, _params, receiver) => {
      receiver.lost(new TransportError('the connection failed', 'connection'), false)
      return { end: () => {} } as never
    })
    const abort = new AbortController()
    const timeouts = jest.spyOn(globalThis, 'setTimeout')
    try {
      const options = { signal: abort.signal, onGap: () => {} }
      const next = watch(socket, HEADS, [], options).next()
      const isWaiting = () => timeouts.mock.calls.some(([, ms = 0]) => ms > 30_000)
      await Promise.race([next, expectSoon(isWaiting, true)])
      abort.abort()
      expect(await next).toMatchObject({ done: true })
    } finally {
      timeouts.mockRestore()
    }
  })

  test('ends without an error when its signal is aborted, and unsubscribes', async () => {
    const abort = new AbortController()
    const [stopped, other] = [read<PlacedHead>(HEADS, { signal: abort.signal }), read<PlacedHead>(HEADS)]
    await subscriptions(2)
    gateway.mine([0])
    await expectSoon(() => [stopped.events.length, other.events.length], [1, 1])
    abort.abort()
    await stopped.ended
    await expectSoon(() => gateway.unsubscribed.length, 1)
    gateway.mine([0])
    await expectSoon(() => other.events.length, 2)
    expect(stopped.events.length).toBe(1)
    expect(await watch(socket, HEADS, [], { signal: abort.signal }).next()).toMatchObject({ done: true })
  })

  test('listens once to the signal of many watches, and ends them all', async () => {
    const abort = new AbortController()
    const watches = Array.from({ length: 12 }, () => read<PlacedHead>(HEADS, { signal: abort.signal }))
    expect(getEventListeners(abort.signal, 'abort').length).toBe(1)
    await subscriptions(12)
    abort.abort()
    await Promise.all(watches.map(({ ended }) => ended))
    expect(getEventListeners(abort.signal, 'abort').length).toBe(0)
  })

  test('ends with an error when too many events wait, after those that do', async () => {
    const heads = watch<PlacedHead>(socket, HEADS, [], { mostWaiting: 2 })
    const first = heads.next()
    await subscriptions(1)
    gateway.mine([0])
    await first
    gateway.mine([0, 0, 0])
    await expectSoon(() => gateway.connections, 0)
    expect([(await heads.next()).value?.number, (await heads.next()).value?.number]).toEqual(['0x2', '0x3'])
    await expect(heads.next()).rejects.toMatchObject({ name: 'transport-error', reason: 'overflow' })
  })

  test('goes on where its connection died without a word, after a free call that has no answer', async () => {
    const [realInterval, realTimeout] = [globalThis.setInterval, globalThis.setTimeout]
    const intervals = jest.spyOn(globalThis, 'setInterval')
    intervals.mockImplementation(((act: () => void, ms: number) =>
      realInterval(act, ms === 30_000 ? 50 : ms)) as typeof setInterval)
    const timeouts = jest.spyOn(globalThis, 'setTimeout')
    // The limit of a reply: that of the gateway, and 5 s.
    timeouts.mockImplementation(((act: () => void, ms: number) =>
      realTimeout(act, ms === 10_000 ? 500 : ms)) as typeof setTimeout)
    const network = await startLossyNetwork(Number(new URL(gateway.url).port))
    const away = new EventSocket(network.through(gateway.url), async () => WebSocket as never, NO_REFUSAL)
    try {
      const numbers: string[] = []
      const loop = (async () => {
        for await (const head of watch<PlacedHead>(away, HEADS, [])) if (numbers.push(head.number) === 3) break
      })()
      await subscriptions(1)
      gateway.mine([0])
      await expectSoon(() => numbers, ['0x1'])
      // While the connection lives, its silence harms nothing.
      await expectSoon(() => gateway.unsubscribed.length > 1, true)
      expect([gateway.connections, gateway.unsubscribed[0]]).toEqual([1, '0x0'])
      gateway.cut()
      await subscriptions(2)
      gateway.mine([0])
      await expectSoon(() => numbers, ['0x1', '0x2'])
      network.forget()
      gateway.mine([0])
      await loop
      expect(numbers).toEqual(['0x1', '0x2', '0x3'])
    } finally {
      intervals.mockRestore()
      timeouts.mockRestore()
      away.close()
      await network.stop()
    }
  })

  test('begins after an event that another process stored, and gives what came since', async () => {
    const [heads, logs] = [read<PlacedHead>(HEADS), read<PlacedLog>(LOGS)]
    await subscriptions(3)
    gateway.mine([2])
    await expectSoon(() => [heads.events.length, logs.events.length], [1, 2])
    socket.close()
    gateway.mine([1], 1)
    gateway.mine([2])
    // As JSON has it.
    const stored = <Event>(event: Event): Event => JSON.parse(JSON.stringify(event))
    socket = new EventSocket(gateway.url, async () => WebSocket as never, NO_REFUSAL)
    const [log, head] = [stored(logs.events[0]!), stored(heads.events[0]!)]
    const [next, nextHeads] = [read<PlacedLog>(LOGS, { after: log }), read<PlacedHead>(HEADS, { after: head })]
    const behindBlock = read<PlacedLog>(LOGS, { after: head })
    const standing = gateway.logsFrom(1).map(placeOf)
    await expectSoon(() => standingAfter([log, ...next.events]), standing)
    expect(next.events[0]).toMatchObject({ removed: true, logIndex: '0x0' })
    await expectSoon(() => standingAfter([...logs.events, ...behindBlock.events]), standing)
    await expectSoon(() => nextHeads.events.length, 2)
    expectConnected([head, ...nextHeads.events], '0xb1')
    // The stored place is where it goes on if it was cut before an event.
    gateway.cut()
    gateway.mine([1])
    await expectSoon(() => standingAfter([log, ...next.events]), gateway.logsFrom(1).map(placeOf), WITHIN_MS)
  })

  test('goes on after a stored event over a cut before the first one that it gives', async () => {
    const heads = read<PlacedHead>(HEADS)
    await subscriptions(1)
    gateway.mine([0])
    await expectSoon(() => heads.events.length, 1)
    const after = heads.events[0]!
    const next = read<PlacedHead>(HEADS, { after })
    await subscriptions(2)
    gateway.cut()
    gateway.mine([0])
    await expectSoon(() => next.events.map(({ number }) => number), ['0x2'])
  })

  test('cannot begin after an event that the gateway no longer knows, nor after one that was taken back', async () => {
    const after = { blockHash: '0xgone', blockNumber: '0x1', logIndex: '0x0' }
    await expect(read<PlacedLog>(LOGS, { after }).ended).rejects.toMatchObject({
      name: 'resume-lost',
      after: { blockHash: '0xgone', logIndex: '0x0' },
    })
    await expect(read<PlacedLog>(LOGS, { after: { ...after, removed: true } }).ended).rejects.toThrow(ResumeLost)
    expect(gateway.asked.length).toBe(1)
  })

  test('waits longer for a reply than the limit of the gateway, whose answer may take all of it', async () => {
    class Slow extends WebSocket {
      override send(text: string) {
        setTimeout(() => super.send(text), 60)
      }
    }
    const slow = new EventSocket(gateway.url, async () => Slow as never, NO_REFUSAL)
    const first = watch<PlacedHead>(slow, { ...HEADS, timeoutMs: 10 }, []).next()
    await subscriptions(1)
    gateway.mine([0])
    expect((await first).value?.number).toBe('0x1')
    slow.close()
  })

  test('ends when the client is closed', async () => {
    const heads = read<PlacedHead>(HEADS)
    await subscriptions(1)
    socket.close()
    await expect(heads.ended).rejects.toMatchObject({ reason: 'closed' })
    await expect(watch(socket, HEADS, []).next()).rejects.toMatchObject({ reason: 'closed' })
  })

  test('fails at once where the first connection does', async () => {
    const { url } = gateway
    await gateway.close()
    const nowhere = new EventSocket(url, async () => WebSocket as never, NO_REFUSAL)
    await expect(watch(nowhere, HEADS, []).next()).rejects.toMatchObject({ name: 'transport-error' })
    gateway = await new ChainGateway().start()
  })

  describe('of a kind that cannot be resumed', () => {
    const { resumesFrom: _, ...plain } = HEADS
    const begin = async (facts: SubscriptionFacts, options?: WatchOptions) => {
      const heads = read<PlacedHead>(facts, options)
      await subscriptions(1)
      gateway.mine([0])
      await expectSoon(() => heads.events.length, 1)
      return heads
    }

    test('ends with ResumeLost after a cut, behind the events that came before', async () => {
      const { events, ended } = await begin(plain)
      gateway.cut(1012, 'restarting')
      await expect(ended).rejects.toMatchObject({
        name: 'resume-lost',
        after: undefined,
        cause: { name: 'transport-error' },
      })
      expect([events.length, gateway.asked.length]).toEqual([1, 1])
      await expectSoon(() => gateway.connections, 0)
    })

    test('with onGap calls it between the events before the cut and those after, and goes on', async () => {
      const events: (PlacedHead | Error)[] = []
      const heads = watch<PlacedHead>(socket, plain, [], { onGap: (lost) => events.push(lost) })
      const loop = (async () => {
        for await (const head of heads) if (events.push(head) === 4) break
      })()
      await subscriptions(1)
      gateway.mine([0, 0])
      await expectSoon(() => events.length, 2)
      gateway.cut()
      gateway.mine([0])
      await subscriptions(2)
      gateway.mine([0])
      await loop
      expect(events).toMatchObject([{ number: '0x1' }, { number: '0x2' }, { name: 'resume-lost' }, { number: '0x4' }])
      expect(gateway.asked).toEqual([['newHeads'], ['newHeads']])
    })

    test('goes on by itself if its last event ends it, because the gateway finds what was missed', async () => {
      const { events } = await begin({ ...plain, isOnce: true })
      gateway.cut()
      await subscriptions(2)
      gateway.mine([0])
      await expectSoon(() => events.length, 2)
    })
  })

  test('ends with ResumeLost after a cut before its first event', async () => {
    const logs = read<PlacedLog>(LOGS)
    // It asks for a head once it is subscribed.
    await subscriptions(2)
    gateway.cut()
    await expect(logs.ended).rejects.toMatchObject({ name: 'resume-lost' })
  })

  test.each([1, 2, 3, 4, 5, 6])('loses and doubles nothing over cuts and reorganizations: %p', async (seed) => {
    const [heads, logs] = [read<PlacedHead>(HEADS), read<PlacedLog>(LOGS)]
    await subscriptions(3)
    gateway.mine([2])
    await expectSoon(() => [heads.events.length, logs.events.length], [1, 2])
    await runChaos(gateway, seed, 100, logs.events)
    await expectSoon(() => standingAfter(logs.events), gateway.logsFrom(1).map(placeOf), WITHIN_MS)
    expectConnected(heads.events, '0xb1')
  })
})
