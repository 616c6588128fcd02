import { ancestorOf } from '../../../support/block-tree.js'
import { aFollowedNetwork, POLL_MS } from '../../../support/followed-network.js'
import { HONEST } from '../../../support/tree-nodes.js'

test('gives up a node whose logs are never complete', async () => {
  const { time, nodes, join, show, grow, tip, at } = aFollowedNetwork(2)
  const checker = await join()
  nodes[0]!.faults = { ...HONEST, missingLog: 1 }
  const newest = show(grow(tip, 3))
  await time.pass(3 * POLL_MS)
  expect(at(checker)).toEqual([newest.hash, []])
})

test('where no node has right logs, heads go on, and the listener of logs is told the end', async () => {
  const { time, nodes, join, show, grow, tip, at, events } = aFollowedNetwork(2)
  const [heads, logs] = [await join(false), await join()]
  for (const node of nodes) node.faults = { ...HONEST, emptyLogs: 1 }
  const first = show(grow(tip, 1))
  await time.pass(2 * POLL_MS)
  expect([at(heads), at(logs)]).toEqual([
    [first.hash, []],
    [tip.hash, []],
  ])
  const newest = show(grow(first, 1))
  await time.pass(25_000)
  expect([logs.end, ...at(logs)]).toEqual([undefined, tip.hash, []])
  await time.pass(8_000)
  expect([logs.end, ...at(logs)]).toEqual(['no_logs', tip.hash, []])
  expect([heads.end, ...at(heads)]).toEqual([undefined, newest.hash, []])
  expect(events).toEqual([['logsMissing', expect.any(String), { 'node-0': 'other_bloom', 'node-1': 'other_bloom' }]])
  const next = show(grow(newest, 1))
  await time.pass(2 * POLL_MS)
  expect(at(heads)).toEqual([next.hash, []])
})

test('heads do not wait for a node that takes its time with logs', async () => {
  const { time, join, show, grow, tip, at, hold } = aFollowedNetwork(1)
  const [heads, logs] = [await join(false), await join()]
  const release = hold('eth_getLogs')
  const newest = show(grow(show(grow(tip, 1)), 1))
  await time.pass(2 * POLL_MS)
  const branch = show(grow(ancestorOf(newest, 1), 2))
  await time.pass(2 * POLL_MS)
  expect([at(heads), at(logs)]).toEqual([
    [branch.hash, []],
    [tip.hash, []],
  ])
  release()
  await time.pass(2 * POLL_MS)
  expect(at(logs)).toEqual([branch.hash, []])
})

test('lags no more when it rests, although logs were late', async () => {
  const { time, nodes, join, show, grow, tip, lag } = aFollowedNetwork(1)
  const logs = await join()
  nodes[0]!.faults = { ...HONEST, emptyLogs: 1 }
  show(grow(tip, 3))
  await time.pass(2 * POLL_MS)
  expect(lag.blocks).toBe(3)
  await time.pass(60_000)
  expect([logs.end, lag.blocks]).toEqual(['no_logs', 0])
})

test('ends the listeners of logs that are too many blocks late', async () => {
  const { time, join, show, grow, tip, at, hold } = aFollowedNetwork(1)
  const [heads, logs] = [await join(false), await join()]
  const release = hold('eth_getLogs')
  const wide = show(grow(tip, 1_024))
  await time.pass(2 * POLL_MS)
  const wider = show(grow(wide, 1_024))
  await time.pass(2 * POLL_MS)
  expect([heads.end, logs.end, ...at(heads)]).toEqual([undefined, 'gap_too_wide', wider.hash, []])
  release()
  const again = await join()
  expect(again.chain.map(({ hash }) => hash)).toEqual([wider.hash])
  const newest = show(grow(wider, 1))
  await time.pass(2 * POLL_MS)
  expect(at(again)).toEqual([newest.hash, []])
})

test('logs that were given are taken back at once, although those of the new branch are late', async () => {
  const { time, join, show, grow, tip, at, hold } = aFollowedNetwork(1)
  const logs = await join()
  const old = show(grow(tip, 3))
  await time.pass(2 * POLL_MS)
  const release = hold('eth_getLogs')
  const newest = show(grow(ancestorOf(old, 2), 3))
  await time.pass(2 * POLL_MS)
  expect(at(logs)).toEqual([ancestorOf(old, 2).hash, []])
  const late = await join()
  expect(late.chain.map(({ hash }) => hash)).toEqual([ancestorOf(old, 2).hash])
  release()
  await time.pass(2 * POLL_MS)
  expect([at(logs), at(late)]).toEqual([
    [newest.hash, []],
    [newest.hash, []],
  ])
})

test('reads a header again whose bloom none of the right logs fit', async () => {
  const { time, nodes, join, show, grow, tip, at, falseBlooms } = aFollowedNetwork(2)
  const logs = await join()
  falseBlooms.set(nodes[0]!, 'ff')
  const newest = show(grow(tip, 3))
  await time.pass(15_000)
  expect([logs.end, at(logs)[0]]).toEqual([undefined, newest.hash])
  expect(logs.wrong.filter((one) => !one.startsWith('the header'))).toEqual([])
})

test('goes on to compare blooms although the headers of one node deny the logs of all', async () => {
  const { time, nodes, join, show, grow, tip, at, falseBlooms, events } = aFollowedNetwork(2)
  const logs = await join()
  const wrong = () => logs.wrong.filter((one) => !one.startsWith('the header'))
  falseBlooms.set(nodes[0]!, '00')
  const first = show(grow(tip, 1))
  await time.pass(15_000)
  expect([at(logs)[0], wrong(), events]).toEqual([first.hash, [], []])
  falseBlooms.clear()
  for (const node of nodes) node.faults = { ...HONEST, emptyLogs: 1 }
  const next = show(grow(first, 1))
  await time.pass(3 * POLL_MS)
  expect([at(logs)[0], wrong()]).toEqual([first.hash, []])
  for (const node of nodes) node.faults = HONEST
  await time.pass(3 * POLL_MS)
  expect([at(logs)[0], wrong()]).toEqual([next.hash, []])
})

test('ignores blooms, once two nodes agree on logs that they deny', async () => {
  const { time, addDenied, join, show, tip, at, events } = aFollowedNetwork(2)
  const checker = await join()
  const lying = addDenied(tip)
  show(lying)
  await time.pass(2 * POLL_MS)
  expect([...at(checker), events]).toEqual([lying.hash, [], ['bloomsIgnored']])
})

test('believes no logs that a bloom denies from one node alone', async () => {
  const { time, addDenied, join, show, tip, at, events } = aFollowedNetwork(1)
  const checker = await join()
  const lying = addDenied(tip)
  show(lying)
  await time.pass(5 * POLL_MS)
  expect([...at(checker), events]).toEqual([tip.hash, [], []])
})

test('a reload changes how logs are believed, and how often it looks', async () => {
  const { time, addDenied, network, follower, join, show, grow, tip, at } = aFollowedNetwork(1)
  const checker = await join()
  const lying = addDenied(tip)
  show(lying)
  await time.pass(5 * POLL_MS)
  expect(at(checker)).toEqual([tip.hash, []])
  follower.reload({ pollMs: 30 * POLL_MS, verifyLogs: 'off' }, network.followed)
  await time.pass(500)
  expect(at(checker)).toEqual([lying.hash, []])
  const newest = show(grow(lying, 1))
  await time.pass(20 * POLL_MS)
  expect(at(checker)).toEqual([lying.hash, []])
  await time.pass(20 * POLL_MS)
  expect(at(checker)).toEqual([newest.hash, []])
})
