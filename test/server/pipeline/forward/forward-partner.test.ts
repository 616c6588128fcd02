import { methods } from '../../../../generated/methods.js'
import type { Head } from '../../../../src/server/networks/head.js'
import { dialectJudge, type Judge, rangeJudge } from '../../../../src/server/pipeline/judges/judge.js'
import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import { payloadOf, textOf } from '../../../support/charged-call.js'
import { aNode, forwarding, type NodeStep, type TestNode } from '../../../support/forwarding.js'
import { stopwatch } from '../../../support/stopwatch.js'
import { timeByTurns } from '../../../support/time-by-turns.js'

timeByTurns()

const good = (result = '"0x1"', afterMs = 0): NodeStep => ({ result, afterMs })
const silent: NodeStep = { silent: true }
const partnerWith = (step: NodeStep) => aNode('partner', step, { isPartner: true })
/** Doubts what a node named `doubtful…` says. */
const doubtful: Judge = (_call, { name }) => (name.startsWith('doubtful') ? 'node_behind' : undefined)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('an answer that is doubted', () => {
  test('is not given when somebody else is believed, and its bytes are given back', async () => {
    const { ask, budget } = forwarding([aNode('doubtful', good('"old"')), aNode('sure', good('"new"'))], {
      judges: [doubtful],
    })
    const reply = await ask()
    expect(textOf(reply)).toBe('"new"')
    payloadOf(reply).release()
    expect(budget.heldBytes).toBe(0)
  })

  test('is given when nobody is believed: the first of them, unchanged', async () => {
    const error = { code: -32000, message: 'missing trie node' }
    const nodes = [aNode('doubtful-1', { error }), aNode('doubtful-2', good('"second"')), aNode('c', { refused: true })]
    const { ask, budget } = forwarding(nodes, { judges: [doubtful] })
    const reply = await ask()
    expect(reply).toMatchObject({ upstream: 'doubtful-1', error: { code: -32000 } })
    expect(reply.error !== undefined && reply.bytes?.toString()).toBe(JSON.stringify(error))
    expect(budget.heldBytes).toBe(0)
  })

  test('makes the partner be asked, with the doubt as the reason', async () => {
    const partner = partnerWith(good('"partner"'))
    const { ask } = forwarding([aNode('doubtful', good('"old"'))], { judges: [doubtful], partner })
    const reply = await ask(1_000, { canFailOver: true })
    expect(reply).toMatchObject({ servedBy: 'partner', failedOver: { partner: 'partner', reason: 'node_behind' } })
  })
})

describe('a block that the network\u2019s nodes do not have', () => {
  const missing: NodeStep = { error: { code: -32000, message: 'header for hash not found' } }
  const known = { number: 100n, timestampMs: undefined, learnedAtMs: 0 }
  const head = { known, finalized: undefined, newestServed: 101n } as Head
  const byHash = { blockHash: `0x${'ab'.repeat(32)}` }
  /** Asks nodes that take these steps; who answered, and how often the partner was asked. */
  const askAt = async (block: unknown, steps: NodeStep[], prepare = (_nodes: readonly TestNode[]) => {}) => {
    const nodes = steps.map((step, index) => aNode(`own-${index + 1}`, step))
    for (const { upstream } of nodes) upstream.health.head = 100n
    prepare(nodes)
    const partner = partnerWith(good('"partner"'))
    const judges = [dialectJudge(methods.eth_getStorageAt, head), rangeJudge(methods.eth_getStorageAt, head)]
    const { ask } = forwarding(nodes, { partner, judges })
    const params = [`0x${'5f'.repeat(20)}`, '0x0', block]
    const reply = await ask(1_000, { canFailOver: true, params })
    return [reply.servedBy, partner.asked.length]
  }

  test('is an answer if each that is up says so of a hash, or of a number above its head', async () => {
    expect(await askAt(byHash, [missing, missing])).toEqual(['upstream', 0])
    expect(await askAt(byHash.blockHash, [missing])).toEqual(['upstream', 0])
    expect(await askAt('0x65', [missing, missing])).toEqual(['upstream', 0])
  })

  test('is not asked of the partner if each that is up gives a value for it', async () => {
    expect(await askAt('0x65', [good('"0x1"'), good('"0x2"')])).toEqual(['upstream', 0])
    expect(await askAt('0x65', [good('"0x1"'), missing])).toEqual(['upstream', 0])
  })

  test('is asked of the partner if a node that is up gave no answer, or said something else', async () => {
    const noState: NodeStep = { error: { code: -32000, message: 'missing trie node' } }
    for (const other of [{ refused: true } as const, noState])
      expect(await askAt(byHash, [missing, other])).toEqual(['partner', 1])
  })

  test('is asked of the partner if it is a block below the heads, or a tag', async () => {
    for (const block of ['0x64', 'finalized']) expect(await askAt(block, [missing, missing])).toEqual(['partner', 1])
  })

  test('is an answer if all nodes are slow and each says so', async () => {
    const slow = (nodes: readonly TestNode[]) => {
      for (const { upstream } of nodes) upstream.health.slowDown('hanging', 5_000)
    }
    expect(await askAt(byHash, [missing, missing], slow)).toEqual(['upstream', 0])
    expect(await askAt(byHash, [missing, { refused: true }], slow)).toEqual(['partner', 1])
  })

  test('is asked of the partner while no node is up, whatever one that lags says', async () => {
    const lag = (nodes: readonly TestNode[]) => nodes[0]!.upstream.health.setBehind('lag')
    expect(await askAt(byHash, [missing], lag)).toEqual(['partner', 1])
    // Beside one that is up, it is no witness.
    expect(await askAt(byHash, [missing, missing], lag)).toEqual(['upstream', 0])
    expect(await askAt(byHash, [{ refused: true }, missing], lag)).toEqual(['upstream', 0])
  })
})

