import { ancestorOf } from '../../../support/block-tree.js'
import { FollowChecker } from '../../../support/follow-checker.js'
import { aFollowedNetwork, POLL_MS } from '../../../support/followed-network.js'
import { HONEST } from '../../../support/tree-nodes.js'

const HOUR_MS = 3_600_000

test('asks a node nothing before the first listener and after the last', async () => {
  const { time, network, follower, join, show, grow, tip } = aFollowedNetwork()
  await time.pass(10_000)
  expect(network.questions()).toBe(0)
  const checker = await join()
  follower.leave(checker)
  await time.pass(100)
  const asked = network.questions()
  show(grow(tip, 1))
  await time.pass(60_000)
  expect(network.questions()).toBe(asked)
})

test('costs one block and one query of logs a head, however many listen', async () => {
  const { time, network, show, grow, join, at, tip } = aFollowedNetwork()
  const checkers = await Promise.all(Array.from({ length: 20 }, (_, index) => join(index % 2 === 0)))
  await time.pass(2 * POLL_MS)
  const asked = () => [
    network.total('eth_getBlockByNumber') + network.total('eth_getBlockByHash'),
    network.total('eth_getLogs'),
  ]
  const before = asked()
  let newest = tip
  for (let block = 0; block < 50; block++) {
    newest = show(grow(newest, 1))
    await time.pass(POLL_MS)
  }
  await time.pass(POLL_MS)
  for (const checker of checkers) expect(at(checker)).toEqual([newest.hash, []])
  expect(asked().map((count, index) => count - before[index]!)).toEqual([50, 50])
})

test('fetches no logs while only heads are wanted', async () => {
  const { time, network, show, grow, join, tip, at } = aFollowedNetwork()
  const checker = await join(false)
  const newest = show(grow(tip, 5))
  await time.pass(2 * POLL_MS)
  expect(at(checker)).toEqual([newest.hash, []])
  expect(network.total('eth_getLogs')).toBe(0)
})

test('delivers a wide gap, and ends when it is too wide', async () => {
  const { time, join, show, grow, tip, at } = aFollowedNetwork()
  const checker = await join()
  const newest = show(grow(tip, 1_024))
  await time.pass(20_000)
  expect(at(checker)).toEqual([newest.hash, []])
  show(grow(newest, 1_025))
  await time.pass(2 * POLL_MS)
  expect([checker.end, ...at(checker)]).toEqual(['gap_too_wide', newest.hash, []])
  expect((await join()).chain).toHaveLength(1)
})

test('ends its streams with a reason after a bug, and begins anew', async () => {
  const { time, join, show, grow, tip, at, bugs, events } = aFollowedNetwork()
  const checker = await join()
  bugs.push(new Error('unforeseen'))
  const newest = show(grow(tip, 3))
  await time.pass(2 * POLL_MS)
  expect([checker.end, events]).toEqual(['stream_broken', [['bug', 'unforeseen']]])
  const again = await join()
  const next = show(grow(newest, 2))
  await time.pass(2 * POLL_MS)
  expect(at(again)).toEqual([next.hash, []])
})

test('goes on exactly if a node is back within 30 seconds, and ends after', async () => {
  const { time, nodes, join, show, grow, tip, at } = aFollowedNetwork()
  const [node] = nodes
  const checker = await join()
  node!.isUp = false
  await time.pass(25_000)
  const newest = show(grow(tip, 20))
  node!.isUp = true
  await time.pass(3_000)
  expect([checker.end, ...at(checker)]).toEqual([undefined, newest.hash, []])
  node!.isUp = false
  await time.pass(28_000)
  expect(checker.end).toBeUndefined()
  await time.pass(8_000)
  expect(checker.end).toBe('no_node')
})

test('a listener is not added if no node answers', async () => {
  const { time, nodes, follower, tree } = aFollowedNetwork()
  nodes[0]!.isUp = false
  const joined = follower.join(new FollowChecker(tree, true))
  await time.pass(10_000)
  expect(await joined).toBeUndefined()
})

