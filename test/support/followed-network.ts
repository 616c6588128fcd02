import { EvmFollower } from '../../src/server/subscriptions/follow/follower.js'
import type { AskBytes } from '../../src/server/upstreams/poll/asked.js'
import { BlockTree, type TreeBlock } from './block-tree.js'
import { FollowChecker } from './follow-checker.js'
import { NO_EVENTS } from './follow-run.js'
import { seededRandom } from './seeded-random.js'
import { type TreeNode, TreeNodes } from './tree-nodes.js'
import { VirtualTime } from './virtual-time.js'

export const POLL_MS = 1_000

/** A follower of so many honest nodes, whose chain has 50 blocks. Time is virtual. */
export const aFollowedNetwork = (count = 1, hashesOtherwise = false) => {
  const random = seededRandom(7)
  const time = new VirtualTime()
  /** How far the follower's clock was set forward; below 0: back. */
  const clock = { aheadMs: 0 }
  const tree = new BlockTree(random, undefined, hashesOtherwise)
  const network = new TreeNodes(tree, time, random, count, true)
  const events: unknown[] = []
  /** As the follower said last. */
  const lag = { blocks: 0 }
  /** Methods whose answers wait. */
  const held = new Map<string, Promise<void>>()
  /** The byte that fills the bloom of a node's headers: `ff` fits no logs, `00` denies all. */
  const falseBlooms = new Map<TreeNode, string>()
  /** Thrown by the next questions, one each. */
  const bugs: Error[] = []
  const deps = {
    nodes: network.followed,
    ask: (async (...args) => {
      const bug = bugs.shift()
      if (bug !== undefined) throw bug
      await held.get(args[1])
      const asked = await network.ask(...args)
      const filling = falseBlooms.get(network.nodes.find(({ upstream }) => upstream === args[0])!)
      if (filling === undefined || asked.kind !== 'result') return asked
      return { ...asked, bytes: Buffer.from(withBloomOf(filling, asked.bytes.toString())) }
    }) as AskBytes,
    nowMs: () => time.nowMs + clock.aheadMs,
    startTimer: time.start,
    events: {
      ...NO_EVENTS,
      lagging: (blocks: number) => {
        lag.blocks = blocks
      },
      reorganized: (depth: number) => void events.push(['reorganized', depth]),
      bloomsIgnored: () => void events.push('bloomsIgnored'),
      logsMissing: (hash: string, nodes: object) => void events.push(['logsMissing', hash, nodes]),
      bug: (error: unknown) => void events.push(['bug', (error as Error).message]),
    },
  }
  const follower = new EvmFollower({ pollMs: POLL_MS, verifyLogs: 'bloom' }, deps)
  const grow = (from: TreeBlock, blocks: number): TreeBlock => {
    let tip = from
    for (let left = blocks; left > 0; left--) tip = tree.add(tip, 3)
    return tip
  }
  /** Adds a block with logs that its bloom denies. */
  const addDenied = (parent: TreeBlock): TreeBlock => {
    const block = tree.add(parent, 3)
    return Object.assign(block, { json: withBloomOf('00', block.json) })
  }
  const show = (tip: TreeBlock, nodes = network.nodes): TreeBlock => {
    for (const node of nodes) node.tip = tip
    return tip
  }
  const tip = show(grow(tree.genesis, 50))
  const join = async (wantsLogs = true): Promise<FollowChecker> => {
    const checker = new FollowChecker(tree, wantsLogs)
    const [start] = await Promise.all([follower.join(checker), time.pass(100)])
    checker.began(start!)
    await time.pass(POLL_MS)
    return checker
  }
  /** Holds the answers of a method back until the test releases them. */
  const hold = (method: string): (() => void) => {
    let release = () => {}
    held.set(method, new Promise((resolve) => (release = resolve)))
    return () => {
      held.delete(method)
      release()
    }
  }
  const at = (checker: FollowChecker) => [checker.chain.at(-1)?.hash, checker.wrong]
  return {
    time,
    clock,
    tree,
    network,
    nodes: network.nodes,
    follower,
    grow,
    addDenied,
    show,
    tip,
    join,
    at,
    hold,
    events,
    lag,
    bugs,
    falseBlooms,
  }
}

const withBloomOf = (filling: string, json: string): string =>
  json.replace(/"logsBloom":"0x[0-9a-f]*"/, `"logsBloom":"0x${filling.repeat(256)}"`)
