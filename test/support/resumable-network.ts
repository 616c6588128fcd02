import type { FollowNodes } from '../../src/server/subscriptions/follow/follow-nodes.js'
import { EvmFollower } from '../../src/server/subscriptions/follow/follower.js'
import type { Replay, ResumePoint } from '../../src/server/subscriptions/followed-block.js'
import type { CallRate } from '../../src/server/upstreams/call-rate.js'
import type { AskBytes } from '../../src/server/upstreams/poll/asked.js'
import { ancestorOf, BlockTree, type TreeBlock } from './block-tree.js'
import { anOwner } from './event-streams.js'
import { FollowChecker } from './follow-checker.js'
import { NO_EVENTS } from './follow-run.js'
import { seededRandom } from './seeded-random.js'
import { TreeNodes } from './tree-nodes.js'
import { VirtualTime } from './virtual-time.js'

/** A follower of so many nodes, whose chain has 300 blocks. `keepsOrphans`: see TreeNodes. */
export const aResumableNetwork = async (keepsOrphans = true, count = 1) => {
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

/** The hashes of a replay: those of removed blocks, and those of added ones. */
export const hashesOf = (replay: Replay) => [
  replay?.removed.map(({ hash }) => hash),
  replay?.added.map(({ hash }) => hash),
]
/** The hashes of so many blocks up to a tip, the oldest first. */
export const upTo = (tip: TreeBlock, count: number): string[] =>
  Array.from({ length: count }, (_, at) => ancestorOf(tip, count - 1 - at).hash)