describe('when the clock is set back by an hour during an outage', () => {
  test('a stream ends after 30 seconds without a node', async () => {
    const { time, clock, nodes, join } = aFollowedNetwork()
    const checker = await join(false)
    nodes[0]!.isUp = false
    await time.pass(10_000)
    clock.aheadMs = -HOUR_MS
    await time.pass(18_000)
    expect(checker.end).toBeUndefined()
    await time.pass(8_000)
    expect(checker.end).toBe('no_node')
  })

  test('a stream of logs ends after 30 seconds without logs', async () => {
    const { time, clock, nodes, join, show, grow, tip } = aFollowedNetwork()
    const checker = await join()
    nodes[0]!.faults = { ...HONEST, emptyLogs: 1 }
    show(grow(tip, 1))
    await time.pass(10_000)
    clock.aheadMs = -HOUR_MS
    await time.pass(26_000)
    expect(checker.end).toBe('no_logs')
  })

  test('a listener that waits for a node is refused as soon as before', async () => {
    const { time, clock, nodes, follower, tree } = aFollowedNetwork()
    nodes[0]!.isUp = false
    let joined: unknown = 'waits'
    void follower.join(new FollowChecker(tree, false)).then((start) => (joined = start))
    await time.pass(2_000)
    clock.aheadMs = -HOUR_MS
    await time.pass(8_000)
    expect(joined).toBeUndefined()
  })
})

test('takes blocks back when the chain becomes shorter on all nodes', async () => {
  const { time, join, show, grow, tip, at, events } = aFollowedNetwork(2)
  const checker = await join()
  const newest = show(grow(tip, 3))
  await time.pass(2 * POLL_MS)
  show(tip)
  await time.pass(500)
  expect(at(checker)).toEqual([newest.hash, []])
  await time.pass(5 * POLL_MS)
  expect(at(checker)).toEqual([tip.hash, []])
  expect(events).toEqual([['reorganized', 3]])
})

test('takes nothing back because one node lags, or is on an older branch', async () => {
  const { time, nodes, join, show, grow, tip, at, events } = aFollowedNetwork(2)
  const checker = await join()
  const next = show(grow(tip, 1))
  await time.pass(2 * POLL_MS)
  for (const older of [ancestorOf(next, 2), grow(ancestorOf(next, 4), 2)]) {
    show(older, nodes.slice(0, 1))
    await time.pass(20_000)
    expect([...at(checker), events]).toEqual([next.hash, [], []])
  }
})

test('stays with its node while another follows an honest branch of the same height', async () => {
  const { time, nodes, join, grow, show, tip, at, events } = aFollowedNetwork(2)
  nodes[0]!.isUp = false
  const checker = await join()
  nodes[0]!.isUp = true
  for (let block = 1; block <= 10; block++) {
    for (const node of nodes) show(grow(node.tip, 1), [node])
    await time.pass(2 * POLL_MS)
  }
  expect([...at(checker), events]).toEqual([nodes[1]!.tip.hash, [], []])
  nodes[1]!.isUp = false
  await time.pass(10 * POLL_MS)
  expect([...at(checker), events]).toEqual([nodes[0]!.tip.hash, [], [['reorganized', 10]]])
  expect(ancestorOf(nodes[0]!.tip, 10)).toBe(tip)
})

test('does not follow a node that stands alone above the others until it showed its blocks', async () => {
  const { time, network, nodes, join, show, grow, tip, at } = aFollowedNetwork(2)
  const checker = await join()
  network.known = BigInt(tip.number)
  network.alone.add(nodes[0]!)
  const far = show(grow(tip, 4), nodes.slice(0, 1))
  await time.pass(5 * POLL_MS)
  expect(at(checker)).toEqual([tip.hash, []])
  network.known = BigInt(far.number)
  nodes[1]!.isUp = false
  await time.pass(10 * POLL_MS)
  expect(at(checker)).toEqual([far.hash, []])
  // It has a block more than at the poll.
  const next = show(grow(far, 1), nodes.slice(0, 1))
  await time.pass(5 * POLL_MS)
  expect(at(checker)).toEqual([next.hash, []])
})

test('catches up although every third question is refused', async () => {
  const { time, nodes, join, show, grow, tip, at } = aFollowedNetwork()
  const checker = await join()
  nodes[0]!.faults = { ...HONEST, refuse: 0.33 }
  const newest = show(grow(tip, 200))
  await time.pass(25_000)
  expect(at(checker)).toEqual([newest.hash, []])
})

test('follows a branch that begins below the first block', async () => {
  const { time, join, show, grow, tip, at } = aFollowedNetwork()
  const checker = await join()
  const newest = show(grow(ancestorOf(tip, 8), 9))
  await time.pass(2 * POLL_MS)
  expect([checker.end, ...at(checker)]).toEqual([undefined, newest.hash, []])
})

test('keeps its blocks when a reload replaces the nodes', async () => {
  const { time, network, follower, join, show, grow, tip, at } = aFollowedNetwork()
  const checker = await join()
  const newest = show(grow(tip, 2))
  follower.reload({ pollMs: POLL_MS, verifyLogs: 'bloom' }, { ...network.followed })
  await time.pass(500)
  expect(at(checker)).toEqual([newest.hash, []])
})
