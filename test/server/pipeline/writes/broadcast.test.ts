import { Deferred } from '../../../../src/runtime/deferred.js'
import { broadcast } from '../../../../src/server/pipeline/writes/broadcast.js'
import type { Pool } from '../../../../src/server/upstreams/pool.js'
import { fail, type Reply, resultOf } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall } from '../../../support/charged-call.js'

const REFUSED = fail('no-upstream')
const BUG = new Error('planted')

/** A write at two nodes, whose replies the test gives. */
const aBroadcast = () => {
  const replies = [new Deferred<Reply>(), new Deferred<Reply>()] as const
  const upstreams = replies.map((reply) => ({ reply }))
  const pool = { upstreams, healthy: () => upstreams } as unknown as Pool
  let askedOneByOne = 0
  const answer = broadcast({
    pool,
    needs: () => ({}) as never,
    isAboutNode: () => false,
    to: (upstream) => () => (upstream as unknown as { reply: Deferred<Reply> }).reply,
    oneByOne: () => {
      askedOneByOne++
      return REFUSED
    },
  })
  const whole = Promise.resolve(answer(aCall()) as Deferred<Reply>)
  whole.catch(() => {})
  return { first: replies[0], second: replies[1], whole, asked: () => askedOneByOne }
}

describe('after a bug at one node', () => {
  test('the acceptance of another is the answer', async () => {
    const { first, second, whole } = aBroadcast()
    first.reject(BUG)
    const accepted = resultOf(Buffer.from('"0x1"'))
    second.resolve(accepted)
    expect(await whole).toBe(accepted)
  })

  test('the call is not sent again when the others refuse: the first node may have it', async () => {
    const { first, second, whole, asked } = aBroadcast()
    first.reject(BUG)
    second.resolve(REFUSED)
    await expect(whole).rejects.toBe(BUG)
    expect(asked()).toBe(0)
  })
})

test('if no node got it, the others are asked one by one', async () => {
  const { first, second, whole, asked } = aBroadcast()
  first.resolve(REFUSED)
  second.resolve(REFUSED)
  expect(await whole).toBe(REFUSED)
  expect(asked()).toBe(1)
})
