import { setImmediate as turn } from 'node:timers/promises'
import type { Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { payloadOf, textOf } from '../../../support/charged-call.js'
import { aNode, forwarding, type NodeStep, warmUp } from '../../../support/forwarding.js'
import { spendAll } from '../../../support/spend-all.js'
import { stopwatch } from '../../../support/stopwatch.js'
import { timeByTurns } from '../../../support/time-by-turns.js'

timeByTurns()

const good = (result = '"0x1"', afterMs = 0): NodeStep => ({ result, afterMs })
const silent: NodeStep = { silent: true }
const upstreamOf = (reply: Reply) => reply.upstream

describe('a call whose first upstream fails', () => {
  const troubles: [string, NodeStep][] = [
    ['refuses the connection', { refused: true }],
    ['is over its limit', { status: 429, body: '{}' }],
    ['has an error of its own', { status: 503, body: 'oops' }],
    ['answers nonsense', { status: 200, body: '<html>' }],
    ['answers another question', { status: 200, body: '{"jsonrpc":"2.0","id":7,"result":1}' }],
  ]
  test.each(troubles)('is answered by another when it %s', async (_name, step) => {
    const [bad, other] = [aNode('bad', step), aNode('other', good())]
    const { ask, told, budget } = forwarding([bad, other])
    const reply = await ask()
    expect([textOf(reply), upstreamOf(reply)]).toEqual(['"0x1"', 'other'])
    expect([bad.asked.length, other.asked.length, told.attempts.length]).toEqual([1, 1, 2])
    payloadOf(reply).release()
    expect(budget.heldBytes).toBe(0)
  })

  test('asks each upstream once, and says what is most telling when all fail', async () => {
    const nodes = [aNode('a', { refused: true }), aNode('b', { status: 200, body: 'x' }), aNode('c', { status: 500 })]
    const { ask, told } = forwarding(nodes)
    expect(await ask()).toMatchObject({ name: 'bad-upstream-answer', servedBy: 'nobody' })
    expect(told.attempts.map((text) => text.split(' ')[0]).sort()).toEqual(['a', 'b', 'c'])
  })

  test('a silent one uses up its share of the time, and leaves the rest to the others', async () => {
    const { ask, told } = forwarding([aNode('silent', silent), aNode('other', good())], { hedging: false })
    const startedMs = Date.now()
    const spentMs = stopwatch()
    expect(upstreamOf(await ask(2_000))).toBe('other')
    expect(Date.now() - startedMs).toBeGreaterThan(900)
    expect(spentMs()).toBeLessThan(1_800)
    expect(told.attempts).toEqual(['silent timed-out', 'other result'])
  })

  test('when the time is up nobody else is asked, and the call ends in time', async () => {
    const nodes = [aNode('a', silent), aNode('b', silent), aNode('c', silent)]
    const { ask, budget } = forwarding(nodes)
    const spentMs = stopwatch()
    expect(await ask(300)).toMatchObject({ name: 'upstream-timeout' })
    expect(spentMs()).toBeLessThan(500)
    expect(nodes.map(({ aborted }) => aborted)).toEqual([1, 1, 1])
    expect(budget.heldBytes).toBe(0)
  })
})

describe('a slow answer', () => {
  test('is raced by a second upstream after the recent p95; the first answer wins and the loser is given up', async () => {
    const [frozen, healthy] = [aNode('frozen', good()), aNode('healthy', good())]
    const { ask, told, budget } = forwarding([frozen, healthy])
    await warmUp(ask)
    frozen.step = silent
    const replies = await Promise.all([ask(), ask()])
    expect(replies.map(upstreamOf)).toEqual(['healthy', 'healthy'])
    expect([frozen.aborted, told.hedges]).toEqual([1, ['won']])
    expect(told.attempts).toContain('frozen overtaken')
    for (const reply of replies) payloadOf(reply).release()
    expect([budget.heldBytes, frozen.upstream.health.inFlight, healthy.upstream.health.inFlight]).toEqual([0, 0, 0])
  })

  test.each(['down', 'slow'] as const)(
    'at an upstream that is %s, where the other is slow and the hedge budget used up',
    async (state) => {
      const [frozen, slow] = [aNode('frozen', good()), aNode('slow', good())]
      const { ask, told, hedging } = forwarding([frozen, slow])
      await warmUp(ask)
      frozen.step = silent
      slow.step = good('"0x1"', 60)
      spendAll(hedging!)
      const startedMs = Date.now()
      const spentMs = stopwatch()
      const replies = Promise.all([ask(6_000), ask(6_000)])
      slow.upstream.health.slowDown('hanging', 10_000)
      if (state === 'slow') frozen.upstream.health.slowDown('hanging', 10_000)
      else for (let poll = 0; poll < 2; poll++) frozen.upstream.health.pollFailed('timed_out')
      expect((await replies).map(upstreamOf)).toEqual(['slow', 'slow'])
      // No call waits for one that is down; of two that are slow neither is asked twice, so that
      // its share of the time has to run out.
      if (state === 'down') expect(spentMs()).toBeLessThan(2_500)
      else expect(Date.now() - startedMs).toBeGreaterThan(2_900)
      expect(told.hedges.includes('won')).toBe(state === 'down')
    },
  )

  test('may still win against the second', async () => {
    const [slow, other] = [aNode('slow', good()), aNode('other', good())]
    const { ask, told } = forwarding([slow, other])
    await warmUp(ask)
    // Far more than the p95 of earlier calls: the second is asked in between.
    slow.step = good('"slow"', 600)
    other.step = good('"other"', 2_000)
    const replies = await Promise.all([ask(10_000), ask(10_000)])
    expect(replies.map(textOf)).toContain('"slow"')
    expect(told.hedges).toContain('lost')
    // The one that was begun later was given up early, which says nothing about it.
    expect(told.attempts).toContain('other cancelled')
  })

  test('waits half a second as long as it is not known how long answers take', async () => {
    const [slow, other] = [aNode('slow', good('"slow"', 150)), aNode('other', good('"other"', 150))]
    const { ask, told } = forwarding([slow, other])
    await Promise.all([ask(), ask()])
    expect([slow.asked.length + other.asked.length, told.hedges]).toEqual([2, []])
  })

  test('that has begun to arrive has won: the loser\u2019s bytes are given back, and the caller\u2019s leaving still ends it', async () => {
    const large = `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(300_000)}`
    const [frozen, healthy] = [aNode('frozen', good()), aNode('healthy', good())]
    const { stage, ask, callWith, budget } = forwarding([frozen, healthy], { method: 'eth_getTransactionReceipt' })
    await warmUp(ask)
    frozen.step = { pieces: [large.slice(0, 1_000)], everyMs: 10_000 }
    healthy.step = { pieces: [large, 'y'.repeat(1_000)], everyMs: 10_000 }
    const calls = [0, 1].map(() => callWith(1_000, { isOnlyCall: true }))
    const replies = await Promise.all(calls.map(stage))
    expect(replies.map(upstreamOf)).toEqual(['healthy', 'healthy'])
    expect(frozen.aborted).toBe(1)
    for (const reply of replies) payloadOf(reply).release()
    expect(budget.heldBytes).toBe(0)
    for (const call of calls) call.cancellation.cancel()
    expect(healthy.aborted).toBe(2)
    await expect(drain(replies[0]!)).rejects.toThrow(/cut off/)
  })

  test('to a write is held until it is whole, because a write outlives its caller', async () => {
    const pieces = [`{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(300_000)}`, '"}']
    const restOf = async (wish: { effect?: 'write' }) => {
      const node = aNode('node', { pieces, everyMs: 10 })
      const { stage, callWith } = forwarding([node], { method: 'eth_getTransactionReceipt', ...wish })
      return payloadOf(await stage(callWith(1_000, { isOnlyCall: true }))).rest
    }
    expect([await restOf({}), await restOf({ effect: 'write' })]).toEqual([expect.anything(), undefined])
  })

  test('a long query keeps all its time, and a silent node does not: another is asked beside it', async () => {
    const [silentOne, long] = [aNode('silent', silent), aNode('long', good('[]', 900))]
    const { ask } = forwarding([silentOne, long], { method: 'eth_getLogs' })
    const spentMs = stopwatch()
    expect(upstreamOf(await ask(3_000, { params: [{}] }))).toBe('long')
    expect(spentMs()).toBeLessThan(2_300)
    expect(upstreamOf(await forwarding([long], { method: 'eth_getLogs' }).ask(1_100, { params: [{}] }))).toBe('long')
  })

  test('a long query keeps its time though another node could be asked', async () => {
    const nodes = [aNode('a', good('[]', 700)), aNode('b', good('[]', 700))]
    const { ask, told } = forwarding(nodes, { method: 'eth_getLogs', hedging: false })
    expect(upstreamOf(await ask(1_000, { params: [{}] }))).toMatch(/^[ab]$/)
    expect(told.attempts.map((text) => text.split(' ')[1])).toEqual(['result'])
  })

  test('is not raced where that is switched off', async () => {
    const [slow, other] = [aNode('slow', good()), aNode('other', good())]
    const { ask, told } = forwarding([slow, other], { hedging: false })
    await warmUp(ask)
    slow.step = good('"slow"', 100)
    const replies = await Promise.all([ask(), ask()])
    expect(replies.map(upstreamOf).sort()).toEqual(['other', 'slow'])
    expect(told.hedges).toEqual([])
  })
})

const drain = async (reply: Reply): Promise<void> => {
  for await (const _ of payloadOf(reply).rest!) void _
}

describe('a caller who leaves', () => {
  test('ends every attempt, which is not held against anybody', async () => {
    const nodes = [aNode('a', silent), aNode('b', silent)]
    const { stage, callWith, ask, budget } = forwarding(nodes)
    for (const node of nodes) node.step = good()
    await warmUp(ask)
    for (const node of nodes) node.step = silent
    const call = callWith(5_000)
    const reply = stage(call)
    while (nodes.some(({ asked }) => asked.length < 13)) await turn()
    call.cancellation.cancel()
    expect(await reply).toMatchObject({ name: 'no-upstream' })
    expect(nodes.map(({ aborted }) => aborted)).toEqual([1, 1])
    expect(nodes.map(({ upstream: { health } }) => [health.state, health.inFlight, health.isFailing])).toEqual([
      ['up', 0, false],
      ['up', 0, false],
    ])
    expect(budget.heldBytes).toBe(0)
  })

  test('is not answered by anybody if there was nothing to leave', async () => {
    const node = aNode('a', good())
    const { stage, callWith } = forwarding([node])
    const call = callWith(1_000)
    call.cancellation.cancel()
    await stage(call)
    expect(node.asked).toEqual([])
  })
})
