import { Cancellation } from '../../../src/runtime/cancellation.js'
import { openedBodies } from '../../../src/runtime/turns/process-budgets.js'
import { RefusalRate } from '../../../src/server/listeners/websocket/refusal-rate.js'
import { answerBody, type BodyReply } from '../../../src/server/pipeline/answer-body.js'
import type { Authenticated, OpenedCall } from '../../../src/server/pipeline/stage.js'
import { subscribeErrors, unsubscribeErrors } from '../../../src/server/pipeline/stages/subscribe.js'
import { throttleFailure } from '../../../src/server/pipeline/stages/throttle.js'
import { kindErrors } from '../../../src/server/pipeline/stages/validate.js'
import { builtInNames } from '../../../src/wire/jsonrpc/body.js'
import { fail, type Reply, resultOf } from '../../../src/wire/jsonrpc/reply.js'
import { joined } from '../../../src/wire/jsonrpc/write-reply.js'
import { aCall, aNetwork } from '../../support/charged-call.js'

const limits = { maxBatch: 100, maxDepth: 64, methodNames: builtInNames }

const depsOf = (ends: (() => void)[] = []) => ({
  limits,
  observer: { call: () => {}, failedOver: () => {}, bug: () => {} },
  nowMs: () => 0,
  bodyTurns: openedBodies((end) => void ends.push(end)),
})

/** A batch whose calls are answered with their ids, and the turns that it takes. */
const batchOf = (members: number, answer: (call: OpenedCall) => Reply) => {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const network = aNetwork({
    current: {
      answer: (call) => {
        begun.push(call.envelope.idText)
        return answer(call)
      },
    },
  })
  const caller: Authenticated = { ...aCall().caller, network }
  const body = Array.from({ length: members }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] }))
  const reply = answerBody(depsOf(ends), caller, Buffer.from(JSON.stringify(body)), new Cancellation())
  const endTurn = () => {
    const ended = ends.shift()
    ended?.()
    return ended !== undefined
  }
  return { reply, begun, endTurn }
}
const jsonOf = ({ written }: BodyReply) => JSON.parse(joined((written as { chunks: Buffer[] }).chunks).toString())
const idsOf = (reply: BodyReply): number[] => jsonOf(reply).map(({ id }: { id: number }) => id)
const answerWithId = ({ envelope }: OpenedCall): Reply => resultOf(Buffer.from(envelope.idText))

test('a batch of twenty is begun at once', () => {
  const { begun } = batchOf(20, answerWithId)
  expect(begun).toHaveLength(20)
})

test('a batch of a hundred is begun in five turns of the event loop, and keeps its order', async () => {
  const { reply, begun, endTurn } = batchOf(100, answerWithId)
  const counts = [begun.length]
  while (begun.length < 100 && endTurn()) counts.push(begun.length)
  expect(counts).toEqual([20, 40, 60, 80, 100])
  expect(idsOf(await reply)).toEqual(Array.from({ length: 100 }, (_, id) => id))
})

test('a bug in a later turn breaks the batch as one in the first does', async () => {
  const { reply, endTurn } = batchOf(40, (call) => {
    if (call.envelope.idText === '30') throw new Error('a bug')
    return answerWithId(call)
  })
  const ended = expect(reply).rejects.toThrow('a bug')
  endTurn()
  await ended
})

const aNodeError: Reply = {
  error: { code: -32091, message: 'not today', data: undefined },
  bytes: undefined,
  servedBy: 'upstream',
  costCredits: 5,
}

test.each([
  ['eth_subscribe', 2, kindErrors.fail('unknown-subscription-kind', {}, { kind: 'syncing' })],
  ['eth_subscribe', 0, subscribeErrors.fail('no-upstream')],
  ['fooSubscribe', 2, subscribeErrors.fail('no-upstream')],
  ['fooSubscribe', 2, aNodeError],
  ['fooSubscribe', 0, subscribeErrors.fail('too-many-subscriptions', { scope: 'account', maxSubscriptions: 1 })],
  ['fooSubscribe', 0, throttleFailure('solana', { creditsPerSecond: 1, retryAfterMs: 1 })],
  ['fooUnsubscribe', 0, unsubscribeErrors.solana.fail('subscription-not-found-solana')],
])('of two refusals of %s, %i count towards the close of the connection', async (method, count, refusal) => {
  const network = aNetwork({ current: { answer: () => refusal } })
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: ['syncing'] })
  const caller: Authenticated = { ...aCall().caller, network, transport: 'websocket' }
  const refusedIn = async (text: string) =>
    (await answerBody(depsOf(), caller, Buffer.from(text), new Cancellation())).refusedSubscriptions
  expect((await refusedIn(call)) + (await refusedIn(`[${call}]`))).toBe(count)
})

