import { setImmediate as turnEnd } from 'node:timers/promises'
import { jest } from '@jest/globals'
import type { EventStream } from '../../../../src/server/subscriptions/event-stream.js'
import { FilterIndex } from '../../../../src/server/subscriptions/filters/indexed-filters.js'
import { blockSubscribers, filterOf, logAt, PLANTED, streamOf } from '../../../support/block-subscribers.js'
import { aBlock, addressOf } from '../../../support/followed-blocks.js'

test('a subscriber gets the blocks after the one at which it joined', async () => {
  const { follower, open, delivered } = blockSubscribers()
  follower.newest = aBlock(5)
  await open('a', 'heads')
  follower.step([aBlock(6)])
  await open('b', 'heads')
  follower.step([aBlock(7)])
  expect(await delivered()).toEqual(['a head 6', 'a head 7', 'b head 7'])
})

test('steps that come before the promise of joining settles are delivered', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const join = follower.join.bind(follower)
  follower.join = async (listener) => {
    const block = await join(listener)
    follower.step([aBlock(1, { logs: [logAt(1, 0)] })])
    return block
  }
  await open('a', 'logs')
  expect(await delivered()).toEqual(['a +1.0'])
})

test('a bug in the delivery to one account ends its streams, and the others go on', async () => {
  const { follower, open, delivered, bugs } = blockSubscribers()
  await open(PLANTED, 'heads', [], 'account-1')
  await open('also of it', 'logs', [], 'account-1')
  await open('other', 'heads', [], 'account-2')
  follower.step([aBlock(1)])
  expect((await delivered()).sort()).toEqual(['also of it stream_broken', 'other head 1', 'planted stream_broken'])
  expect(bugs).toEqual([new Error(PLANTED)])
})

test("a block's head comes before its logs, whichever was subscribed to first", async () => {
  const { follower, open, delivered } = blockSubscribers()
  await open('l', 'logs')
  await open('h', 'heads')
  follower.step([aBlock(1, { logs: [logAt(1, 0), logAt(2, 1)] }), aBlock(2, { logs: [logAt(1, 0)] })])
  expect(await delivered()).toEqual(['h head 1', 'h head 2', 'l +1.0', 'l +2.1', 'l +1.0'])
})

test('a connection gets the events of a block together, in their order', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const [first, second] = [{}, {}]
  await open('a', 'logs', filterOf(1), 'account-1', first)
  await open('b', 'logs', filterOf(1), 'account-1', second)
  await open('c', 'logs', filterOf(2), 'account-1', first)
  await open('d', 'logs', [], 'account-1', second)
  await open('e', 'heads', [], 'account-1', second)
  follower.step([aBlock(1, { logs: [logAt(1, 0), logAt(2, 1)] }), aBlock(2)])
  expect(await delivered()).toEqual(['e head 1', 'e head 2', 'd +1.0', 'b +1.0', 'd +2.1', 'a +1.0', 'c +2.1'])
})

test('more events than are collected at once reach each connection in order', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const connections = [{}, {}]
  for (const connection of connections)
    for (let filter = 0; filter < 60; filter++) await open('l', 'logs', [], 'account-1', connection)
  const logs = Array.from({ length: 100 }, (_, at) => logAt(1, at))
  follower.step([aBlock(1, { logs })])
  const received = await delivered(2 * 60 * 100)
  expect(received).toHaveLength(2 * 60 * 100)
  // Two collections of 2,000: after those of the first connection come those of the second.
  expect(received.slice(0, 1_000)).toEqual(logs.flatMap((_, at) => Array(60).fill(`l +1.${at}`)).slice(0, 1_000))
})

test('the index forgets long filters in short turns, and their subscribers get nothing more', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const streams: EventStream[] = []
  for (let from = 1; from <= 30; from++) {
    const address = Array.from({ length: 5_000 }, (_, index) => addressOf(from * 5_000 + index))
    streams.push(streamOf(await open('long', 'logs', [{ address: [addressOf(1), ...address] }])))
  }
  await open('short', 'logs', filterOf(1))
  const forgotten = jest.spyOn(FilterIndex.prototype, 'remove')
  for (const stream of streams) stream.close()
  expect(forgotten.mock.calls.length).toBeLessThan(streams.length)
  follower.step([aBlock(1, { logs: [logAt(1, 0)] })])
  expect(await delivered(1)).toEqual(['short +1.0'])
  while (forgotten.mock.calls.length < streams.length) await turnEnd()
  follower.end('no_node')
  expect(await delivered(1)).toEqual(['short no_node'])
})

