import type { FollowStep } from '../../../../src/server/subscriptions/followed-block.js'
import { ancestorOf } from '../../../support/block-tree.js'
import { anOwner } from '../../../support/event-streams.js'
import { FollowChecker } from '../../../support/follow-checker.js'
import { aResumableNetwork, hashesOf, upTo } from '../../../support/resumable-network.js'

const logsIn = (step: FollowStep | undefined) => step?.added.map(({ logs }) => logs?.length)

test('replays what came after a block that is still canonical, from the nodes if need be', async () => {
  const { resume, tip } = await aResumableNetwork()
  for (const depth of [0, 1, 31, 33, 128]) {
    const { hash } = ancestorOf(tip, depth)
    expect([depth, hashesOf(await resume({ blockHash: hash }))]).toEqual([depth, [[], upTo(tip, depth)]])
  }
})

test('gives the block of the resume point again, if not all its logs were given', async () => {
  const { resume, tip } = await aResumableNetwork()
  const replay = await resume({ blockHash: ancestorOf(tip, 2).hash, logIndex: 0 })
  expect([hashesOf(replay), logsIn(replay)]).toEqual([
    [[], upTo(tip, 3)],
    [2, 2, 2],
  ])
  expect(logsIn(await resume({ blockHash: tip.hash, logIndex: 1 }, false))).toEqual([2])
})

test('fetches no logs for a listener of heads', async () => {
  const { resume, tip, network } = await aResumableNetwork()
  await resume({ blockHash: ancestorOf(tip, 60).hash }, false)
  expect(network.total('eth_getLogs')).toBe(0)
})

test('is refused for a block that is too old, unknown, or that no node has any more', async () => {
  const { resume, tip, grow } = await aResumableNetwork(false)
  const orphan = grow(ancestorOf(tip, 2), 1)
  for (const blockHash of [ancestorOf(tip, 129).hash, `0x${'12'.repeat(32)}`, orphan.hash])
    expect(await resume({ blockHash })).toBeUndefined()
})

test('a resumption asks for no more logs once the follower is closed', async () => {
  const { follower, tree, tip, way, time, network } = await aResumableNetwork()
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

test('a bug in a resumption leaves no listener, and the follower rests', async () => {
  const { follower, tree, network, way, time, tip } = await aResumableNetwork()
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
  const { resume, time, network } = await aResumableNetwork()
  await resume({ blockHash: `0x${'12'.repeat(32)}` })
  await time.pass(2_000)
  const asked = network.questions()
  await time.pass(60_000)
  expect(network.questions()).toBe(asked)
})
