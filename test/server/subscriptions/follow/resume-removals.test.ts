import type { FollowStep, Replay } from '../../../../src/server/subscriptions/followed-block.js'
import { BlockEvents } from '../../../../src/server/subscriptions/sources/block-events.js'
import { blockSources } from '../../../../src/server/subscriptions/sources/block-source.js'
import { ancestorOf, type TreeBlock } from '../../../support/block-tree.js'
import { deliveryTurns } from '../../../support/delivery-turns.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { FollowChecker } from '../../../support/follow-checker.js'
import { aResumableNetwork, hashesOf, upTo } from '../../../support/resumable-network.js'
import { keepingSink } from '../../../support/stream-nodes.js'

test('takes back what is no longer canonical, newest first, then adds the new branch', async () => {
  const { resume, show, grow, tip, tree, time, follower } = await aResumableNetwork()
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
  const { resume, tip, grow } = await aResumableNetwork()
  const orphan = grow(ancestorOf(tip, 60), 2)
  expect(hashesOf(await resume({ blockHash: orphan.hash }))).toEqual([
    [orphan.hash, orphan.parent!.hash],
    upTo(tip, 60),
  ])
})

test('right after the follower began, its ancestors have the logs that are taken back with them', async () => {
  const { show, grow, tip, time, follower } = await aResumableNetwork()
  const steps: FollowStep[] = []
  const listener = { wantsLogs: true, step: (step: FollowStep) => void steps.push(step), ended: () => {} }
  await Promise.all([follower.resume(listener, { blockHash: tip.hash }, anOwner()), time.pass(7_000)])
  await show(grow(ancestorOf(tip, 3), 4))
  expect(steps[0]!.removed.map(({ hash, logs }) => [hash, logs?.length])).toEqual(
    [0, 1, 2].map((depth) => [ancestorOf(tip, depth).hash, 2]),
  )
})

test('blocks that were taken back and added again while logs were fetched have theirs when they are taken back', async () => {
  const { network, grow, tip, time, tree, follower, way } = await aResumableNetwork()
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
  const { show, grow, tip, time, tree, follower, network } = await aResumableNetwork()
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
