import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import type { ForwardPolicy } from '../../../../src/server/pipeline/forward/forward.js'
import { ForwardedCall } from '../../../../src/server/pipeline/forward/forwarded-call.js'
import type { Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { type CallWish, payloadOf, textOf } from '../../../support/charged-call.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { aClock, aHeldNode, aPolicy, type HeldNode, type PolicyWish } from '../../../support/forward-policy.js'

/** Ends the calls that a test left on their way, so that no timer outlives it. */
const leavings: (() => void)[] = []
afterEach(() => {
  for (const leave of leavings.splice(0)) leave()
})

/**
 * A call with a second to go, on its way to nodes `a` and `b`, which `prepare` may change before;
 * no time passes but what the test lets pass.
 */
const aCallOnItsWay = (
  wish: PolicyWish = {},
  callWish: CallWish = {},
  { timeoutMs = 1_000, prepare = (_node: HeldNode): void => {} } = {},
) => {
  const clock = aClock()
  const nodes = [aHeldNode(clock, 'a'), aHeldNode(clock, 'b')]
  const { policy, told, budget, aTimedCall } = aPolicy(clock, nodes, wish)
  nodes.forEach(prepare)
  const call = aTimedCall(callWish, timeoutMs)
  const forwarded = new ForwardedCall(policy, call)
  leavings.push(() => call.cancellation.cancel())
  const state: { reply: Reply | undefined; bug: unknown } = { reply: undefined, bug: undefined }
  forwarded.answer().whenResolved({
    resolved: (reply) => {
      state.reply = reply
    },
    rejected: (bug) => {
      state.bug = bug
    },
  })
  /** All questions so far, in the order in which the nodes were asked. */
  const asked = () => nodes.flatMap((node) => node.asked.map((exchange) => ({ ...exchange, node, exchange })))
  const [first, second] = nodes[0]!.asked.length > 0 ? nodes : [nodes[1], nodes[0]]
  const waitMs = (ms: number) => {
    clock.nowMs += ms
    forwarded.deadlineReached()
  }
  return { clock, call, forwarded, policy, told, budget, state, asked, waitMs, first: first!, second: second! }
}
const aPartner = () => aHeldNode(aClock(), 'partner', { isPartner: true })
/** Two polls that a node does not answer. */
const takeDown = ({ upstream: { health } }: HeldNode): void => {
  for (let poll = 0; poll < 2; poll++) health.pollFailed('timed_out')
}

test('one node is asked, and its answer is the reply, from the moment it is there', () => {
  const { state, asked, first, told, budget } = aCallOnItsWay()
  expect([asked().length, state.reply]).toEqual([1, undefined])
  first.asked[0]!.result('"0x2a"')
  expect([textOf(state.reply!), state.reply!.servedBy, state.reply!.upstream]).toEqual([
    '"0x2a"',
    'upstream',
    first.upstream.name,
  ])
  payloadOf(state.reply!).release()
  expect([told.attempts, first.upstream.health.inFlight, budget.heldBytes]).toEqual([
    [`${first.upstream.name} result`],
    0,
    0,
  ])
})

test('a node\u2019s own error is an answer', () => {
  const { state, asked, first } = aCallOnItsWay()
  first.asked[0]!.error(3, 'execution reverted')
  expect([state.reply!.error!.message, asked().length]).toEqual(['execution reverted', 1])
})

test('after a failure the next is asked in the same moment', () => {
  const { state, first, second } = aCallOnItsWay()
  first.asked[0]!.status(503)
  second.asked[0]!.result('1')
  expect([textOf(state.reply!), first.upstream.health.lastFailure]).toEqual(['1', 'http_503'])
})

test('a node that used up its share of the time is given up, and the next has the rest', () => {
  const { state, waitMs, first, second } = aCallOnItsWay({ hedging: undefined })
  waitMs(499)
  expect(second.asked).toHaveLength(0)
  waitMs(1)
  expect([first.asked[0]!.isAborted, second.asked.length, state.reply]).toEqual([true, 1, undefined])
  waitMs(500)
  expect([state.reply, second.asked[0]!.isAborted]).toMatchObject([{ name: 'upstream-timeout' }, true])
})

describe('a slow node', () => {
  test('is raced by another; the first answer wins, the other is given up, and the budget hears of it', () => {
    const { state, waitMs, first, second, told } = aCallOnItsWay({ method: 'eth_getLogs' }, { params: [{}] })
    waitMs(500)
    expect([first.asked[0]!.isAborted, second.asked.length]).toEqual([false, 1])
    second.asked[0]!.result('2')
    expect([textOf(state.reply!), first.asked[0]!.isAborted, told.hedges]).toEqual(['2', true, ['won']])
    expect(told.attempts.map((text) => text.split(' ')[1])).toEqual(['result', 'overtaken'])
  })

  test('may still win', () => {
    const { state, waitMs, first, second, told } = aCallOnItsWay({ method: 'eth_getLogs' }, { params: [{}] })
    waitMs(500)
    first.asked[0]!.result('1')
    expect([textOf(state.reply!), second.asked[0]!.isAborted, told.hedges]).toEqual(['1', true, ['lost']])
  })

  test('is not raced when the budget is used up, which is told once a call', () => {
    const { waitMs, second, told } = aCallOnItsWay(
      {
        method: 'eth_getLogs',
        hedging: { earn: () => {}, hasRoom: () => false } as unknown as ForwardPolicy['hedging'],
      },
      { params: [{}] },
    )
    waitMs(500)
    waitMs(100)
    waitMs(200)
    expect([second.asked.length, told.hedges]).toEqual([0, ['denied']])
  })
})

describe('an answer that a judge doubts', () => {
  const judges: ForwardPolicy['judges'] = [
    (_call, _upstream, outcome) =>
      outcome.kind === 'result' && outcome.payload.chunks.toString() === 'null' ? 'node_behind' : undefined,
  ]

  test('is held while another is asked, and its bytes given back when that one is believed', () => {
    const { state, budget, first, second } = aCallOnItsWay({ judges })
    first.asked[0]!.result('null')
    expect(state.reply).toBeUndefined()
    second.asked[0]!.result('1')
    expect(textOf(state.reply!)).toBe('1')
    payloadOf(state.reply!).release()
    expect(budget.heldBytes).toBe(0)
  })

  test('is the reply when nobody knows better', () => {
    const { state, first, second } = aCallOnItsWay({ judges })
    first.asked[0]!.result('null')
    second.asked[0]!.status(500)
    expect([textOf(state.reply!), state.reply!.upstream]).toEqual(['null', first.upstream.name])
  })
})

describe('the partner', () => {
  const failed = (wish: PolicyWish = {}) => {
    const partner = aPartner()
    const set = aCallOnItsWay({ partner, ...wish }, { canFailOver: true })
    set.first.asked[0]!.status(503)
    set.second.asked[0]!.status(429)
    return { ...set, partner: partner.asked[0]! }
  }

  test('is asked when the network\u2019s own have failed, which stands on the reply with the last reason', () => {
    const { state, partner } = failed()
    partner.result('"0x1"')
    expect(state.reply).toMatchObject({
      servedBy: 'partner',
      failedOver: { partner: 'partner', reason: 'rate_limited' },
    })
  })

  test('is asked when the circuits of both nodes that were asked have opened, and not before', () => {
    const partner = aPartner()
    const { first, second, waitMs, state, told } = aCallOnItsWay(
      { partner },
      { canFailOver: true },
      { timeoutMs: 10_000 },
    )
    waitMs(500)
    takeDown(first)
    waitMs(160)
    expect([first.asked.length, second.asked.length, partner.asked.length]).toEqual([1, 1, 0])
    takeDown(second)
    waitMs(160)
    expect([first.asked[0]!.isAborted, second.asked[0]!.isAborted, partner.asked.length]).toEqual([true, true, 1])
    partner.asked[0]!.result('"0x1"')
    expect(state.reply).toMatchObject({ servedBy: 'partner', failedOver: { reason: 'upstream_timeout' } })
    expect(told.hedges).toEqual(['lost'])
  })

  test('that fails, too, stands on the failure', () => {
    const { state, partner } = failed()
    partner.status(500)
    expect(state.reply).toMatchObject({ name: 'no-upstream', failedOver: { partner: 'partner' } })
  })

  test.each([
    ['proven', true],
    ['unproven', undefined],
  ] as const)('whose answer is %s is believed, and it says so only with a proof', async (verdict, isVerified) => {
    const { state, partner } = failed({ verifyPartner: async () => verdict })
    partner.result('"0x1"')
    await expectSoon(() => state.reply !== undefined, true)
    expect([textOf(state.reply!), (state.reply as { isVerified?: true }).isVerified]).toEqual(['"0x1"', isVerified])
  })

  test('whose proof is wrong gave no answer, and is taken out for the method', async () => {
    const { state, budget, partner, policy } = failed({ verifyPartner: async () => 'wrong' })
    partner.result('"0x1"')
    await expectSoon(() => state.reply !== undefined, true)
    expect(state.reply).toMatchObject({ name: 'bad-upstream-answer', failedOver: { partner: 'partner' } })
    expect([policy.partner!.health.bans.has('eth_getStorageAt'), budget.heldBytes]).toEqual([true, 0])
  })

  test('has its answer taken as it is when the time is up before the proof was looked at', () => {
    const { state, partner, waitMs } = failed({ verifyPartner: () => new Promise(() => {}) })
    partner.result('"0x1"')
    expect(state.reply).toBeUndefined()
    waitMs(1_000)
    expect([textOf(state.reply!), (state.reply as { isVerified?: true }).isVerified]).toEqual(['"0x1"', undefined])
  })
})

test('a call that a node would not read is asked of nobody else', () => {
  const { state, asked, first } = aCallOnItsWay()
  first.asked[0]!.status(400)
  expect([state.reply, asked().length]).toMatchObject([{ name: 'bad-upstream-answer' }, 1])
  expect(first.upstream.health.lastFailure).toBeUndefined()
})

test('no room in memory ends the call, and is not held against the node', () => {
  const full = { maxBytes: 1, canStream: false, stallMs: 1_000 }
  const { state, first, budget } = aCallOnItsWay({
    limitsOf: () => ({ ...full, maxBytes: 1 << 20, budget: { take: () => false, giveBack: () => {} } as never }),
  })
  first.asked[0]!.result('1')
  expect([state.reply, first.upstream.health.inFlight, budget.heldBytes]).toMatchObject([{ name: 'overloaded' }, 0, 0])
  expect(first.upstream.health.lastFailure).toBeUndefined()
})

describe('a caller that leaves', () => {
  test('ends what is under way, and is answered at once', () => {
    const { call, state, first, told } = aCallOnItsWay()
    call.cancellation.cancel()
    expect([state.reply, first.asked[0]!.isAborted]).toMatchObject([{ isCancelled: true }, true])
    expect(told.attempts).toEqual([`${first.upstream.name} cancelled`])
  })

  test('after the answer changes nothing of it', () => {
    const { call, state, first } = aCallOnItsWay()
    first.asked[0]!.result('1')
    call.cancellation.cancel()
    expect(textOf(state.reply!)).toBe('1')
  })

  test('before it was sent has nobody asked', () => {
    const clock = aClock()
    const node = aHeldNode(clock, 'a')
    const { policy, aTimedCall } = aPolicy(clock, [node])
    const call = aTimedCall()
    call.cancellation.cancel()
    let reply: Reply | undefined
    new ForwardedCall(policy, call).answer().whenResolved({
      resolved: (settled) => {
        reply = settled
      },
      rejected: () => {},
    })
    expect([reply, node.asked.length]).toMatchObject([{ isCancelled: true }, 0])
  })
})

test('a bug in a judge reaches who waits for the answer, and leaves nothing behind', () => {
  const bug = new Error('bug')
  const { state, budget, first } = aCallOnItsWay({
    judges: [
      () => {
        throw bug
      },
    ],
  })
  first.asked[0]!.result('1')
  expect([state.bug, state.reply, budget.heldBytes]).toEqual([bug, undefined, 0])
})

describe('a query whose time is over', () => {
  const timedOut = (waitsFor: 'turn' | 'connection' | undefined) => {
    const { first, waitMs, state } = aCallOnItsWay(
      { method: 'eth_getLogs', hedging: undefined },
      { params: [{}], share: new AccountShare() },
    )
    first.asked[0]!.waitsFor = waitsFor
    waitMs(1_000)
    return state.reply
  }

  test('costs what a node may have done for it', () => {
    expect(timedOut(undefined)).toMatchObject({ name: 'query-timeout' })
    expect(timedOut(undefined)).not.toMatchObject({ isFree: true })
  })

  test.each(['turn', 'connection'] as const)('is free if it waited for a %s', (waitsFor) => {
    expect(timedOut(waitsFor)).toMatchObject({ name: 'query-timeout', isFree: true })
  })

  test('is free if only nodes that were down were asked, unlike one whose node went down meanwhile', () => {
    const overAt = (down: 'before' | 'meanwhile') => {
      const { first, waitMs, state } = aCallOnItsWay(
        { method: 'eth_getLogs', hedging: undefined },
        { params: [{}] },
        { prepare: down === 'before' ? takeDown : undefined },
      )
      takeDown(first)
      waitMs(1_000)
      return state.reply
    }
    expect(overAt('before')).toMatchObject({ name: 'query-timeout', isFree: true })
    expect(overAt('meanwhile')).toMatchObject({ name: 'query-timeout' })
    expect(overAt('meanwhile')).not.toMatchObject({ isFree: true })
  })

  test('is free if it was over before any node was asked', () => {
    const clock = aClock()
    const node = aHeldNode(clock, 'node')
    const { policy, aTimedCall } = aPolicy(clock, [node], { method: 'eth_getLogs' })
    const replies: Reply[] = []
    new ForwardedCall(policy, aTimedCall({ params: [{}] }, 0)).answer().whenResolved({
      resolved: (reply) => void replies.push(reply),
      rejected: () => {},
    })
    expect([replies, node.asked.length]).toMatchObject([[{ name: 'query-timeout', isFree: true }], 0])
  })

  test('costs if a second node had it while the first one had no connection free', () => {
    const { first, second, waitMs, state } = aCallOnItsWay(
      { method: 'eth_getLogs' },
      { params: [{}], share: new AccountShare() },
    )
    first.asked[0]!.waitsFor = 'turn'
    waitMs(500)
    expect(second.asked).toHaveLength(1)
    waitMs(500)
    expect(state.reply).toMatchObject({ name: 'query-timeout' })
    expect(state.reply).not.toMatchObject({ isFree: true })
  })
})

describe('a write whose time is over', () => {
  const replyTo = (waitsFor: 'turn' | 'connection' | undefined) => {
    const clock = aClock()
    const node = aHeldNode(clock, 'node')
    const { policy, aTimedCall } = aPolicy(clock, [node])
    const forwarded = new ForwardedCall(
      { ...policy, row: { ...policy.row, effect: 'write' } },
      aTimedCall({ share: new AccountShare() }),
    )
    const replies: Reply[] = []
    forwarded.answer().whenResolved({ resolved: (reply) => void replies.push(reply), rejected: () => {} })
    node.asked[0]!.waitsFor = waitsFor
    clock.nowMs += 1_000
    forwarded.deadlineReached()
    return replies[0]
  }

  test('may have been taken by the node that got it', () => {
    expect(replyTo(undefined)).toMatchObject({ name: 'write-outcome-unknown' })
  })

  test.each(['turn', 'connection'] as const)('was not taken if it waited for a %s', (waitsFor) => {
    expect(replyTo(waitsFor)).toMatchObject({ name: 'upstream-timeout' })
  })
})
