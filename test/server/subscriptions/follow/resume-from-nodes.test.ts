import type { FollowStep, Replay, ResumeRefusal } from '../../../../src/server/subscriptions/followed-block.js'
import type { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import type { AskedBytes } from '../../../../src/server/upstreams/poll/asked.js'
import { ancestorOf } from '../../../support/block-tree.js'
import { anOwner } from '../../../support/event-streams.js'
import { FollowChecker } from '../../../support/follow-checker.js'
import { aResumableNetwork, hashesOf, upTo } from '../../../support/resumable-network.js'

test('a node that takes its time is waited for, as long as it answers', async () => {
  const { resumeOrRefuse, tip, way, time, network } = await aResumableNetwork()
  way.ask = async (...question) => {
    await time.wait(250)
    return network.ask(...question)
  }
  const replay = await resumeOrRefuse({ blockHash: ancestorOf(tip, 100).hash }, true, 30_000)
  expect(hashesOf(replay as Replay)).toEqual([[], upTo(tip, 100)])
})

const SILENT: AskedBytes = { kind: 'silent', reason: 'timed_out' }

test('a node that leaves one of many questions unanswered is asked for the other blocks', async () => {
  const { resume, tip, way, time, network } = await aResumableNetwork()
  let asked = 0
  way.ask = async (...question) => {
    if (question[1] !== 'eth_getLogs') return network.ask(...question)
    if (++asked % 30 !== 5) return network.ask(...question)
    await time.wait(3)
    return SILENT
  }
  expect(hashesOf(await resume({ blockHash: ancestorOf(tip, 60).hash }))).toEqual([[], upTo(tip, 60)])
})

test('a node that is silent about logs holds up a resumption once, and then nobody else', async () => {
  const { follower, tree, tip, way, time, network } = await aResumableNetwork(true, 2)
  const [first] = network.nodes
  way.ask = async (node, method, ...question) => {
    if (node !== first!.upstream || method !== 'eth_getLogs') return network.ask(node, method, ...question)
    await time.wait(3_000)
    return SILENT
  }
  const resumed: [string, Replay | ResumeRefusal][] = []
  const resume = (owner: string, depth: number) =>
    follower
      .resume(new FollowChecker(tree, true), { blockHash: ancestorOf(tip, depth).hash }, anOwner(owner))
      .then((replay) => resumed.push([owner, replay]))
  const all = [resume('one', 100), resume('one', 100)]
  await time.pass(6_000)
  all.push(resume('other', 90))
  await time.pass(4_000)
  expect(resumed.map(([owner, replay]) => [owner, (replay as Replay)?.added.length])).toEqual([
    ['one', 100],
    ['one', 100],
    ['other', 90],
  ])
  await Promise.all(all)
})

const nodeError = (message: string): AskedBytes => ({ kind: 'node-error', code: -32000, message })

test.each<[string, string, AskedBytes]>([
  ['refuses logs', 'eth_getLogs', nodeError('rate limit exceeded')],
  ['is silent about logs', 'eth_getLogs', SILENT],
  ['refuses blocks', 'eth_getBlockByHash', nodeError('rate limit exceeded')],
  ['is silent about blocks', 'eth_getBlockByHash', SILENT],
])('a point is not unknown because a node %s for a moment', async (_, method, failure) => {
  const { resumeOrRefuse, tip, grow, way, network } = await aResumableNetwork()
  const orphan = grow(ancestorOf(tip, 2), 1)
  way.ask = async (...question) => (question[1] === method ? failure : network.ask(...question))
  expect(await resumeOrRefuse({ blockHash: orphan.hash })).toBe('no-node')
  way.ask = network.ask
  expect(hashesOf((await resumeOrRefuse({ blockHash: orphan.hash })) as Replay)).toEqual([[orphan.hash], upTo(tip, 2)])
})

test.each(['eth_getBlockByHash', 'eth_getLogs'])('a point is unknown if the node says so of %s', async (method) => {
  const { resumeOrRefuse, tip, grow, way, network } = await aResumableNetwork()
  const orphan = grow(ancestorOf(tip, 2), 1)
  way.ask = async (...question) => {
    const isOfOrphan = question[1] === method && JSON.stringify(question[2]).includes(orphan.hash)
    return isOfOrphan ? nodeError('header not found') : network.ask(...question)
  }
  expect(await resumeOrRefuse({ blockHash: orphan.hash })).toBeUndefined()
})

test('a node that is down and due for a try does not keep a point from being unknown', async () => {
  const { resumeOrRefuse, network } = await aResumableNetwork(true, 2)
  const [, dead] = network.nodes
  dead!.isUp = false
  Object.assign(dead!.upstream.health, { rank: () => 0 })
  expect(await resumeOrRefuse({ blockHash: `0x${'12'.repeat(32)}` })).toBeUndefined()
})

test.each(['eth_getBlockByHash', 'eth_getLogs'])(
  'a point is not unknown because all nodes lack it for a second, by %s',
  async (method) => {
    const { resumeOrRefuse, tip, grow, way, network, time } = await aResumableNetwork()
    const orphan = grow(ancestorOf(tip, 2), 1)
    const shownAtMs = time.nowMs + 1_200
    way.ask = async (...question) => {
      const isOfOrphan = question[1] === method && JSON.stringify(question[2]).includes(orphan.hash)
      return isOfOrphan && time.nowMs < shownAtMs ? nodeError('header not found') : network.ask(...question)
    }
    expect(hashesOf((await resumeOrRefuse({ blockHash: orphan.hash })) as Replay)).toEqual([
      [orphan.hash],
      upTo(tip, 2),
    ])
  },
)

test('a denial of logs does not count again where no node was asked, for want of room', async () => {
  const { resumeOrRefuse, tip, grow, way, network, time, limit } = await aResumableNetwork()
  const orphan = grow(ancestorOf(tip, 2), 1)
  let deniedAtMs: number | undefined
  way.ask = async (...question) => {
    const isOfOrphan = question[1] === 'eth_getLogs' && JSON.stringify(question[2]).includes(orphan.hash)
    if (!isOfOrphan || deniedAtMs !== undefined) return network.ask(...question)
    deniedAtMs = time.nowMs
    return nodeError('header not found')
  }
  // Other calls of the account take the room that it waits for.
  limit.rate = {
    hasRoom: () => deniedAtMs === undefined || time.nowMs > deniedAtMs + 2_500,
    waitMs: () => 100,
    spend: () => {},
  } as unknown as CallRate
  expect(hashesOf((await resumeOrRefuse({ blockHash: orphan.hash })) as Replay)).toEqual([[orphan.hash], upTo(tip, 2)])
})

test('a point that another process gave is found once the nodes show it here', async () => {
  const { resumeOrRefuse, network, grow, tip, time } = await aResumableNetwork(false)
  const newest = grow(tip, 1)
  void time.wait(1_200).then(() => {
    network.nodes[0]!.tip = newest
  })
  expect(hashesOf((await resumeOrRefuse({ blockHash: newest.hash })) as Replay)).toEqual([[], []])
})

test('a point is not unknown because the node does not have the logs of its newest block yet', async () => {
  const { resumeOrRefuse, tip, way, network } = await aResumableNetwork()
  way.ask = async (...question) => {
    const isOfNewest = question[1] === 'eth_getLogs' && JSON.stringify(question[2]).includes(tip.hash)
    return isOfNewest ? nodeError('unknown block') : network.ask(...question)
  }
  const point = { blockHash: ancestorOf(tip, 5).hash }
  expect(await resumeOrRefuse(point)).toBe('no-node')
  way.ask = network.ask
  expect(hashesOf((await resumeOrRefuse(point)) as Replay)).toEqual([[], upTo(tip, 5)])
})

test('a resumption leaves late logs to the steps that bring them to all listeners', async () => {
  const { follower, tree, tip, grow, show, way, network, time, resumeOrRefuse } = await aResumableNetwork()
  const first = new FollowChecker(tree, true)
  await Promise.all([follower.join(first).then((start) => first.began(start!)), time.pass(2_000)])
  const newest = grow(tip, 2)
  const late = new Set([newest, newest.parent!].map(({ hash }) => JSON.stringify([{ blockHash: hash }])))
  way.ask = async (...question) =>
    late.has(JSON.stringify(question[2])) ? nodeError('unknown block') : network.ask(...question)
  await show(newest)
  const resumed = new FollowChecker(tree, true)
  const { hash, parent, number } = ancestorOf(tip, 4)
  resumed.chain.push({ hash, parentHash: parent!.hash, number: BigInt(number) })
  const [replay] = await Promise.all([follower.resume(resumed, { blockHash: hash }, anOwner()), time.pass(1_000)])
  expect(hashesOf(replay as Replay)).toEqual([[], upTo(tip, 4)])
  resumed.replayed(replay as FollowStep, { blockHash: hash })
  // A subscriber that was given a part of the late logs needs the rest of them at once.
  expect(await resumeOrRefuse({ blockHash: newest.hash, logIndex: 0 })).toBe('no-node')
  late.clear()
  await time.pass(3_000)
  for (const one of [first, resumed]) expect([one.chain.at(-1)?.hash, one.wrong]).toEqual([newest.hash, []])
})

test('a resumption waits a little for the logs of the block at which it finds the chain', async () => {
  const { resume, tip, way, network } = await aResumableNetwork()
  let failures = 0
  way.ask = async (...question) => {
    const isOfNewest = question[1] === 'eth_getLogs' && JSON.stringify(question[2]).includes(tip.hash)
    return isOfNewest && failures++ < 3 ? nodeError('unknown block') : network.ask(...question)
  }
  expect(hashesOf(await resume({ blockHash: ancestorOf(tip, 5).hash }))).toEqual([[], upTo(tip, 5)])
})

test('no point is unknown while no node answers at all', async () => {
  const { resumeOrRefuse, tip, network } = await aResumableNetwork()
  network.nodes[0]!.isUp = false
  expect(await resumeOrRefuse({ blockHash: tip.hash })).toBe('no-node')
})
