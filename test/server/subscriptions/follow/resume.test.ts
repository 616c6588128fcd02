import { jest } from '@jest/globals'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import type { FollowNodes } from '../../../../src/server/subscriptions/follow/follow-nodes.js'
import { EvmFollower } from '../../../../src/server/subscriptions/follow/follower.js'
import type {
  FollowStep,
  Replay,
  ResumePoint,
  ResumeRefusal,
} from '../../../../src/server/subscriptions/followed-block.js'
import { BlockEvents } from '../../../../src/server/subscriptions/sources/block-events.js'
import { blockSources } from '../../../../src/server/subscriptions/sources/block-source.js'
import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import type { AskBytes, AskedBytes } from '../../../../src/server/upstreams/poll/asked.js'
import { ancestorOf, BlockTree, type TreeBlock } from '../../../support/block-tree.js'
import { deliveryTurns } from '../../../support/delivery-turns.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { FollowChecker } from '../../../support/follow-checker.js'
import { NO_EVENTS } from '../../../support/follow-run.js'
import { seededRandom } from '../../../support/seeded-random.js'
import { keepingSink } from '../../../support/stream-nodes.js'
import { HONEST, TreeNodes } from '../../../support/tree-nodes.js'
import { VirtualTime } from '../../../support/virtual-time.js'

/** A follower of so many nodes, whose chain has 300 blocks. `keepsOrphans`: see TreeNodes. */
const aNetwork = async (keepsOrphans = true, count = 1) => {
  const random = seededRandom(3)
  const time = new VirtualTime()
  const tree = new BlockTree(random)
  const network = new TreeNodes(tree, time, random, count, keepsOrphans)
  /** A test may replace it, to lose or to hold the node's answers. */
  const way = { ask: network.ask }
  /** No limit of calls per second unless a test sets it. */
  const limit: { rate: CallRate | undefined } = { rate: undefined }
  const { followed } = network
  const pool: FollowNodes['pool'] = {
    ...followed.pool,
    spend: (_, share) => limit.rate?.spend(time.nowMs, share),
    waitMs: (_, share) => {
      const { rate } = limit
      return rate === undefined || rate.hasRoom(time.nowMs, share) ? 0 : rate.waitMs(time.nowMs, share)
    },
  }
  const deps = {
    nodes: { ...followed, pool },
    ask: ((...question) => way.ask(...question)) as AskBytes,
    nowMs: () => time.nowMs,
    startTimer: time.start,
    events: NO_EVENTS,
  }
  const follower = new EvmFollower({ pollMs: 1_000, verifyLogs: 'bloom' }, deps)
  const grow = (from: TreeBlock, blocks: number): TreeBlock => {
    let tip = from
    for (let left = blocks; left > 0; left--) tip = tree.add(tip, 2)
    return tip
  }
  const show = async (tip: TreeBlock): Promise<TreeBlock> => {
    for (const node of network.nodes) node.tip = tip
    await time.pass(3_000)
    return tip
  }
  const resumeOrRefuse = async (after: ResumePoint, wantsLogs = true, passMs = 7_000) => {
    const listener = new FollowChecker(tree, wantsLogs)
    const [replay] = await Promise.all([follower.resume(listener, after, anOwner()), time.pass(passMs)])
    return replay
  }
  const resume = async (after: ResumePoint, wantsLogs = true): Promise<Replay> => {
    const replay = await resumeOrRefuse(after, wantsLogs)
    if (typeof replay === 'string') throw new Error(replay)
    return replay
  }
  const tip = await show(grow(tree.genesis, 300))
  return { time, tree, network, follower, grow, show, resume, resumeOrRefuse, tip, way, limit }
}

const hashesOf = (replay: Replay) => [replay?.removed.map(({ hash }) => hash), replay?.added.map(({ hash }) => hash)]
const upTo = (tip: TreeBlock, count: number): string[] =>
  Array.from({ length: count }, (_, at) => ancestorOf(tip, count - 1 - at).hash)
