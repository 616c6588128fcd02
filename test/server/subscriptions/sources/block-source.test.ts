import { setImmediate as turnEnd } from 'node:timers/promises'
import { jest } from '@jest/globals'
import type { EventStream } from '../../../../src/server/subscriptions/event-stream.js'
import { FilterIndex } from '../../../../src/server/subscriptions/filters/indexed-filters.js'
import { BlockEvents } from '../../../../src/server/subscriptions/sources/block-events.js'
import { blockSources } from '../../../../src/server/subscriptions/sources/block-source.js'
import { blockSubscribers, filterOf, logAt, PLANTED, streamOf } from '../../../support/block-subscribers.js'
import { deliveryTurns } from '../../../support/delivery-turns.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { aBlock, addressOf, wordOf } from '../../../support/followed-blocks.js'
import { aFollowedNetwork, POLL_MS } from '../../../support/followed-network.js'
import { keepingSink } from '../../../support/stream-nodes.js'

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

describe('heads behind their logs', () => {
  const BEHIND = [{ behindLogs: true }]

  test('come once the logs of their blocks are there, behind all of these', async () => {
    const { follower, open, delivered } = blockSubscribers()
    await open('b', 'heads', BEHIND)
    await open('l', 'logs', filterOf(1))
    await open('h', 'heads', [{ behindLogs: false }])
    const steps = [aBlock(1, { logs: [logAt(1, 0)] }), aBlock(2, { logs: [logAt(1, 0)] })]
    for (const listener of follower.listeners) if (!listener.wantsLogs) listener.step({ removed: [], added: steps })
    expect(await delivered()).toEqual(['h head 1', 'h head 2'])
    for (const listener of follower.listeners) if (listener.wantsLogs) listener.step({ removed: [], added: steps })
    expect(await delivered()).toEqual(['l +1.0', 'l +1.0', 'b head 1', 'b head 2'])
    follower.step([aBlock(3)])
    expect(await delivered()).toEqual(['h head 3', 'b head 3'])
  })

  test('wait where heads do not, while no node answers for logs', async () => {
    const { time, follower, grow, show, tip, hold } = aFollowedNetwork()
    const { heads, logs } = blockSources(follower, new BlockEvents(deliveryTurns()))
    const [head, log, behind] = [keepingSink(), keepingSink(), keepingSink()]
    const opened = [heads.open([], head, anOwner()), logs.open([], log, anOwner())]
    await Promise.all([...opened, heads.open(BEHIND, behind, anOwner()), time.pass(100)])
    const release = hold('eth_getLogs')
    const newest = show(grow(tip, 1))
    await time.pass(3 * POLL_MS)
    await expectSoon(() => head.results.length, 1)
    expect([log.results, behind.results]).toEqual([[], []])
    release()
    await time.pass(POLL_MS)
    await expectSoon(() => [log.results.length, behind.results.length], [3, 1])
    expect(JSON.parse(behind.results[0]!)).toMatchObject({ hash: newest.hash })
    follower.close()
  })

  test('go on from a resume point', async () => {
    const { follower, open, delivered } = blockSubscribers()
    follower.replays.set(aBlock(1).hash, { removed: [], added: [aBlock(2)] })
    await open('b', 'heads', [{ behindLogs: true, after: { blockHash: aBlock(1).hash } }])
    expect([...follower.listeners].map(({ wantsLogs }) => wantsLogs)).toEqual([true])
    follower.step([aBlock(3)])
    expect(await delivered()).toEqual(['b head 2', 'b head 3'])
  })

  test('share the listener of logs, end with it, and leave nothing behind', async () => {
    const { follower, open, delivered } = blockSubscribers()
    const streams = [streamOf(await open('b', 'heads', BEHIND)), streamOf(await open('l', 'logs'))]
    expect(follower.listeners.size).toBe(1)
    const [listener] = follower.listeners
    listener!.ended('no_logs')
    expect((await delivered()).sort()).toEqual(['b no_logs', 'l no_logs'])
    for (const stream of streams) stream.close()
    streamOf(await open('b', 'heads', BEHIND)).close()
    follower.step([aBlock(1)])
    expect(await delivered()).toEqual([])
  })
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

test('a reorganization takes back the newest log first, marked as removed and free, then brings the new branch', async () => {
  const { follower, open, delivered } = blockSubscribers()
  await open('l', 'logs')
  await open('h', 'heads')
  const one = aBlock(1, { logs: [logAt(1, 0), logAt(2, 1)] })
  const two = aBlock(2, { logs: [logAt(3, 0)] })
  follower.step([one, two])
  await delivered()
  follower.step([aBlock(1, { sequence: 3, hash: wordOf(0x1b), logs: [logAt(4, 0)] })], [two, one])
  expect(await delivered()).toEqual(['l -3.0', 'l -2.1', 'l -1.0', 'h head 1', 'l +4.0'])
})

test('a log is taken back only from those that it was given', async () => {
  const { follower, open, delivered } = blockSubscribers()
  await open('early', 'logs')
  const one = aBlock(1, { logs: [logAt(1, 0)] })
  follower.step([one])
  await open('late', 'logs')
  follower.step([aBlock(1, { sequence: 2, hash: wordOf(0x1b), logs: [logAt(2, 0)] })], [one])
  expect(await delivered()).toEqual(['early +1.0', 'early -1.0', 'early +2.0', 'late +2.0'])
})

test('the first subscriber is not told of the removal of the block at which it joined', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const one = aBlock(1, { logs: [logAt(1, 0)] })
  follower.newest = one
  await open('a', 'logs')
  follower.step([aBlock(1, { sequence: 2, hash: wordOf(0x1b) })], [one])
  expect(await delivered()).toEqual([])
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

test('an account with 1,024 replays waiting ends with gap_too_wide at the next step; another goes on', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const [one, two] = [aBlock(1), aBlock(2)]
  follower.replays.set(one.hash, { removed: [], added: [] })
  await open('b', 'heads', [], 'account-2')
  const resumed = Array.from({ length: 1_030 }, () => open('a', 'heads', [{ after: { blockHash: one.hash } }]))
  await Promise.all(resumed)
  follower.step([two])
  const lines = await delivered(1_031)
  expect(lines.filter((line) => line === 'a gap_too_wide').length).toBe(1_030)
  expect(lines.filter((line) => line.startsWith('b'))).toEqual(['b head 2'])
})

describe('a subscriber that resumes', () => {
  const one = aBlock(1, { logs: [logAt(1, 0), logAt(1, 1), logAt(2, 2)] })
  const two = aBlock(2, { logs: [logAt(1, 0)] })
  const from = (logIndex?: string) => ({ after: { blockHash: one.hash, ...(logIndex && { logIndex }) } })

  test('gets the steps that it missed before those that follow', async () => {
    const { follower, open, delivered } = blockSubscribers()
    follower.replays.set(one.hash, { removed: [], added: [two] })
    const opening = open('a', 'heads', [from()])
    await opening
    follower.step([aBlock(3)])
    expect(await delivered()).toEqual(['a head 2', 'a head 3'])
    expect(follower.listeners.size).toBe(1)
  })

  test('gets of the block of its resume point the logs behind the last one that it was given', async () => {
    const { follower, open, delivered } = blockSubscribers()
    follower.replays.set(one.hash, { removed: [], added: [one, two] })
    await open('a', 'logs', [{}, from('0x0')])
    await open('h', 'heads', [from()])
    expect(await delivered()).toEqual(['a +1.1', 'a +2.2', 'a +1.0', 'h head 2'])
  })

  test('is told of the removal of exactly the logs that it was given', async () => {
    const { follower, open, delivered } = blockSubscribers()
    follower.replays.set(one.hash, { removed: [one], added: [aBlock(1, { hash: wordOf(0x1b), logs: [logAt(4, 0)] })] })
    await open('a', 'logs', [{}, from('0x1')])
    await open('b', 'logs', [null, from()])
    expect(await delivered()).toEqual(['a -1.1', 'a -1.0', 'a +4.0', 'b -2.2', 'b -1.1', 'b -1.0', 'b +4.0'])
  })

  test('is told of later removals of blocks that an earlier connection was given', async () => {
    const { follower, open, delivered } = blockSubscribers()
    follower.newest = two
    follower.replays.set(two.hash, { removed: [], added: [] })
    await open('a', 'logs', [{}, { after: { blockHash: two.hash.toUpperCase().replace('0X', '0x') } }])
    follower.step([aBlock(2, { sequence: 3, hash: wordOf(0x2b) })], [two])
    expect(await delivered()).toEqual(['a -1.0'])
  })

  test('gets no head again that another process gave it before this one has the block', async () => {
    const { follower, open, delivered } = blockSubscribers()
    const [three, four] = [aBlock(3), aBlock(4)]
    follower.newest = one
    follower.replays.set(three.hash, { removed: [three, two], added: [] })
    const after = { after: { blockHash: three.hash } }
    await open('a', 'heads', [after])
    follower.step([two])
    follower.step([three])
    follower.step([four])
    expect(await delivered()).toEqual(['a head 4'])
    await open('b', 'heads', [after])
    follower.step([two])
    const branch = aBlock(3, { hash: wordOf(0x3b) })
    follower.step([branch])
    follower.step([three])
    expect((await delivered()).filter((event) => event.startsWith('b'))).toEqual(['b head 3', 'b head 3'])
  })

  test('costs no more work once it is closed', async () => {
    const { follower, open, delivered } = blockSubscribers()
    const logs = Array.from({ length: 1_000 }, (_, at) => logAt(1, at))
    let read = 0
    logs[Symbol.iterator] = function* () {
      for (; read < this.length; read++) yield this[read]!
      return undefined
    }
    follower.replays.set(one.hash, { removed: [], added: [aBlock(2, { logs })] })
    const stream = streamOf(await open('a', 'logs', [filterOf(2)[0], from()]))
    stream.close()
    expect(await delivered()).toEqual([])
    expect(read).toBeLessThan(100)
  })

  test('is refused where the point is out of reach, and leaves nothing behind', async () => {
    const { follower, open } = blockSubscribers()
    expect(await open('a', 'logs', [{}, from()])).toEqual({ kind: 'resume-point-unknown' })
    follower.resume = async () => 'no-node'
    expect(await open('a', 'logs', [{}, from()])).toEqual({ kind: 'no-node' })
    expect(follower.listeners.size).toBe(0)
  })
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

test('the removal of a block whose logs nobody read ends the subscribers that may have been given them', async () => {
  const { follower, open, delivered } = blockSubscribers()
  follower.newest = aBlock(5)
  await open('joined', 'logs')
  await open('head', 'heads')
  follower.replays.set(wordOf(4), { removed: [], added: [aBlock(5, { logs: [logAt(1, 0)] })] })
  await open('resumed', 'logs', [{}, { after: { blockHash: wordOf(4) } }])
  follower.step([aBlock(6, { hash: wordOf(66) })], [aBlock(5), aBlock(4, { logs: undefined })])
  expect(await delivered()).toEqual(['resumed +1.0', 'resumed gap_too_wide', 'head head 6'])
})
