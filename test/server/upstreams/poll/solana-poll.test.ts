import { steadyClock } from '../../../../src/runtime/system-ports.js'
import { Head } from '../../../../src/server/networks/head.js'
import type { AskUpstream } from '../../../../src/server/upstreams/poll/asked.js'
import { SolanaPoll } from '../../../../src/server/upstreams/poll/solana-poll.js'
import { quietUpstream } from '../../../support/upstream.js'

const FIRST_SLOT = 1_000
const SLOTS_PER_SECOND = 2
/** In place of a slot: the node does not answer. */
const AWAY = Number.NaN

/** Two nodes that are polled every second, and report that they are healthy. */
const twoNodes = () => {
  const clock = { nowMs: 1_000_000 }
  const nodes = [quietUpstream(clock, 'one'), quietUpstream(clock, 'other')] as const
  const setting = { nowMs: () => clock.nowMs, maxLag: 50, reach: 2, blockTimeMs: undefined }
  const head = new Head(
    async () => undefined,
    async () => {},
    nodes,
    setting,
  )
  const ask: AskUpstream = async (_upstream, method) => ({
    kind: 'result',
    value: method === 'getHealth' ? 'ok' : FIRST_SLOT,
  })
  const poll = new SolanaPoll(
    head,
    ask,
    steadyClock(() => clock.nowMs),
    () => {},
  )
  let second = 0
  const heads: bigint[] = []
  /** Polls for so many seconds; `slots` gives each node's slot at a second. */
  const run = async (seconds: number, ...slots: readonly ((second: number) => number)[]) => {
    for (const end = second + seconds; second < end; second++) {
      for (const [index, node] of nodes.entries()) {
        const slot = slots[index]!(second)
        if (Number.isNaN(slot)) head.withdraw(node)
        else await poll.readMore(node, slot)
        if (head.known !== undefined) heads.push(head.known.number)
      }
      clock.nowMs += 1_000
    }
  }
  return { head, nodes, run, heads }
}

const growing = (second: number) => FIRST_SLOT + SLOTS_PER_SECOND * second

test('a node that has stopped falls behind the one that goes on, though it says that it is healthy', async () => {
  const { head, nodes, run } = twoNodes()
  await run(10, growing, growing)
  await run(60, () => growing(9), growing)
  expect(nodes.map((node) => head.isBehind(node))).toEqual([true, false])
  expect(head.known?.number).toBe(BigInt(growing(69)))
})

test('a slot far above that of a node that grows is not believed', async () => {
  const { head, nodes, run } = twoNodes()
  await run(60, growing, (second) => 1_000_000 + growing(second))
  expect(nodes.map((node) => head.isBehind(node))).toEqual([false, false])
  expect(head.known?.number).toBe(BigInt(growing(59)))
})

test('a node that comes back far behind is behind, and does not lower the head before it has caught up', async () => {
  const { head, nodes, run, heads } = twoNodes()
  await run(20, growing, growing)
  await run(40, () => AWAY, growing)
  for (let second = 60; second < 90; second++) {
    await run(1, (at) => growing(at) - 10 * (90 - at), growing)
    expect(nodes.map((node) => head.isBehind(node))).toEqual([second < 85, false])
  }
  await run(10, growing, growing)
  expect(nodes.map((node) => head.isBehind(node))).toEqual([false, false])
  expect(heads.every((number, index) => number >= (heads[index - 1] ?? 0n))).toBe(true)
})
