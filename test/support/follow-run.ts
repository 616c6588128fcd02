import { EvmFollower } from '../../src/server/subscriptions/follow/follower.js'
import { ancestorOf, BlockTree, type TreeBlock } from './block-tree.js'
import { anOwner } from './event-streams.js'
import { FollowChecker } from './follow-checker.js'
import { seededRandom } from './seeded-random.js'
import { HONEST, type TreeNode, TreeNodes } from './tree-nodes.js'
import { VirtualTime } from './virtual-time.js'

export const NO_EVENTS = {
  fetchedLogs: () => {},
  lagging: () => {},
  reorganized: () => {},
  bloomsIgnored: () => {},
  logsMissing: () => {},
  bug: (error: unknown) => {
    throw error
  },
}

/** Mistakes of a run, and counts that show whether it met a reorganization at all. */
export interface RunSummary {
  readonly wrong: readonly string[]
  readonly removed: number
  readonly resumed: number
  readonly outOfReach: number
  readonly ended: number
  readonly steps: number
}

/**
 * Runs a follower on a random history of a chain and its nodes, and checks the steps that its
 * listeners get against the law of subscriptions.
 */
export const followRandomly = async (seed: number): Promise<RunSummary> => {
  const random = seededRandom(seed)
  const below = (bound: number): number => Math.floor(random() * bound)
  const time = new VirtualTime()
  const tree = new BlockTree(random, undefined, random() < 0.3)
  const network = new TreeNodes(tree, time, random, 1 + below(3), random() < 0.5)
  const { nodes } = network
  let tip: TreeBlock = tree.genesis
  const grow = (blocks: number): void => {
    for (let left = blocks; left > 0; left--) tip = tree.add(tip)
  }
  grow(3 + below(20))
  for (const node of nodes) node.tip = tip
  const often = (): number => (random() < 0.5 ? 0 : random() * 0.3)
  for (const node of nodes)
    node.faults = {
      refuse: often(),
      hang: often() / 10,
      noBlock: often(),
      // Many come blocks later than their heads.
      emptyLogs: random() < 0.3 ? 0.9 : often(),
      missingLog: often(),
      foreignLogs: often(),
      delayMs: below(150),
    }
  const deps = {
    nodes: network.followed,
    ask: network.ask,
    nowMs: () => time.nowMs,
    startTimer: time.start,
    events: NO_EVENTS,
  }
  const follower = new EvmFollower({ pollMs: 200 + below(800), verifyLogs: 'bloom' }, deps)
  const checkers: FollowChecker[] = []
  const summary = { resumed: 0, outOfReach: 0 }
  const join = async (): Promise<void> => {
    const checker = new FollowChecker(tree, random() < 0.6)
    const early: Parameters<FollowChecker['step']>[0][] = []
    let hasBegun = false
    const step = checker.step.bind(checker)
    checker.step = (one) => (hasBegun ? step(one) : void early.push(one))
    const start = await follower.join(checker)
    if (start === undefined) return
    checker.began(start)
    hasBegun = true
    for (const one of early) step(one)
    checkers.push(checker)
  }
  const resume = async (): Promise<void> => {
    const at = below(checkers.length)
    const checker = checkers[at]
    const last = checker?.chain.at(-1)
    if (checker === undefined || last === undefined || checker.end !== undefined) return
    follower.leave(checker)
    checkers.splice(at, 1)
    await time.wait(below(3_000))
    const again = new FollowChecker(tree, checker.wantsLogs)
    again.wrong.push(...checker.wrong)
    again.chain.push(...checker.chain)
    const after = { blockHash: last.hash, ...(random() < 0.5 && { logIndex: 0 }) }
    const early: Parameters<FollowChecker['step']>[0][] = []
    const step = again.step.bind(again)
    let hasBegun = false
    again.step = (one) => (hasBegun ? step(one) : void early.push(one))
    const replay = await follower.resume(again, after, anOwner())
    if (replay === 'no-room') throw new Error(replay)
    if (replay === undefined || replay === 'no-node') {
      summary.outOfReach++
      if (again.wrong.length > 0) checkers.push(again)
      return
    }
    hasBegun = true
    summary.resumed++
    if (replay.removed.length + replay.added.length > 0) again.replayed(replay, after)
    for (const one of early) step(one)
    checkers.push(again)
  }
  const spread = (): void => {
    for (const node of nodes) {
      const shown = tip
      if (random() < 0.8)
        void time.wait(below(2_000)).then(() => {
          if (!isLaterThan(shown, node.tip)) return
          node.tip = shown
          if (announces) announce(node, shown)
        })
    }
  }
  const announces = random() < 0.6
  /** Announces a block late, twice, never, as an older block, or with a changed header. */
  const announce = (node: TreeNode, shown: TreeBlock): void => {
    for (let times = below(3); times > 0; times--) {
      const block = random() < 0.2 ? ancestorOf(shown, below(3)) : shown
      const text = random() < 0.2 ? block.json.replace('"gasUsed":"0x0"', '"gasUsed":"0x1"') : block.json
      void time.wait(random() < 0.5 ? 0 : below(3_000)).then(() => network.announce(node, block, text))
    }
  }
  /** A node never returns to a branch that the network gave up for a newer one. */
  const order = new Map<TreeBlock, number>()
  const isLaterThan = (one: TreeBlock, other: TreeBlock): boolean => (order.get(one) ?? 0) >= (order.get(other) ?? 0)
  let removed = 0
  await Promise.all([join(), time.pass(10_000)])
  for (let turn = 0; turn < 25; turn++) {
    const what = random()
    if (what < 0.5) grow(1 + below(3))
    else if (what < 0.55) grow(below(80))
    else if (what < 0.75) {
      const depth = 1 + below(8)
      tip = ancestorOf(tip, depth)
      removed += depth
      grow(depth + below(2) - (random() < 0.2 ? 1 : 0) || 1)
    } else if (what < 0.85) nodes[below(nodes.length)]!.isUp = random() < 0.7
    else if (what < 0.92) void join()
    else void resume()
    order.set(tip, turn + 1)
    spread()
    await time.pass(below(3_000))
  }
  for (const node of nodes) Object.assign(node, { isUp: true, tip, faults: HONEST })
  await time.pass(30_000)
  const ends = checkers.flatMap(({ end, chain }) =>
    end === undefined && chain.at(-1)?.hash !== tip.hash ? [`rests at ${chain.at(-1)?.hash}, not ${tip.hash}`] : [],
  )
  follower.close()
  await time.pass(10_000)
  return {
    wrong: [...checkers.flatMap(({ wrong }) => wrong), ...ends],
    removed,
    ...summary,
    ended: checkers.filter(({ end }) => end !== undefined).length,
    steps: checkers.reduce((sum, { steps }) => sum + steps, 0),
  }
}
