import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import type { MethodName } from '../../../../generated/methods.js'
import { builtInMethods as methods } from '../../../../src/contract/built-in.js'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { MemoryAnswers } from '../../../../src/server/answers/memory-answers.js'
import { forward } from '../../../../src/server/pipeline/forward/forward.js'
import { cache } from '../../../../src/server/pipeline/stages/cache.js'
import { coalesce } from '../../../../src/server/pipeline/stages/coalesce.js'
import { ByteBudget } from '../../../../src/server/upstreams/byte-budget.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { needsOfMethod } from '../../../../src/server/upstreams/upstream.js'
import type { Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall, textOf } from '../../../support/charged-call.js'
import { ForkingNetwork, TRANSACTIONS } from '../../../support/forking-network.js'
import { atLeast, runs } from '../../../support/runs.js'

const HISTORIES = 1_000
const MAX_BLOCK = 10
const ADDRESS = `0x${'5f'.repeat(20)}`
const hex = (number: number): string => `0x${number.toString(16)}`

/**
 * The stages that matter, from memory to node, over the model's nodes. The network's finality is
 * the truth itself: the node's own must suffice.
 */
const stagesOver = (network: ForkingNetwork) => {
  const budget = new ByteBudget(1 << 24)
  const answers = new MemoryAnswers(1 << 24, 1 << 20)
  const head = {
    known: undefined,
    get finalized() {
      return BigInt(network.final.length - 1)
    },
  }
  const pool = new Pool(
    network.nodes.map(({ upstream }) => upstream),
    () => 0,
  )
  const nowMs = () => 0
  const quiet = () => {}
  const share = new AccountShare()
  const setting = {
    pool,
    partner: undefined,
    maxUpstreamBytes: 1 << 22,
    budget,
    nowMs,
    hedging: undefined,
  }
  const stageOf = (name: MethodName) => {
    const row = methods[name]
    const needs = () => needsOfMethod(name)
    const asked = forward(row, { ...setting, events: { attempt: quiet, hedge: quiet } }, { judges: [], needs })
    const single = coalesce({ row, nowMs, budget, writes: pool.writes, onCoalesced: quiet }, asked)
    return cache({ row, methodAnswers: answers.methodAnswers(), head, onHit: quiet, onMiss: quiet }, single)
  }
  const stages = new Map<string, ReturnType<typeof stageOf>>()
  const ask = async (method: MethodName, params: readonly unknown[]): Promise<Reply> => {
    const stage = stages.get(method) ?? stageOf(method)
    stages.set(method, stage)
    return stage(aCall({ method, params, share }))
  }
  return { ask, budget }
}

type Question = { readonly method: MethodName; readonly params: readonly unknown[] }

const numbers = fc.nat(MAX_BLOCK)
const questions: fc.Arbitrary<Question> = fc.oneof(
  numbers.map((number): Question => ({ method: 'eth_getStorageAt', params: [ADDRESS, '0x0', hex(number)] })),
  fc.constantFrom(...TRANSACTIONS).map((hash): Question => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  fc.tuple(numbers, fc.nat(4)).map(
    ([from, width]): Question => ({
      method: 'eth_getLogs',
      params: [{ fromBlock: hex(from), toBlock: hex(from + width) }],
    }),
  ),
)
const node = fc.nat(2)
const seed = fc.nat(1_000)
const steps = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('extend' as const), node, seed }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('reorganize' as const),
      node,
      depth: fc.integer({ min: 1, max: 6 }),
      seed,
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('sync' as const), node, from: node }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('finalize' as const), node, behind: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('learn' as const), node }) },
  { weight: 8, arbitrary: fc.record({ act: fc.constant('ask' as const), question: questions }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('compute' as const), which: seed }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('deliver' as const), which: seed }) },
)

/**
 * Returns the hashes that the final chain gives for a question; undefined if it has no answer yet.
 */
const truthOf = ({ final }: ForkingNetwork, { method, params }: Question): string[] | undefined => {
  if (method === 'eth_getStorageAt') return final[Number(params[2])] && [final[Number(params[2])]!.hash]
  if (method === 'eth_getTransactionReceipt') {
    const block = final.find(({ transaction }) => transaction === params[0])
    return block && [block.hash]
  }
  const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
  const blocks = final.slice(Number(fromBlock), Number(toBlock) + 1)
  return Number(toBlock) < final.length ? blocks.map(({ hash }) => hash) : undefined
}

const hashesIn = ({ method }: Question, reply: Reply): string[] => {
  const result = JSON.parse(textOf(reply))
  if (method === 'eth_getStorageAt') return [result]
  return method === 'eth_getLogs' ? result.map((log: { blockHash: string }) => log.blockHash) : [result.blockHash]
}

test('in 1,000 histories of forks, reorganizations and answers in flight no cached answer is stale', async () => {
  let hits = 0
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 60, maxLength: 200, size: 'max' }), async (history) => {
      const network = new ForkingNetwork(3)
      const { ask, budget } = stagesOver(network)
      const open: Promise<void>[] = []
      const look = (question: Question, reply: Reply): void => {
        if (reply.error !== undefined) return
        if (reply.servedBy === 'cache') {
          hits++
          expect([question, hashesIn(question, reply)]).toEqual([question, truthOf(network, question)])
        }
        reply.result.release()
      }
      const put = (question: Question): void =>
        void open.push(ask(question.method, question.params).then((reply) => look(question, reply)))
      for (const step of history) {
        if (step.act === 'extend') network.extend(step.node, step.seed)
        else if (step.act === 'reorganize') network.reorganize(step.node, step.depth, step.seed)
        else if (step.act === 'sync') network.sync(step.node, step.from)
        else if (step.act === 'finalize') network.finalize(step.node, step.behind)
        else if (step.act === 'learn') network.learn(step.node)
        else if (step.act === 'ask') put(step.question)
        else if (network.pending.length > 0) {
          const at = step.which % network.pending.length
          if (step.act === 'compute') network.pending[at]!.compute()
          else network.pending.splice(at, 1)[0]!.deliver()
          await turn()
        }
      }
      for (; network.pending.length > 0; await turn()) network.pending.shift()!.deliver()
      // Asks every question of the history again, so that all cached answers are checked.
      const again = history.flatMap((step) => (step.act === 'ask' ? [step.question] : []))
      for (const question of again) put(question)
      for (; network.pending.length > 0; await turn()) network.pending.shift()!.deliver()
      await Promise.all(open)
      expect(budget.heldBytes).toBe(0)
    }),
    runs(HISTORIES),
  )
  // Without cached answers the histories would prove nothing: most of them must find some.
  expect(hits).toBeGreaterThan(atLeast(HISTORIES))
})
