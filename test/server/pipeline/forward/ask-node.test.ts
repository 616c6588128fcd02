import { Cancellation } from '../../../../src/runtime/cancellation.js'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { askNode, askUpstream } from '../../../../src/server/pipeline/forward/ask-node.js'
import { ByteBudget } from '../../../../src/server/upstreams/byte-budget.js'
import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import type {
  AnswerSink,
  UpstreamExchange,
  UpstreamTransport,
} from '../../../../src/server/upstreams/transport/transport.js'
import { aClock, aHeldNode, type HeldNode } from '../../../support/forward-policy.js'
import { stopwatch } from '../../../support/stopwatch.js'
import { timeByTurns } from '../../../support/time-by-turns.js'
import { quietTransport, quietUpstream } from '../../../support/upstream.js'

timeByTurns()

/** A node, and a question to it that health does not count. */
const aQuestion = (timeoutMs = 60_000, bounds?: { maxBytes?: number; cancellation?: Cancellation }) => {
  const node = aHeldNode(aClock(), 'node')
  const budget = new ByteBudget(1 << 20)
  const asked = askUpstream(budget)(node.upstream, 'eth_getProof', ['0x1', []], timeoutMs, bounds)
  return { node, budget, asked, exchange: node.asked[0] }
}

test('a question is one attempt with an id of its own, whose parsed result frees its memory and leaves health alone', async () => {
  const { node, asked, exchange, budget } = aQuestion()
  expect(JSON.parse(exchange!.body)).toMatchObject({
    id: expect.any(Number),
    method: 'eth_getProof',
    params: ['0x1', []],
  })
  expect(node.upstream.health.inFlight).toBe(0)
  exchange!.result('{"a":[1]}')
  expect(await asked).toEqual({ kind: 'result', value: { a: [1] } })
  expect(budget.heldBytes).toBe(0)
})

test('a question ends when its time is over, and its exchange with it', async () => {
  const { asked, exchange } = aQuestion(1)
  expect(await asked).toEqual({ kind: 'silent', reason: 'timed_out' })
  expect(exchange!.isAborted).toBe(true)
})

test('a question of the gateway\u2019s own says so if its time was over before a connection was free', async () => {
  const waiting = { resume: () => {}, abort: () => {}, waitsFor: 'turn' } as const
  const node = quietUpstream({ nowMs: 0 }, 'node', {
    transport: { ...quietTransport, exchange: () => waiting },
  })
  const asked = await askUpstream(new ByteBudget(1 << 20))(node, 'eth_blockNumber', [], 20)
  expect(asked).toEqual({ kind: 'silent', reason: 'upstream_queue_slow' })
})

test('a question ends with the call that it is asked for, and is not asked for one that is over', async () => {
  const cancellation = new Cancellation()
  const first = aQuestion(60_000, { cancellation })
  cancellation.cancel()
  await first.asked
  expect(first.exchange!.isAborted).toBe(true)
  const second = aQuestion(60_000, { cancellation })
  await second.asked
  expect(second.exchange).toBeUndefined()
})

test('an answer larger than the question allows is none', async () => {
  const { asked, exchange } = aQuestion(60_000, { maxBytes: 100 })
  exchange!.result(JSON.stringify('x'.repeat(100)))
  expect(await asked).toEqual({ kind: 'unusable', reason: 'too_large' })
})

test('a question to a network goes on to the next node where one is silent, and both are counted in health', async () => {
  const clock = aClock()
  const nodes = [aHeldNode(clock, 'one'), aHeldNode(clock, 'other')]
  const pool = new Pool(
    nodes.map(({ upstream }) => upstream),
    () => clock.nowMs,
  )
  const answer = askNode(pool, new ByteBudget(1 << 20), () => clock.nowMs)('eth_chainId', [])
  const first = nodes.find(({ asked }) => asked.length > 0)!
  const other = nodes.find((node) => node !== first)!
  expect(first.upstream.health.inFlight).toBe(1)
  first.asked[0]!.status(503)
  await new Promise((resolve) => setImmediate(resolve))
  other.asked[0]!.result('"0x1"')
  expect(await answer).toBe('0x1')
  expect(nodes.map(({ upstream }) => upstream.health.inFlight)).toEqual([0, 0])
})