test.each<[string, readonly string[], readonly number[] | undefined]>([
  ['has its other calls', ['fooSubscribe', 'eth_chainId', 'fooSubscribe', 'eth_gasPrice'], [1, 3]],
  ['is empty without other calls', ['fooSubscribe', 'fooSubscribe'], undefined],
  ['is not made where none was refused', ['eth_chainId', 'eth_gasPrice'], undefined],
])("a batch's answer without its refused subscriptions %s", async (_about, names, ids) => {
  const refusal = subscribeErrors.fail('no-upstream')
  const answer = ({ envelope }: OpenedCall) =>
    envelope.method === 'fooSubscribe' ? refusal : resultOf(Buffer.from('1'))
  const caller: Authenticated = { ...aCall().caller, network: aNetwork({ current: { answer } }) }
  const text = JSON.stringify(names.map((method, id) => ({ jsonrpc: '2.0', id, method })))
  const reply = await answerBody(depsOf(), caller, Buffer.from(text), new Cancellation())
  const rest = reply.withoutRefused()
  const written = rest && JSON.parse(joined(rest.chunks).toString())
  expect(written?.map(({ id }: { id: number }) => id)).toEqual(ids)
})

test.each([
  ['is free and counts as a refusal when it comes from memory', { servedBy: 'cache', costCredits: 0 }, 1],
  ['is neither when a node answers', { servedBy: 'upstream', costCredits: 5 }, 0],
] as const)("a node's error %s", async (_about, source, count) => {
  const network = aNetwork({ current: { answer: () => ({ ...aNodeError, ...source }) } })
  const caller: Authenticated = { ...aCall().caller, network, transport: 'websocket' }
  const call = '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[]}'
  const replies = [call, `[${call}]`].map((text) => answerBody(depsOf(), caller, Buffer.from(text), new Cancellation()))
  const counts = (await Promise.all(replies)).map(({ refusals, freeCalls }) => [refusals, freeCalls])
  expect(counts).toEqual(Array(2).fill([count, count]))
})

test.each<[string, Reply, number]>([
  ['no node answers', subscribeErrors.fail('no-upstream'), 0],
  ['the store is away', fail('ledger-unavailable'), 0],
  ['only nodes that were down had a query', { ...fail('query-timeout'), isFree: true }, 0],
  ['a node worked on a query for too long', fail('query-timeout'), 1],
  ['the method is unknown', fail('method-not-found', {}, { method: 'foo' }), 1],
])('a refusal because %s counts %i times', async (_why, refusal, count) => {
  const network = aNetwork({ current: { answer: () => ({ ...refusal }) } })
  const caller: Authenticated = { ...aCall().caller, network, transport: 'websocket' }
  const call = '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[]}'
  const replies = [call, `[${call}]`].map((text) => answerBody(depsOf(), caller, Buffer.from(text), new Cancellation()))
  const counts = (await Promise.all(replies)).map(({ refusals, freeCalls }) => [refusals, freeCalls])
  expect(counts).toEqual(Array(2).fill([count, count]))
})

test.each<[string, Reply, boolean]>([
  [
    'solana, to which clients end signatures that ended by themselves',
    unsubscribeErrors.solana.fail('subscription-not-found-solana'),
    false,
  ],
  ['evm, where none ends by itself', unsubscribeErrors.evm.fail('subscription-not-found-evm'), true],
])('200 unknown subscriptions a second are free calls of %s', async (_family, refusal, isClosed) => {
  const network = aNetwork({ current: { answer: () => refusal } })
  const caller: Authenticated = { ...aCall().caller, network, transport: 'websocket' }
  const call = '{"jsonrpc":"2.0","id":1,"method":"signatureUnsubscribe","params":[1]}'
  const rate = new RefusalRate()
  let isOver = false
  for (let index = 0; index < 1_400; index++) {
    const text = index % 2 === 0 ? call : `[${call}]`
    const reply = await answerBody(depsOf(), caller, Buffer.from(text), new Cancellation())
    expect(reply.freeCalls).toBe(1)
    isOver ||= rate.isOverAfter(reply.refusals, index * 5, { maxRefusalsPerSecond: 100, refusalSeconds: 5 })
  }
  expect(isOver).toBe(isClosed)
})

test.each(['http', 'websocket'] as const)(
  'a long call that is refused as a whole over %s keeps its id',
  async (transport) => {
    const answer = async (text: string) =>
      jsonOf(await answerBody(depsOf(), { ...aCall().caller, transport }, Buffer.from(text), new Cancellation()))
    const call = { jsonrpc: '2.0', id: 42, method: 'eth_getLogs', params: [{ topics: [Array(26_000).fill(1)] }] }
    const { id, ...bare } = call
    const error = expect.objectContaining({ data: expect.objectContaining({ reason: 'too_many_members' }) })
    expect(await answer(JSON.stringify(call))).toEqual({ jsonrpc: '2.0', id, error })
    expect(await answer(JSON.stringify({ ...bare, id }))).toEqual({ jsonrpc: '2.0', id, error })
    expect(await answer(`{"jsonrpc":"2.0","id":42,"method":"x${'x'.repeat(20_000)}",}`)).toMatchObject({
      id: null,
      error: { code: -32700 },
    })
  },
)
