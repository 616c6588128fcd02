import { jest } from '@jest/globals'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import type { Replay } from '../../../../src/server/subscriptions/followed-block.js'
import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import { ancestorOf } from '../../../support/block-tree.js'
import { anOwner } from '../../../support/event-streams.js'
import { FollowChecker } from '../../../support/follow-checker.js'
import { aResumableNetwork, hashesOf, upTo } from '../../../support/resumable-network.js'
import { HONEST } from '../../../support/tree-nodes.js'

test('a resumption asks with calls of its account, waits for them, and leaves others room', async () => {
  const { resume, tip, limit, way, network, time } = await aResumableNetwork()
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
  const { follower, tree, time, network, tip } = await aResumableNetwork()
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
  const { follower, tree, time, tip, resume } = await aResumableNetwork()
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
  const { follower, tree, time, network, way, tip } = await aResumableNetwork()
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
