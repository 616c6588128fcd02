import type { NodeSubscription } from '../../../../src/server/upstreams/transport/node-subscription.js'
import { UpstreamSocket } from '../../../../src/server/upstreams/transport/upstream-socket.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { type SocketCall, startFakeSocketNode } from '../../../support/fake-socket-node.js'
import { startedEach } from '../../../support/started.js'

const { jest } = import.meta

/**
 * A node that behaves as agave: equal subscriptions of a connection have one id, and one
 * unsubscribe ends it. It handles calls in their order, and none while it is `held`. Time limits
 * end only as the test moves the timers forward.
 */
const fixture = startedEach(async () => {
  const node = await startFakeSocketNode()
  const notFaked = [
    'setImmediate',
    'clearImmediate',
    'setInterval',
    'clearInterval',
    'nextTick',
    'performance',
  ] as const
  jest.useFakeTimers({ doNotFake: [...notFaked] })
  let nowMs = 1_000_000
  const options = { maxMessageBytes: () => 100_000, stopwatchMs: () => nowMs, chance: () => 0 }
  const socket = new UpstreamSocket({ wsUrl: node.url, headers: {} }, options)
  const ids = new Map<string, number>()
  const held: SocketCall[] = []
  let isHeld = false
  let lastId = 100
  const resultOf = ({ method, params }: SocketCall): string => {
    const key = JSON.stringify(params)
    if (method === 'accountSubscribe') {
      if (!ids.has(key)) ids.set(key, ++lastId)
      return String(ids.get(key))
    }
    for (const [known, id] of ids) if (id === params[0]) return String(ids.delete(known))
    return 'false'
  }
  node.answer((call) => {
    if (!isHeld) return { result: resultOf(call) }
    held.push(call)
    return 'nothing'
  })
  return {
    node,
    socket,
    hold: () => {
      isHeld = true
    },
    /** Handles the calls that were held, and from now on each at once. */
    release: () => {
      isHeld = false
      for (const call of held.splice(0)) node.send(`{"jsonrpc":"2.0","id":${call.id},"result":${resultOf(call)}}`)
    },
    reply: (at: number, id: number) => node.send(`{"jsonrpc":"2.0","id":${node.calls[at]!.id},"result":${id}}`),
    /** Sends an event to each subscription that is open at the node. */
    notifyAll: () => {
      for (const id of ids.values()) node.notify('"event"', String(id))
    },
    called: () => node.calls.map(({ method, params }) => `${method} ${params.join()}`),
    pass: (ms: number) => {
      nowMs += ms
    },
    stop: async () => {
      socket.close()
      jest.useRealTimers()
      await node.stop()
    },
  }
})

const listening = () => {
  const events: string[] = []
  return { events, notified: () => void events.push('event'), broken: () => void events.push('broken') }
}
const subscribe = (account: string, listener = listening()) =>
  fixture.socket.subscribe('accountSubscribe', [account], 'accountUnsubscribe', listener)
const opened = async (account: string, listener = listening()): Promise<NodeSubscription> => {
  const reply = await subscribe(account, listener)
  if (reply.kind !== 'open') throw new Error(`not open: ${reply.kind}`)
  return reply
}

/**
 * Makes subscriptions that the held node does not answer in time, though it sends other messages.
 */
const giveUp = async (...accounts: readonly string[]): Promise<void> => {
  const { node, hold, pass, notifyAll } = fixture
  const heard = listening()
  await opened('heard', heard)
  const before = node.calls.length
  hold()
  const tries = Promise.all(accounts.map((account) => subscribe(account)))
  await expectSoon(() => node.calls.length, before + accounts.length)
  pass(1_000)
  notifyAll()
  await expectSoon(() => heard.events.includes('event'), true)
  jest.advanceTimersByTime(5_000)
  for (const reply of await tries) expect(reply).toEqual({ kind: 'unreachable', reason: 'timed_out' })
}

/** Returns a function that returns the calls which came since. */
const newCalls = (): (() => string[]) => {
  const before = fixture.called().length
  return () => fixture.called().slice(before)
}

/** Fails unless what the node notifies reaches the listener. */
const expectServed = async (listener: ReturnType<typeof listening>): Promise<void> => {
  fixture.notifyAll()
  await expectSoon(() => listener.events, ['event'])
}

test('a late reply of a given-up call does not end the open subscription that has its id', async () => {
  const listener = listening()
  await opened('A', listener)
  await giveUp('A')
  await expectSoon(() => listener.events, ['event'])
  listener.events.length = 0
  const calls = newCalls()
  fixture.release()
  await opened('B')
  expect(calls()).toEqual(['accountSubscribe B'])
  await expectServed(listener)
})

test('a subscription that gets the id of a late reply, which is being ended, is made again', async () => {
  await giveUp('A')
  const calls = newCalls()
  const listener = listening()
  const again = opened('A', listener)
  await expectSoon(calls, ['accountSubscribe A'])
  fixture.release()
  await again
  expect(calls()).toEqual(['accountSubscribe A', 'accountUnsubscribe 102', 'accountSubscribe A'])
  await expectServed(listener)
})

test('a subscription that gets the id of an equal one, which ended in between, is made again', async () => {
  const first = await opened('A')
  const calls = newCalls()
  fixture.hold()
  const listener = listening()
  const second = opened('A', listener)
  first.close()
  await expectSoon(calls, ['accountSubscribe A', 'accountUnsubscribe 101'])
  fixture.release()
  await second
  expect(calls()).toEqual(['accountSubscribe A', 'accountUnsubscribe 101', 'accountSubscribe A'])
  await expectServed(listener)
})

test('a subscription that is asked for after the end of its id is open, whatever else waits', async () => {
  const first = await opened('A')
  const calls = newCalls()
  fixture.hold()
  const waiting = opened('B')
  first.close()
  const again = opened('A')
  await expectSoon(() => calls().length, 3)
  fixture.reply(2, 101)
  fixture.reply(3, 101)
  await again
  fixture.reply(1, 102)
  await waiting
  expect(calls()).toHaveLength(3)
})

test('a subscription whose id is ended again and again is unreachable after three tries', async () => {
  await giveUp('A', 'B', 'C')
  const calls = newCalls()
  const last = subscribe('D')
  await expectSoon(() => calls().length, 1)
  for (const [round, at] of [4, 6, 8].entries()) {
    fixture.reply(1 + round, 9)
    fixture.reply(at, 9)
    await expectSoon(() => calls().length, Math.min(3 + 2 * round, 6))
  }
  expect(await last).toEqual({ kind: 'unreachable', reason: 'ended' })
})