describe('a question that a call waits for', () => {
  const aNetworkOf = (chain?: ConstructorParameters<typeof Pool>[2]) => {
    const clock = { nowMs: Date.now() }
    const nodes = ['a', 'b', 'c', 'd'].map((name) => aHeldNode(clock, name))
    const pool = new Pool(
      nodes.map(({ upstream }) => upstream),
      Date.now,
      chain,
    )
    const cancellation = new Cancellation()
    const ask = (leftMs: number) =>
      askNode(pool, new ByteBudget(1 << 20), Date.now)('eth_getBlockByNumber', ['finalized', false], {
        deadlineMs: Date.now() + leftMs,
        cancellation,
        share: new AccountShare(),
        origin: { account: 'account-1', method: 'eth_getBalance' },
      })
    return { nodes, ask, cancellation }
  }
  const sentOf = (nodes: readonly HeldNode[]) => nodes.flatMap(({ asked }) => asked)

  test('ends with the call\u2019s time, however many nodes are silent, and blames none for what it was not given', async () => {
    const { nodes, ask } = aNetworkOf()
    const spentMs = stopwatch()
    expect(await ask(50)).toBeUndefined()
    expect(spentMs()).toBeLessThan(2_000)
    expect(sentOf(nodes).map(({ isAborted }) => isAborted)).toEqual([true])
    expect(nodes.map(({ upstream: { health } }) => [health.state, health.isFailing, health.inFlight])).toEqual(
      nodes.map(() => ['up', false, 0]),
    )
  })

  test('is not asked where the time is over', async () => {
    const { nodes, ask } = aNetworkOf()
    expect(await ask(0)).toBeUndefined()
    expect(sentOf(nodes)).toEqual([])
  })

  test('ends when the caller leaves: no other node is asked', async () => {
    const { nodes, ask, cancellation } = aNetworkOf()
    const answer = ask(60_000)
    cancellation.cancel()
    expect(await answer).toBeUndefined()
    expect(sentOf(nodes).map(({ isAborted }) => isAborted)).toEqual([true])
    expect(nodes.every(({ upstream }) => !upstream.health.isFailing && upstream.health.inFlight === 0)).toBe(true)
  })

  test('does not wait longer for a node whose chain is being checked', async () => {
    const { nodes, ask } = aNetworkOf({ check: () => new Promise(() => {}) })
    expect(await ask(30)).toBeUndefined()
    expect(sentOf(nodes)).toEqual([])
  })
})

describe('the questions that an account\u2019s calls cause', () => {
  /** One node, whose exchanges are the test's, and a question of an account to it. */
  const aNodeThat = (answers: (sink: AnswerSink) => Partial<UpstreamExchange>, callsPerSecond?: number) => {
    const shares: unknown[] = []
    const exchange: UpstreamTransport['exchange'] = (_body, sink, _canBatch, share) => {
      shares.push(share)
      return { resume: () => {}, abort: () => {}, ...answers(sink) }
    }
    const { health, ...upstream } = quietUpstream({ nowMs: 0 }, 'node', {
      transport: { ...quietTransport, exchange },
      rate: callsPerSecond === undefined ? undefined : new CallRate(callsPerSecond),
    })
    const pool = new Pool([{ ...upstream, health }], () => 0)
    const ask = (account: string, share = new AccountShare(), leftMs = 60_000) =>
      askNode(pool, new ByteBudget(1 << 20), Date.now)('eth_getBlockByHash', ['0x1', false], {
        deadlineMs: Date.now() + leftMs,
        cancellation: new Cancellation(),
        share,
        origin: { account, method: 'eth_getBalance' },
      })
    return { health, shares, ask }
  }
  const failing = (code: string) => (sink: AnswerSink) => {
    queueMicrotask(() => sink.fail(Object.assign(new Error('no answer'), { code })))
    return {}
  }
  const SEVERAL = ['account-1', 'account-2', 'account-1']

  test('use its share of the connections and of the memory', async () => {
    const share = new AccountShare()
    const { shares, ask } = aNodeThat(failing('ECONNRESET'))
    await ask('account-1', share)
    expect(shares).toEqual([share])
  })

  test('use its share of the provider\u2019s limit: there is room for another account', async () => {
    const [greedy, other] = [new AccountShare(), new AccountShare()]
    const { shares, ask } = aNodeThat(failing('ECONNRESET'), 4)
    for (let time = 0; time < 5; time++) await ask('account-1', greedy)
    await ask('account-2', other)
    expect(shares.map((share) => share === other)).toEqual([false, false, false, true])
  })

  test('fail for it alone: only those of several accounts take a node away', async () => {
    const node = aNodeThat(failing('ECONNRESET'))
    for (let time = 0; time < 5; time++) await node.ask('account-1')
    expect(node.health.state).toBe('up')
    await node.ask('account-2')
    expect(node.health.state).toBe('down')
  })

  test('say nothing about a node if the gateway did not send them: the line was full, or too slow', async () => {
    const full = aNodeThat(failing('upstream_queue_full'))
    for (const account of SEVERAL) await full.ask(account)
    const slow = aNodeThat(() => ({ waitsFor: 'turn' }))
    for (const account of SEVERAL) await slow.ask(account, new AccountShare(), 20)
    for (const { health, shares } of [full, slow])
      expect([shares.length, health.state, health.isFailing, health.inFlight]).toEqual([3, 'up', false, 0])
    for (const waitsFor of ['connection', undefined] as const) {
      const sent = aNodeThat(() => ({ waitsFor }))
      for (const account of SEVERAL) await sent.ask(account, new AccountShare(), 20)
      expect(sent.health.state).toBe('slow')
    }
  })
})