const logsIn = (step: FollowStep | undefined) => step?.added.map(({ logs }) => logs?.length)

test('replays what came after a block that is still canonical, from the nodes if need be', async () => {
  const { resume, tip } = await aNetwork()
  for (const depth of [0, 1, 31, 33, 128]) {
    const { hash } = ancestorOf(tip, depth)
    expect([depth, hashesOf(await resume({ blockHash: hash }))]).toEqual([depth, [[], upTo(tip, depth)]])
  }
})

test('gives the block of the resume point again, if not all its logs were given', async () => {
  const { resume, tip } = await aNetwork()
  const replay = await resume({ blockHash: ancestorOf(tip, 2).hash, logIndex: 0 })
  expect([hashesOf(replay), logsIn(replay)]).toEqual([
    [[], upTo(tip, 3)],
    [2, 2, 2],
  ])
  expect(logsIn(await resume({ blockHash: tip.hash, logIndex: 1 }, false))).toEqual([2])
})

test('fetches no logs for a listener of heads', async () => {
  const { resume, tip, network } = await aNetwork()
  await resume({ blockHash: ancestorOf(tip, 60).hash }, false)
  expect(network.total('eth_getLogs')).toBe(0)
})

test('takes back what is no longer canonical, newest first, then adds the new branch', async () => {
  const { resume, show, grow, tip, tree, time, follower } = await aNetwork()
  const listener = new FollowChecker(tree, true)
  await Promise.all([follower.join(listener).then((start) => listener.began(start!)), time.pass(2_000)])
  const old = await show(grow(tip, 4))
  const next = await show(grow(ancestorOf(old, 3), 5))
  const replay = await resume({ blockHash: ancestorOf(old, 1).hash, logIndex: 1 })
  expect(hashesOf(replay)).toEqual([[ancestorOf(old, 1).hash, ancestorOf(old, 2).hash], upTo(next, 5)])
  expect(replay?.removed.map(({ logs }) => logs?.length)).toEqual([2, 2])
  expect(listener.wrong).toEqual([])
})

test('takes back blocks that only a node knows, also below the ring', async () => {
  const { resume, tip, grow } = await aNetwork()
  const orphan = grow(ancestorOf(tip, 60), 2)
  expect(hashesOf(await resume({ blockHash: orphan.hash }))).toEqual([
    [orphan.hash, orphan.parent!.hash],
    upTo(tip, 60),
  ])
})

test('is refused for a block that is too old, unknown, or that no node has any more', async () => {
  const { resume, tip, grow } = await aNetwork(false)
  const orphan = grow(ancestorOf(tip, 2), 1)
  for (const blockHash of [ancestorOf(tip, 129).hash, `0x${'12'.repeat(32)}`, orphan.hash])
    expect(await resume({ blockHash })).toBeUndefined()
})

test('a node that takes its time is waited for, as long as it answers', async () => {
  const { resumeOrRefuse, tip, way, time, network } = await aNetwork()
  way.ask = async (...question) => {
    await time.wait(250)
    return network.ask(...question)
  }
  const replay = await resumeOrRefuse({ blockHash: ancestorOf(tip, 100).hash }, true, 30_000)
  expect(hashesOf(replay as Replay)).toEqual([[], upTo(tip, 100)])
})

test('a resumption asks for no more logs once the follower is closed', async () => {
  const { follower, tree, tip, way, time, network } = await aNetwork()
  let asked = 0
  way.ask = async (...question) => {
    if (question[1] === 'eth_getLogs') asked++
    await time.wait(500)
    return network.ask(...question)
  }
  const listener = new FollowChecker(tree, true)
  const resumed = follower.resume(listener, { blockHash: ancestorOf(tip, 30).hash }, anOwner())
  while (asked === 0) await time.pass(100)
  follower.close()
  const [refusal] = await Promise.all([resumed, time.pass(30_000)])
  expect([refusal, asked]).toEqual(['no-node', 4])
})

