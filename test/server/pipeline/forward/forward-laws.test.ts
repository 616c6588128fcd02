import fc from 'fast-check'
import type { Judge } from '../../../../src/server/pipeline/judges/judge.js'
import { type Reply, releaseReply } from '../../../../src/wire/jsonrpc/reply.js'
import { textOf } from '../../../support/charged-call.js'
import { aNode, forwarding, type NodeStep, warmUp } from '../../../support/forwarding.js'
import { runs } from '../../../support/runs.js'
import { stopwatch } from '../../../support/stopwatch.js'
import { timeByTurns } from '../../../support/time-by-turns.js'

timeByTurns()

const good = (result = '"0x1"', afterMs = 0): NodeStep => ({ result, afterMs })
const partnerWith = (step: NodeStep) => aNode('partner', step, { isPartner: true })
/** Doubts the answers of nodes named `doubtful…`. */
const doubtful: Judge = (_call, { name }) => (name.startsWith('doubtful') ? 'node_behind' : undefined)
const CALLS = 600
/** Most calls that the hedge budget saves up, and that leave nodes which look frozen by chance. */
const [SAVED, LEFT] = [20, 20]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Returns how many calls the nodes of a pool get for 600 calls when all of them become slow at
 * once, and whether the pool's hedge budget was used up.
 */
const askedOfSlowPool = async (slowMs: readonly number[]) => {
  const nodes = ['a', 'b', 'c'].map((name) => aNode(name, good('"0x1"', 5)))
  const { ask, told } = forwarding(nodes)
  await warmUp(ask, 60)
  const before = nodes.reduce((sum, { asked }) => sum + asked.length, 0)
  let question = 0
  for (const node of nodes) node.step = () => good('"0x1"', slowMs[question++ % slowMs.length])
  const replies: Promise<Reply>[] = []
  for (let call = 0; call < CALLS; call++) {
    replies.push(ask(5_000))
    if (call % 3 === 0) await pause(1)
  }
  for (const reply of await Promise.all(replies)) expect(textOf(reply)).toBe('"0x1"')
  const asked = nodes.reduce((sum, node) => sum + node.asked.length, 0) - before
  return { asked, isUsedUp: told.hedges.includes('denied') }
}

test('a pool that is slow as a whole is not asked twice: its nodes see a tenth more calls and what was saved up', async () => {
  // There are 40 pools, because in one of thirty a node is overtaken three times in a row by
  // chance, and looks frozen.
  const pools = fc.sample(fc.array(fc.integer({ min: 60, max: 460 }), { minLength: 997, maxLength: 997 }), {
    numRuns: 40,
    seed: 5,
  })
  const seen: { asked: number; isUsedUp: boolean }[] = []
  for (const pool of pools) seen.push(await askedOfSlowPool(pool))
  // Else the hedge budget would not be what bounds the calls.
  expect(seen.every(({ isUsedUp }) => isUsedUp)).toBe(true)
  const asked = seen.map((one) => one.asked)
  // Calls leave a node that looks frozen by chance even when the budget is used up. That is rare.
  expect(Math.max(...asked)).toBeLessThanOrEqual(CALLS * 1.1 + SAVED + LEFT)
  expect(asked.filter((questions) => questions > CALLS * 1.1 + SAVED).length).toBeLessThanOrEqual(pools.length / 8)
})

test('whatever nodes do and whenever the caller leaves: one reply in time, each asked once, and nothing is left behind', async () => {
  const afterMs = fc.integer({ min: 0, max: 70 })
  const step: fc.Arbitrary<NodeStep> = fc.oneof(
    afterMs.map((afterMs) => ({ result: '"0x1"', afterMs })),
    afterMs.map((afterMs) => ({ error: { code: -32000, message: 'no' }, afterMs })),
    afterMs.map((afterMs) => ({ error: { code: -32000, message: 'm'.repeat(5_000) }, afterMs })),
    afterMs.map((afterMs) => ({ status: 503, afterMs })),
    afterMs.map((afterMs) => ({ refused: true as const, afterMs })),
    afterMs.map((everyMs) => ({ pieces: ['{"jsonrpc":"2.0",', '"id":1,"res', 'ult":"0x2"}'], everyMs: everyMs / 3 })),
    fc.constant({ silent: true as const }),
  )
  const history = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    doubts: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    partner: fc.option(step, { nil: undefined }),
    verdict: fc.constantFrom(undefined, 'proven' as const, 'wrong' as const),
    leavesAfterMs: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
    isWarm: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, doubts, partner, verdict, leavesAfterMs, isWarm }) => {
      const nodes = steps.map((_, index) => aNode(`${doubts[index] ? 'doubtful' : 'node'}-${index}`, good()))
      const partnerNode = partner && partnerWith(partner)
      const { stage, callWith, ask, budget } = forwarding(nodes, {
        judges: [doubtful],
        ...(partnerNode && { partner: partnerNode }),
        ...(verdict && { verifyPartner: async () => verdict }),
      })
      if (isWarm) await warmUp(ask)
      const asked = nodes.map((node) => node.asked.length)
      for (const [index, node] of nodes.entries()) node.step = steps[index]!
      const call = callWith(60, { canFailOver: true })
      const spentMs = stopwatch()
      if (leavesAfterMs !== undefined) setTimeout(() => call.cancellation.cancel(), leavesAfterMs)
      const reply = await stage(call)
      releaseReply(reply)
      expect(spentMs()).toBeLessThan(300)
      // Attempts that were given up in flight must not come back.
      await pause(80)
      for (const [index, node] of nodes.entries()) expect(node.asked.length - asked[index]!).toBeLessThanOrEqual(1)
      expect(partnerNode?.asked.length ?? 0).toBeLessThanOrEqual(1)
      expect(reply.failedOver === undefined).toBe((partnerNode?.asked.length ?? 0) === 0)
      const all = [...nodes, ...(partnerNode ? [partnerNode] : [])]
      expect([budget.heldBytes, ...all.map(({ upstream }) => upstream.health.inFlight)]).toEqual([
        0,
        ...all.map(() => 0),
      ])
    }),
    runs(60),
  )
})
