import { Deferred } from '../../../src/runtime/deferred.js'
import { AccountShare } from '../../../src/server/accounts/account-share.js'
import { PartsFetch } from '../../../src/server/pipeline/logs/fetch-parts.js'
import { eth_getLogs } from '../../../src/server/pipeline/methods/eth_getLogs.js'
import { sharesOf } from '../../../src/server/pipeline/shared-payload.js'
import type { ChargedCall, MethodCall } from '../../../src/server/pipeline/stage.js'
import { charge } from '../../../src/server/pipeline/stages/charge.js'
import { askStateNode } from '../../../src/server/pipeline/stateful/bind-state.js'
import { SealedIds } from '../../../src/server/pipeline/stateful/sealed-ids.js'
import { acceptKnown } from '../../../src/server/pipeline/writes/accept-known.js'
import { broadcast } from '../../../src/server/pipeline/writes/broadcast.js'
import { ByteBudget, HeldPayload } from '../../../src/server/upstreams/byte-budget.js'
import type { Pool } from '../../../src/server/upstreams/pool.js'
import { fail, type Reply, releaseReply } from '../../../src/wire/jsonrpc/reply.js'
import { writeBatch, writeReply } from '../../../src/wire/jsonrpc/write-reply.js'
import { aCall, aLargeError, aResult, verdictOf } from '../../support/charged-call.js'
import { quietUpstream } from '../../support/upstream.js'

describe('a node\u2019s large error that no caller gets is given back', () => {
  test('when its charge cannot be written', async () => {
    const error = aLargeError()
    const written = new Deferred<void>()
    const hold = { charge: () => written, giveBack: () => {}, refund: async () => {}, remainingCredits: () => 1 }
    const reply = charge({ hold: () => hold }, Date.now, () => error)(aCall())
    written.reject(new Error('disk on fire'))
    expect([await verdictOf(reply), error.released]).toEqual(['ledger-unavailable', 1])
  })

  test('when it says that a transaction is known, which is an acceptance', async () => {
    const [known, other] = [aLargeError('already known'), aLargeError('nonce too low')]
    const words = { result: 'evm-transaction-hash' as const, param: 0, messages: ['^already known'] }
    const given = (error: Reply) => acceptKnown(words, () => error)(aCall({ params: ['0x02f8'] }))
    expect(await verdictOf(given(known))).toBe('answered')
    expect(await given(other)).toBe(other)
    expect([known.released, other.released]).toEqual([1, 0])
  })

  test('when it says that a filter is gone', async () => {
    const error = aLargeError('filter not found')
    const ids = new SealedIds('a secret of the test')
    const { caller } = aCall()
    const owner = { network: caller.network.name, keyId: caller.entitlement.key.id }
    const upstream = quietUpstream({ nowMs: 0 }, 'a')
    const id = ids.seal({ upstream: upstream.stateDigest, id: '0x1' }, owner)
    const reply = askStateNode(ids, { param: 0 }, [upstream], () => () => error)(aCall({ params: [id] }))
    expect([await verdictOf(reply), error.released]).toEqual(['filter-not-found', 1])
  })

  test('when it answers a range that the gateway tries', async () => {
    const error = aLargeError()
    const surplus = { first: { blockNumber: '0x1' }, last: { blockNumber: '0x9' } }
    const replies: Reply[] = [{ ...fail('too-many-results', { from: null, to: null, limit: 1 }), surplus }, error]
    const call = aCall({ method: 'eth_getLogs', params: [{ fromBlock: '0x1' }] })
    const reply = eth_getLogs(() => replies.shift()!)(call as unknown as MethodCall<'eth_getLogs'>)
    expect([await verdictOf(reply), error.released]).toEqual(['too-many-results', 1])
  })

  test('when it comes behind the one of another part, which is the reply', async () => {
    const errors = [aLargeError(), aLargeError()]
    const { work } = aCall()
    const reply = await new PartsFetch(2, 10, (index) => Promise.resolve(errors[index]!), undefined).run(work)
    expect(reply).toBe(errors[0])
    expect(errors.map(({ released }) => released)).toEqual([0, 1])
  })

  describe('when it is one of several nodes\u2019 to a write', () => {
    const REFUSED = fail('no-upstream')
    /**
     * Returns the verdict on a write to which nodes reply in this order, and how often each error
     * is released.
     */
    const releasesAfter = async (...replies: (Reply | Error)[]) => {
      const answers = replies.map(() => new Deferred<Reply>())
      const upstreams = answers.map((answer) => ({ answer, health: { state: 'up' } }))
      const pool = { upstreams, healthy: () => upstreams } as unknown as Pool
      const whole = broadcast({
        pool,
        needs: () => ({}) as never,
        isAboutNode: ({ message }) => message === 'syncing',
        to: (upstream) => () => (upstream as unknown as { answer: Deferred<Reply> }).answer,
        oneByOne: () => REFUSED,
      })(aCall()) as Deferred<Reply>
      const settled = Promise.resolve(whole).then(verdictOf, String)
      for (const [index, reply] of replies.entries()) {
        if (reply instanceof Error) answers[index]!.reject(reply)
        else answers[index]!.resolve(reply)
      }
      const released = replies.flatMap((reply) => ('released' in reply ? [reply.released] : []))
      return [await settled, ...released]
    }

    test.each<[string, (Reply | Error)[], unknown[]]>([
      ['an acceptance before and after', [aLargeError(), aResult('1'), aLargeError()], ['answered', 1, 0, 1]],
      ['one that is about the transaction', [aLargeError('syncing'), aLargeError()], ['node error', 1, 0]],
      ['an unknown outcome', [aLargeError(), fail('write-outcome-unknown')], ['write-outcome-unknown', 1]],
      ['a bug', [aLargeError(), new Error('planted')], ['Error: planted', 1]],
    ])('beside %s', async (_what, replies, expected) => {
      expect(await releasesAfter(...replies)).toEqual(expected)
    })
  })
})

