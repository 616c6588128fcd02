import { BlockFetcher } from '../../../../src/server/subscriptions/follow/block-fetcher.js'
import type { NodeAsker } from '../../../../src/server/subscriptions/follow/follow-nodes.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { ancestorOf } from '../../../support/block-tree.js'
import { FollowChecker } from '../../../support/follow-checker.js'
import { aFollowedNetwork } from '../../../support/followed-network.js'
import { HONEST, type NodeFaults } from '../../../support/tree-nodes.js'

/** A node that answers so many questions at once. Further ones meet `after`. */
const changedAfter = (answers: number, after: Partial<NodeFaults>): NodeFaults => {
  let asked = 0
  return {
    ...HONEST,
    // Read first, once for each question.
    get hang() {
      return ++asked > answers ? (after.hang ?? 0) : 0
    },
    get refuse() {
      return asked > answers ? (after.refuse ?? 0) : 0
    },
    get delayMs() {
      return asked > answers ? (after.delayMs ?? 0) : 0
    },
  }
}
const frozenAfter = (answers: number) => changedAfter(answers, { hang: 1 })

/** A first listener of two nodes. The follower asks the first one, which has these faults. */
const aFirstListener = async (faults: NodeFaults) => {
  const network = aFollowedNetwork(2)
  const { time, tree, nodes, follower } = network
  nodes[0]!.faults = faults
  const checker = new FollowChecker(tree, true)
  const [start] = await Promise.all([follower.join(checker), time.pass(100)])
  checker.began(start!)
  return { ...network, checker }
}

test.each([1, 5, 15])('a node that freezes after %i answers holds up the first head by one ask', async (answers) => {
  const { time, checker, grow, show, tip, at } = await aFirstListener(frozenAfter(answers))
  const next = show(grow(tip, 1))
  await time.pass(4_000)
  expect(at(checker)).toEqual([next.hash, []])
  // The other node gave the rest of the ancestors.
  const branch = show(grow(ancestorOf(tip, 32), 34))
  await time.pass(4_000)
  expect([checker.end, ...at(checker)]).toEqual([undefined, branch.hash, []])
})

test('a node that is down by its health is asked for no more ancestors', async () => {
  const { time, nodes } = await aFirstListener(changedAfter(1, { delayMs: 1_000 }))
  Object.defineProperty(nodes[0]!.upstream.health, 'isUsable', { value: false })
  await time.pass(1_100)
  // The newest block and eight at the same time; the other node gave the rest.
  expect(nodes.map(({ asked }) => asked.get('eth_getBlockByNumber'))).toEqual([9, 24])
})

test.each([20, 64, 600])('a node that freezes in a gap of %i blocks holds it up by one ask', async (gap) => {
  const { time, nodes, join, grow, show, tip, at } = aFollowedNetwork(2)
  const checker = await join()
  // Its newest block, and a few of the gap.
  nodes[0]!.faults = frozenAfter(6)
  const newest = show(grow(tip, gap))
  await time.pass(5_000)
  expect([checker.end, ...at(checker)]).toEqual([undefined, newest.hash, []])
})

test('a node that refuses the blocks of a gap is asked for each of them once by its number', async () => {
  const { time, nodes, join, grow, show, tip, at } = aFollowedNetwork(2)
  const checker = await join()
  nodes[0]!.asked.clear()
  nodes[0]!.faults = changedAfter(2, { refuse: 1 })
  const newest = show(grow(tip, 64))
  await time.pass(5_000)
  expect([checker.end, ...at(checker)]).toEqual([undefined, newest.hash, []])
  // Its newest block at each look, too.
  expect(nodes[0]!.asked.get('eth_getBlockByNumber')).toBeLessThan(75)
})

test('a young chain is asked for no block before its first', async () => {
  const asked: unknown[] = []
  const upstream = { health: { isUsable: true } } as Upstream
  const asker = {
    choose: () => upstream,
    ask: async (_: Upstream, __: string, [number]: readonly unknown[]) => {
      asked.push(number)
      return { kind: 'node-error', code: -32000, message: 'not found' }
    },
  } as unknown as NodeAsker
  await new BlockFetcher(asker).prefetch(-126n, 2n)
  expect(asked.sort()).toEqual(['0x0', '0x1', '0x2'])
})
