import { Cancellation } from '../../../src/runtime/cancellation.js'
import { FairTurns } from '../../../src/runtime/turns/fair-turns.js'
import { answerBody, type BodyReply } from '../../../src/server/pipeline/answer-body.js'
import type { Authenticated, OpenedCall } from '../../../src/server/pipeline/stage.js'
import { builtInNames } from '../../../src/wire/jsonrpc/body.js'
import { type Reply, resultOf } from '../../../src/wire/jsonrpc/reply.js'
import { joined } from '../../../src/wire/jsonrpc/write-reply.js'
import { aCall, aNetwork } from '../../support/charged-call.js'

const limits = { maxBatch: 100, maxDepth: 64, methodNames: builtInNames }

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
  const deps = {
    limits,
    observer: { call: () => {}, forwarded: () => {}, bug: () => {} },
    nowMs: () => 0,
    bodyTurns: new FairTurns((end) => void ends.push(end)),
  }
  const body = Array.from({ length: members }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] }))
  const reply = answerBody(deps, caller, Buffer.from(JSON.stringify(body)), new Cancellation(), false)
  const endTurn = () => {
    const ended = ends.shift()
    ended?.()
    return ended !== undefined
  }
  return { reply, begun, endTurn }
}
const idsOf = ({ written }: BodyReply): number[] => {
  const text = joined((written as { chunks: Buffer[] }).chunks).toString()
  return (JSON.parse(text) as { id: number }[]).map(({ id }) => id)
}
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