test('filters choose, equal ones included, and each account gets its events in order', async () => {
  const { follower, open, delivered } = blockSubscribers()
  await open('a', 'logs', filterOf(1), 'one')
  await open('b', 'logs', filterOf(1), 'one')
  await open('c', 'logs', filterOf(2), 'other')
  follower.step([aBlock(1, { logs: [logAt(1, 0), logAt(2, 1), logAt(3, 2), logAt(1, 3)] })])
  const all = await delivered()
  const of = (name: string) => all.filter((line) => line.startsWith(name))
  expect([of('a'), of('b'), of('c')]).toEqual([['a +1.0', 'a +1.3'], ['b +1.0', 'b +1.3'], ['c +2.1']])
})

test('a closed stream gets nothing more, not even of a step that waits, and after the last one nobody listens', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const [a, b] = [streamOf(await open('a', 'logs', filterOf(1))), streamOf(await open('b', 'logs', filterOf(1)))]
  expect([...follower.listeners].map(({ wantsLogs }) => wantsLogs)).toEqual([true])
  follower.step([aBlock(1, { logs: [logAt(1, 0)] })])
  a.close()
  a.close()
  expect(await delivered()).toEqual(['b +1.0'])
  b.close()
  expect(follower.listeners.size).toBe(0)
  await open('c', 'heads')
  expect([...follower.listeners].map(({ wantsLogs }) => wantsLogs)).toEqual([false])
})

test('where no node answers nobody is subscribed, and the next one tries again', async () => {
  const { follower, open, delivered } = blockSubscribers()
  follower.newest = undefined
  expect(await Promise.all([open('a', 'heads'), open('b', 'heads')])).toEqual([
    { kind: 'no-node' },
    { kind: 'no-node' },
  ])
  follower.newest = aBlock(1)
  await open('c', 'heads')
  follower.step([aBlock(2)])
  expect(await delivered()).toEqual(['c head 2'])
})

test('a follower that gives up ends the streams behind the steps that wait, and a new one joins anew', async () => {
  const { follower, open, delivered } = blockSubscribers()
  await open('a', 'heads')
  follower.step([aBlock(1)])
  follower.end('gap_too_wide')
  expect(await delivered()).toEqual(['a head 1', 'a gap_too_wide'])
  await open('b', 'heads')
  follower.step([aBlock(2)])
  expect((await delivered()).filter((line) => line.startsWith('b'))).toEqual(['b head 2'])
})

test('an end that waits does not close the streams that were opened after it', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const one = aBlock(1)
  follower.replays.set(one.hash, { removed: [], added: [] })
  await open('old', 'heads')
  follower.end('no_node')
  await open('new', 'heads')
  await open('resumed', 'heads', [{ after: { blockHash: one.hash } }])
  await open('newest', 'logs')
  follower.step([aBlock(2)])
  // No connection closes here, so the old stream stays open.
  const lines = (await delivered()).filter((line) => line !== 'old head 2')
  expect(lines).toEqual(['old no_node', 'new head 2', 'resumed head 2'])
  follower.end('gap_too_wide')
  expect((await delivered()).filter((line) => !line.startsWith('old')).sort()).toEqual([
    'new gap_too_wide',
    'newest gap_too_wide',
    'resumed gap_too_wide',
  ])
})

test('ten thousand streams of one account do not delay the head of another by more than short turns', async () => {
  const { follower, open, delivered } = blockSubscribers()
  await Promise.all(Array.from({ length: 10_000 }, () => open('busy', 'logs', filterOf(1), 'busy')))
  await open('other', 'heads', [], 'other')
  const logs = Array.from({ length: 20 }, (_, index) => logAt(1, index))
  follower.step([aBlock(1, { logs })])
  let all: string[] = []
  for (let turns = 0; !all.includes('other head 1'); turns++) {
    if (turns > 20) throw new Error('the other account waits for the busy one')
    all = all.concat(await delivered())
  }
  expect(all.length).toBeLessThan(200_000)
})