describe('a slot that the network\u2019s nodes deny', () => {
  const denied = (code: number, message: string): NodeStep => ({ error: { code, message } })
  const skipped = denied(-32007, 'Slot 5 was skipped, or missing due to ledger jump to recent snapshot')
  const pruned = denied(-32001, 'Block 5 cleaned up, does not exist on node. First available block: 9')
  const method = 'getTokenAccountBalance'
  const judges = [dialectJudge(methods[method], { known: undefined } as Head)]
  /** Asks nodes that take these steps, and one that is down; the answer, and who was asked. */
  const askAll = async (...steps: NodeStep[]) => {
    const up = steps.map((step, index) => aNode(`up-${index}`, step))
    const down = aNode('down', silent)
    const { ask } = forwarding([down, ...up], { method, judges, hedging: false })
    for (let failure = 0; failure < 3; failure++) down.upstream.health.failed('econnrefused')
    expect(down.upstream.health.state).toBe('down')
    const { error } = await ask(1_000, { params: [5] })
    return [error?.code, up.map(({ asked }) => asked.length), down.asked.length]
  }

  test.each([
    [-32004, 'Block not available for slot 5'],
    [-32014, 'Block status not yet available for slot 5'],
    [-32016, 'Minimum context slot has not been reached'],
    [-32020, 'Transaction 5uA not found'],
  ])('as %d (%s) is not asked of one that is down', async (code, message) => {
    const missing = denied(code, message)
    expect(await askAll(missing)).toEqual([code, [1], 0])
    expect(await askAll(missing, missing)).toEqual([code, [1, 1], 0])
  })

  test('as skipped is not asked of one that is down if each that is up denies it', async () => {
    expect(await askAll(skipped)).toEqual([-32007, [1], 0])
    for (const other of [skipped, pruned]) expect(await askAll(other, skipped)).toEqual([-32007, [1, 1], 0])
  })

  test('as skipped is not asked of one that is down if another that is up lacks the method', async () => {
    expect(await askAll(denied(-32601, 'Method not found'), skipped)).toEqual([-32007, [1, 1], 0])
  })

  test('as skipped is asked of one that is down if one that is up did not say', async () => {
    for (const other of [{ refused: true } as const, denied(-32603, 'Internal error')])
      expect((await askAll(other, skipped)).slice(1)).toEqual([[1, 1], 1])
  })

  test('as cleaned up is asked of one that is down, which may keep more', async () => {
    expect(await askAll(pruned, denied(-32004, 'Block not available for slot 5'))).toEqual([-32001, [1, 1], 1])
  })
})