const SILENT: AskedBytes = { kind: 'silent', reason: 'timed_out' }

test('a node that leaves one of many questions unanswered is asked for the other blocks', async () => {
  const { resume, tip, way, time, network } = await aNetwork()
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
  const { follower, tree, tip, way, time, network } = await aNetwork(true, 2)
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
  const { resumeOrRefuse, tip, grow, way, network } = await aNetwork()
  const orphan = grow(ancestorOf(tip, 2), 1)
  way.ask = async (...question) => (question[1] === method ? failure : network.ask(...question))
  expect(await resumeOrRefuse({ blockHash: orphan.hash })).toBe('no-node')
  way.ask = network.ask
  expect(hashesOf((await resumeOrRefuse({ blockHash: orphan.hash })) as Replay)).toEqual([[orphan.hash], upTo(tip, 2)])
})

test.each(['eth_getBlockByHash', 'eth_getLogs'])('a point is unknown if the node says so of %s', async (method) => {
  const { resumeOrRefuse, tip, grow, way, network } = await aNetwork()
  const orphan = grow(ancestorOf(tip, 2), 1)
  way.ask = async (...question) => {
    const isOfOrphan = question[1] === method && JSON.stringify(question[2]).includes(orphan.hash)
    return isOfOrphan ? nodeError('header not found') : network.ask(...question)
  }
  expect(await resumeOrRefuse({ blockHash: orphan.hash })).toBeUndefined()
})

