import { Deferred } from '../../../../src/runtime/deferred.js'
import { broadcast } from '../../../../src/server/pipeline/writes/broadcast.js'
import type { HealthState } from '../../../../src/server/upstreams/health/health-change.js'
import type { Pool } from '../../../../src/server/upstreams/pool.js'
import { fail, type Reply, resultOf } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall } from '../../../support/charged-call.js'

const REFUSED = fail('no-upstream')
const BUG = new Error('planted')

/** A write at two nodes in these states, whose replies the test gives. */
const aBroadcast = (...states: HealthState[]) => {
  const replies = [new Deferred<Reply>(), new Deferred<Reply>()] as const
  const upstreams = replies.map((reply, index) => ({ reply, health: { state: states[index] ?? 'up' } }))
  const asked: number[] = []
  const pool = { upstreams, healthy: () => upstreams } as unknown as Pool
  let askedOneByOne = 0
  const answer = broadcast({
    pool,
    needs: () => ({}) as never,
    isAboutNode: () => false,
    to: (upstream) => () => {
      const index = upstreams.findIndex((one) => (one as unknown) === upstream)
      asked.push(index)
      return replies[index]!
    },
    oneByOne: () => {
      askedOneByOne++
      return REFUSED
    },
  })
  const whole = Promise.resolve(answer(aCall()) as Deferred<Reply>)
  whole.catch(() => {})
  return { first: replies[0], second: replies[1], whole, asked, askedOneByOne: () => askedOneByOne }
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
    const { first, second, whole, askedOneByOne } = aBroadcast()
    first.reject(BUG)
    second.resolve(REFUSED)
    await expect(whole).rejects.toBe(BUG)
    expect(askedOneByOne()).toBe(0)
  })
})

test('if no node got it, the others are asked one by one', async () => {
  const { first, second, whole, askedOneByOne } = aBroadcast()
  first.resolve(REFUSED)
  second.resolve(REFUSED)
  expect(await whole).toBe(REFUSED)
  expect(askedOneByOne()).toBe(1)
})

describe('a node that is behind', () => {
  const REFUSAL: Reply = {
    error: { code: -32000, message: 'nonce too low', data: undefined },
    bytes: Buffer.from('{}'),
    servedBy: 'upstream',
    costCredits: 0,
  }

  test.each<HealthState>(['up', 'slow'])(
    'is not asked beside one that is %s, whose refusal is the answer',
    async (state) => {
      const { first, second, whole, asked, askedOneByOne } = aBroadcast('behind', state)
      first.resolve(resultOf(Buffer.from('"0x1"')))
      second.resolve(REFUSAL)
      expect(await whole).toBe(REFUSAL)
      expect([asked, askedOneByOne()]).toEqual([[1], 0])
    },
  )

  test('is asked one by one if the others did not get it', async () => {
    const { first, second, whole, asked, askedOneByOne } = aBroadcast('behind')
    first.resolve(resultOf(Buffer.from('"0x1"')))
    second.resolve(REFUSED)
    expect(await whole).toBe(REFUSED)
    expect([asked, askedOneByOne()]).toEqual([[1], 1])
  })

  test('is asked if all are behind', async () => {
    const { first, second, whole, asked } = aBroadcast('behind', 'behind')
    const accepted = resultOf(Buffer.from('"0x1"'))
    first.resolve(REFUSAL)
    second.resolve(accepted)
    expect(await whole).toBe(accepted)
    expect(asked).toEqual([0, 1])
  })
})