describe('a node\u2019s large error on its way to callers', () => {
  const anError = (budget: ByteBudget, share: AccountShare) => {
    const bytes = Buffer.from(JSON.stringify({ code: 3, message: 'reverted', data: '0x'.padEnd(10_000, '0') }))
    budget.take(bytes.length, share, false)
    const payload = new HeldPayload([bytes], 0, undefined, bytes.length, budget, share)
    return { length: bytes.length, reply: { ...aLargeError('reverted'), payload } }
  }

  test('holds its bytes until they are written, alone and in a batch', () => {
    const budget = new ByteBudget(1 << 20)
    const share = new AccountShare()
    const { length, reply } = anError(budget, share)
    const other = anError(budget, share)
    const alone = writeReply('1', reply)
    const batch = writeBatch(['1', '2', '3'], [fail('unauthorized'), other.reply, aResult('1')])
    expect([alone.heldBytes, batch.heldBytes, budget.heldBytes]).toEqual([length, length, 2 * length])
    alone.release()
    batch.release(length - 1)
    expect([alone.heldBytes, batch.heldBytes, share.heldBytes]).toEqual([0, 1, 1])
    batch.release()
    expect([budget.heldBytes, share.heldBytes]).toEqual([0, 0])
  })

  test('counts for each account that waits for it, and an account that holds too much gets none', () => {
    const budget = new ByteBudget(30_000)
    const [leader, waiter, full] = [new AccountShare(), new AccountShare(), new AccountShare()]
    full.heldBytes = 25_000
    const { length, reply } = anError(budget, leader)
    const share = sharesOf(reply, budget, 3)
    const shared = [leader, waiter, full].map((account) => share(aCall({ share: account }) as ChargedCall))
    expect(shared.map((one) => one?.error?.message)).toEqual(['reverted', 'reverted', undefined])
    expect([leader, waiter, full].map(({ heldBytes }) => heldBytes)).toEqual([length, length, 25_000])
    releaseReply(shared[0]!)
    expect([budget.heldBytes, leader.heldBytes, waiter.heldBytes]).toEqual([length, 0, length])
    releaseReply(shared[1]!)
    expect([budget.heldBytes, waiter.heldBytes]).toEqual([0, 0])
  })
})