test.each(['eth_getBlockByHash', 'eth_getLogs'])(
  'a point is not unknown because all nodes lack it for a second, by %s',
  async (method) => {
    const { resumeOrRefuse, tip, grow, way, network, time } = await aNetwork()
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

test('a point that another process gave is found once the nodes show it here', async () => {
  const { resumeOrRefuse, network, grow, tip, time } = await aNetwork(false)
  const newest = grow(tip, 1)
  void time.wait(1_200).then(() => {
    network.nodes[0]!.tip = newest
  })
  expect(hashesOf((await resumeOrRefuse({ blockHash: newest.hash })) as Replay)).toEqual([[], []])
})

test('a point is not unknown because the node does not have the logs of its newest block yet', async () => {
  const { resumeOrRefuse, tip, way, network } = await aNetwork()
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
  const { follower, tree, tip, grow, show, way, network, time, resumeOrRefuse } = await aNetwork()
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
  const { resume, tip, way, network } = await aNetwork()
  let failures = 0
  way.ask = async (...question) => {
    const isOfNewest = question[1] === 'eth_getLogs' && JSON.stringify(question[2]).includes(tip.hash)
    return isOfNewest && failures++ < 3 ? nodeError('unknown block') : network.ask(...question)
  }
  expect(hashesOf(await resume({ blockHash: ancestorOf(tip, 5).hash }))).toEqual([[], upTo(tip, 5)])
})

test('no point is unknown while no node answers at all', async () => {
  const { resumeOrRefuse, tip, network } = await aNetwork()
  network.nodes[0]!.isUp = false
  expect(await resumeOrRefuse({ blockHash: tip.hash })).toBe('no-node')
})

test('a resumption asks with calls of its account, waits for them, and leaves others room', async () => {
  const { resume, tip, limit, way, network, time } = await aNetwork()
  limit.rate = new CallRate(40)
  const other = new AccountShare()
  let isFull = false
  way.ask = (...question) => {
    if (question[1] === 'eth_getLogs' && limit.rate?.hasRoom(time.nowMs, other) !== true) isFull = true
    return network.ask(...question)
  }
  expect(hashesOf(await resume({ blockHash: ancestorOf(tip, 60).hash }))).toEqual([[], upTo(tip, 60)])
  expect([isFull, network.total('eth_getLogs') > 40]).toEqual([false, true])
})

test('accounts take turns in asking the nodes, which are asked little at a time', async () => {
  const { follower, tree, time, network, tip } = await aNetwork()
  await Promise.all([follower.join(new FollowChecker(tree, false)), time.pass(2_000)])
  const ended: string[] = []
  const resume = async (owner: string, blockHash: string) => {
    const replay = await follower.resume(new FollowChecker(tree, false), { blockHash }, anOwner(owner))
    ended.push(replay === undefined || typeof replay === 'string' ? String(replay) : owner)
  }
  network.nodes[0]!.faults = { ...HONEST, delayMs: 50 }
  const invented = (at: number) => `0x${at.toString(16).padStart(64, 'f')}`
  const flood = Array.from({ length: 3_000 }, (_, at) => resume('flooding', invented(at)))
  const other = resume('other', ancestorOf(tip, 100).hash)
  await time.pass(0)
  expect(network.nodes[0]!.asked.get('eth_getBlockByHash')).toBeLessThanOrEqual(2)
  await time.pass(3_000)
  await other
  expect(ended.filter((one) => one === 'no-room').length).toBeGreaterThan(900)
  // Two questions at a time, 26 ms each.
  expect(ended.filter((one) => one === 'undefined').length).toBeLessThan(300)
  await time.pass(10_000)
  await Promise.all(flood)
})

test('resumptions at once read the headers of blocks that lack logs no more often than one', async () => {
  const { follower, tree, time, tip, resume } = await aNetwork()
  await resume({ blockHash: ancestorOf(tip, 100).hash }, false)
  const reading = jest.spyOn(Buffer, 'from')
  const headersRead = () => reading.mock.calls.filter((given) => (given as unknown[])[1] === 'latin1').length
  const resumeOne = () =>
    follower.resume(new FollowChecker(tree, true), { blockHash: ancestorOf(tip, 100).hash }, anOwner())
  try {
    const [...replays] = await Promise.all([...Array.from({ length: 20 }, resumeOne), time.pass(7_000)])
    expect(new Set(replays.slice(0, 20).map((replay) => (replay as Replay)?.added.length))).toEqual(new Set([100]))
    expect(headersRead()).toBeGreaterThan(0)
    expect(headersRead()).toBeLessThanOrEqual(101)
  } finally {
    reading.mockRestore()
  }
})

test('a resumption leaves its place to another account after five seconds, and goes on at the next attempt', async () => {
  const { follower, tree, time, network, way, tip } = await aNetwork()
  way.ask = async (...question) => {
    if (question[1] === 'eth_getLogs') await time.wait(500)
    return network.ask(...question)
  }
  const resumed: unknown[] = []
  const resume = async (owner: string, depth: number): Promise<void> => {
    const after = { blockHash: ancestorOf(tip, depth).hash }
    const replay = await follower.resume(new FollowChecker(tree, true), after, anOwner(owner))
    resumed.push([owner, typeof replay === 'string' ? replay : replay?.added.length])
  }
  const all = [resume('one', 120), resume('one', 120)]
  await time.pass(2_000)
  all.push(resume('other', 3))
  await time.pass(10_000)
  expect(resumed).toEqual([
    ['one', 'no-node'],
    ['one', 'no-node'],
    ['other', 3],
  ])
  all.push(resume('one', 120))
  await time.pass(10_000)
  expect(resumed.at(-1)).toEqual(['one', 120])
  await Promise.all(all)
})

test('a bug in a resumption leaves no listener, and the follower rests', async () => {
  const { follower, tree, network, way, time, tip } = await aNetwork()
  way.ask = async (node, method, ...question) => {
    if (method === 'eth_getLogs') throw new Error('a bug')
    return network.ask(node, method, ...question)
  }
  const resumed = follower.resume(new FollowChecker(tree, true), { blockHash: ancestorOf(tip, 9).hash }, anOwner())
  await Promise.all([expect(resumed).rejects.toThrow('a bug'), time.pass(7_000)])
  const asked = network.questions()
  await time.pass(60_000)
  expect(network.questions()).toBe(asked)
})

test('a point that is refused leaves no listener, and the follower rests', async () => {
  const { resume, time, network } = await aNetwork()
  await resume({ blockHash: `0x${'12'.repeat(32)}` })
  await time.pass(2_000)
  const asked = network.questions()
  await time.pass(60_000)
  expect(network.questions()).toBe(asked)
})

test('right after the follower began, its ancestors have the logs that are taken back with them', async () => {
  const { show, grow, tip, time, follower } = await aNetwork()
  const steps: FollowStep[] = []
  const listener = { wantsLogs: true, step: (step: FollowStep) => void steps.push(step), ended: () => {} }
  await Promise.all([follower.resume(listener, { blockHash: tip.hash }, anOwner()), time.pass(7_000)])
  await show(grow(ancestorOf(tip, 3), 4))
  expect(steps[0]!.removed.map(({ hash, logs }) => [hash, logs?.length])).toEqual(
    [0, 1, 2].map((depth) => [ancestorOf(tip, depth).hash, 2]),
  )
})

test('blocks that were taken back and added again while logs were fetched have theirs when they are taken back', async () => {
  const { network, grow, tip, time, tree, follower, way } = await aNetwork()
  const heads = new FollowChecker(tree, false)
  await Promise.all([follower.join(heads).then((start) => heads.began(start!)), time.pass(2_000)])
  const show = async (shown: TreeBlock) => {
    network.nodes[0]!.tip = shown
    await time.pass(1_100)
  }
  // One answer is lost, so the resumption asks for that block's logs again, and waits.
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = 0
  way.ask = async (...question) => {
    const isOfTheBlock = JSON.stringify(question[2]) === JSON.stringify([{ blockHash: ancestorOf(tip, 9).hash }])
    if (!isOfTheBlock) return network.ask(...question)
    if (++asked === 1) return { kind: 'silent', reason: 'timed_out' }
    await held
    return network.ask(...question)
  }
  const steps: FollowStep[] = []
  const listener = { wantsLogs: true, step: (step: FollowStep) => void steps.push(step), ended: () => {} }
  const replay = follower.resume(listener, { blockHash: tip.hash }, anOwner())
  await time.pass(500)
  await show(grow(ancestorOf(tip, 2), 3))
  const again = grow(tip, 2)
  await show(again)
  expect(asked).toBe(2)
  answer()
  await time.pass(500)
  expect(hashesOf((await replay) as Replay)).toEqual([[], upTo(again, 2)])
  await show(grow(ancestorOf(tip, 2), 6))
  expect(steps.flatMap(({ removed }) => removed.map(({ hash, logs }) => [hash, logs?.length]))).toEqual(
    [0, 1, 2, 3].map((depth) => [ancestorOf(again, depth).hash, 2]),
  )
  expect(heads.wrong).toEqual([])
})

test('a resumed subscriber of logs is not left with logs of a branch that was taken back too deep', async () => {
  const { show, grow, tip, time, tree, follower, network } = await aNetwork()
  const heads = new FollowChecker(tree, false)
  await Promise.all([follower.join(heads).then((start) => heads.began(start!)), time.pass(2_000)])
  network.finalized = 300n
  const newest = await show(grow(tip, 100))
  const { logs } = blockSources(follower, new BlockEvents(deliveryTurns()))
  const sink = keepingSink()
  const after = { blockHash: ancestorOf(newest, 1).hash }
  await Promise.all([logs.open([{}, { after }], sink, anOwner()), time.pass(2_000)])
  await expectSoon(() => sink.results.length, 2)
  await show(grow(ancestorOf(newest, 80), 82))
  await expectSoon(() => sink.ends, ['gap_too_wide'])
  expect(heads.wrong).toEqual([])
})