describe('the partner', () => {
  const failing = () => aNode('own', { refused: true })

  test('is asked for nobody whose account does not allow it, nor for a method whose contract does not', async () => {
    const partner = partnerWith(good())
    expect(await forwarding([failing()], { partner }).ask()).toMatchObject({ name: 'no-upstream' })
    const receipts = forwarding([failing()], { partner, method: 'eth_getTransactionReceipt' })
    expect(await receipts.ask(1_000, { canFailOver: true })).toMatchObject({ name: 'no-upstream' })
    expect(partner.asked).toEqual([])
  })

  test('is asked at once while the circuits are open, and no more once a node is back', async () => {
    const [own, partner] = [failing(), partnerWith(good('"partner"'))]
    const { ask } = forwarding([own], { partner })
    const askAs = () => ask(10_000, { canFailOver: true })
    for (let call = 0; call < 3; call++) expect((await askAs()).servedBy).toBe('partner')
    own.step = silent
    const before = own.asked.length
    const spentMs = stopwatch()
    expect((await askAs()).servedBy).toBe('partner')
    expect([own.asked.length - before, spentMs() < 200]).toEqual([0, true])
    own.step = good('"own"')
    await pause(600)
    expect([(await askAs()).servedBy, partner.asked.length]).toEqual(['upstream', 4])
  })

  test('failing too is on record, and the nodes that are down have the last word', async () => {
    const own = failing()
    const partner = partnerWith({ status: 500 })
    const { ask } = forwarding([own], { partner })
    for (let call = 0; call < 4; call++) {
      const reply = await ask(1_000, { canFailOver: true })
      expect(reply).toMatchObject({
        name: 'no-upstream',
        failedOver: { reason: call < 3 ? 'unreachable' : 'no_upstream' },
      })
    }
    own.step = good('"back"')
    const reply = await ask(1_000, { canFailOver: true })
    expect([textOf(reply), reply.servedBy, reply.failedOver?.partner]).toEqual(['"back"', 'upstream', 'partner'])
  })

  test('says so when its proof is right, is refused when it is wrong, and then left alone', async () => {
    const [own, partner] = [failing(), partnerWith(good('"partner"'))]
    let verdict: 'proven' | 'unproven' | 'wrong' = 'proven'
    const { ask, budget } = forwarding([own], { partner, verifyPartner: async () => verdict })
    const askAs = () => ask(1_000, { canFailOver: true })
    const proven = await askAs()
    expect([proven.servedBy, proven.isVerified]).toEqual(['partner', true])
    verdict = 'unproven'
    const unproven = await askAs()
    expect([unproven.servedBy, unproven.isVerified]).toEqual(['partner', undefined])
    for (const reply of [proven, unproven]) payloadOf(reply).release()
    verdict = 'wrong'
    expect(await askAs()).toMatchObject({ name: 'bad-upstream-answer', failedOver: { partner: 'partner' } })
    const asked = partner.asked.length
    expect(await askAs()).toMatchObject({ error: expect.anything() })
    expect(partner.asked.length).toBe(asked)
    expect(budget.heldBytes).toBe(0)
  })

  test('is asked no more often than its provider allows, and nothing that it does not take', async () => {
    const partner = aNode('partner', good('"partner"'), { isPartner: true, rate: new CallRate(1) })
    const { ask } = forwarding([failing()], { partner })
    const askAs = () => ask(1_000, { canFailOver: true })
    expect([(await askAs()).servedBy, await askAs()]).toEqual([
      'partner',
      expect.objectContaining({ name: 'throttled-evm' }),
    ])
    expect(partner.asked.length).toBe(1)
    const narrow = aNode('partner', good(), { isPartner: true, maxRequestBytes: 20 })
    expect(await forwarding([failing()], { partner: narrow }).ask(1_000, { canFailOver: true })).toMatchObject({
      name: 'no-upstream',
    })
    expect(narrow.asked).toEqual([])
  })

  test('a bug in a judge is the caller\u2019s internal error, and leaves nothing behind', async () => {
    const { ask, budget } = forwarding([aNode('a', { status: 500 }), aNode('b', good())], {
      judges: [
        () => {
          throw new Error('bug')
        },
      ],
    })
    await expect(ask()).rejects.toThrow('bug')
    expect(budget.heldBytes).toBe(0)
  })
})
