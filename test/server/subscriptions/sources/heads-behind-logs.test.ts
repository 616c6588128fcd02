import { BlockEvents } from '../../../../src/server/subscriptions/sources/block-events.js'
import { blockSources } from '../../../../src/server/subscriptions/sources/block-source.js'
import { blockSubscribers, filterOf, logAt, streamOf } from '../../../support/block-subscribers.js'
import { deliveryTurns } from '../../../support/delivery-turns.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { aBlock } from '../../../support/followed-blocks.js'
import { aFollowedNetwork, POLL_MS } from '../../../support/followed-network.js'
import { keepingSink } from '../../../support/stream-nodes.js'

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
