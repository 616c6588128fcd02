import { Attempt } from '../../../../src/server/pipeline/forward/attempt.js'
import type { Outcome } from '../../../../src/server/upstreams/outcome.js'
import { aClock, aHeldNode, aPolicy } from '../../../support/forward-policy.js'

/** An attempt at one node, and what its listener heard. */
const anAttempt = () => {
  const clock = aClock()
  const node = aHeldNode(clock, 'node')
  node.upstream.health.finalized = 7n
  const { policy, budget, aTimedCall } = aPolicy(clock, [node])
  const heard: Outcome[] = []
  const attempt = new Attempt(
    node.upstream,
    1_000,
    2_000,
    { ended: (_attempt, outcome) => void heard.push(outcome) },
    undefined,
  )
  const call = aTimedCall()
  const [body, limits] = [policy.bodyOf(call), policy.limitsOf(call)]
  const send = () => {
    attempt.send(body, limits)
    return node.asked[0]!
  }
  const sendIfOnChain = (isOnChain: boolean) => attempt.sendIfOnChain(Promise.resolve(isOnChain), body, limits)
  return { node, budget, attempt, heard, send, sendIfOnChain }
}

test('the node gets the call with an id of its own, and the listener hears the answer once', () => {
  const { attempt, heard, send, node } = anAttempt()
  const exchange = send()
  expect(JSON.parse(exchange.body)).toMatchObject({
    jsonrpc: '2.0',
    id: expect.any(Number),
    method: 'eth_getStorageAt',
  })
  expect([attempt.isSent, node.upstream.health.inFlight]).toEqual([true, 1])
  exchange.result('"0x1"')
  exchange.sink.fail(new Error('too late'))
  expect(heard.map(({ kind }) => kind)).toEqual(['result'])
})

test('two attempts have different ids', () => {
  expect(JSON.parse(anAttempt().send().body).id).not.toBe(JSON.parse(anAttempt().send().body).id)
})

test('what was final for the node is what it was before the node was asked', () => {
  const { attempt, send, node } = anAttempt()
  send()
  node.upstream.health.finalized = 9n
  expect(attempt.finalized).toBe(7n)
})

test('an attempt that was given up ends the exchange and says nothing more', () => {
  const { attempt, heard, send } = anAttempt()
  const exchange = send()
  attempt.giveUp()
  exchange.result('"0x1"')
  expect([exchange.isAborted, heard]).toEqual([true, []])
})

test('an answer that comes in the moment of giving up has its bytes given back', () => {
  const { attempt, budget, heard } = anAttempt()
  attempt.giveUp()
  budget.take(10, undefined, false)
  const release = () => budget.giveBack(10, undefined)
  attempt.end({ kind: 'result', payload: { chunks: [], release } })
  expect([budget.heldBytes, heard]).toEqual([0, []])
})

test('an answer that nobody gets is let go of', () => {
  const { attempt, budget, heard, send } = anAttempt()
  send().result('"0x1"')
  expect(budget.heldBytes).toBeGreaterThan(0)
  attempt.discard(heard[0]!)
  expect(budget.heldBytes).toBe(0)
})

describe('while it is not known which chain the node is on', () => {
  test('nothing is sent; once it is the right one the call is', async () => {
    const { attempt, node, sendIfOnChain } = anAttempt()
    const sent = sendIfOnChain(true)
    expect([node.asked.length, attempt.isSent]).toEqual([0, false])
    await sent
    expect([node.asked.length, attempt.isSent]).toEqual([1, true])
  })

  test('and if it is another one the attempt ends unsent', async () => {
    const { attempt, heard, node, sendIfOnChain } = anAttempt()
    await sendIfOnChain(false)
    expect(heard).toEqual([{ kind: 'unreachable', reason: 'chain_not_known' }])
    expect([node.asked.length, attempt.isSent, node.upstream.health.inFlight]).toEqual([0, false, 0])
  })

  test('an attempt that is given up is never sent', async () => {
    const { attempt, heard, node, sendIfOnChain } = anAttempt()
    const sent = sendIfOnChain(true)
    attempt.giveUp()
    await sent
    expect([node.asked.length, heard]).toEqual([0, []])
  })
})
