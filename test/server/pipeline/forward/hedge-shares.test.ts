import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { ForwardedCall } from '../../../../src/server/pipeline/forward/forwarded-call.js'
import { aClock, aHeldNode, aPolicy } from '../../../support/forward-policy.js'

/** Two nodes that answer only what the test lets them answer, and two accounts that share them. */
const twoAccounts = () => {
  const clock = aClock()
  const nodes = [aHeldNode(clock, 'a'), aHeldNode(clock, 'b')]
  const { policy, told, aTimedCall } = aPolicy(clock, nodes, { method: 'eth_getLogs' })
  const shares = { slow: new AccountShare(), quick: new AccountShare() }
  const asked = () => nodes.flatMap((node) => node.asked)
  const begin = (account: keyof typeof shares) => {
    const before = new Set(asked())
    const call = aTimedCall({ params: [{}], account, share: shares[account] }, 100_000)
    const forwarded = new ForwardedCall(policy, call)
    forwarded.answer().whenResolved({ resolved: () => {}, rejected: () => {} })
    const exchange = asked().find((exchange) => !before.has(exchange))!
    const hedges = () => told.hedges.length
    return { forwarded, call, exchange, hedges }
  }
  /** Lets the account make that many calls, one after the other, each of which takes so long. */
  const answer = (account: keyof typeof shares, calls: number, ms: number) => {
    for (let count = 0; count < calls; count++) {
      const { exchange } = begin(account)
      clock.nowMs += ms
      exchange.result('[]')
    }
  }
  /** True if a call of the account that nobody answers is asked of a second node within `ms`. */
  const isHedgedWithin = (account: keyof typeof shares, ms: number): boolean => {
    const { forwarded, call } = begin(account)
    const before = asked().length
    clock.nowMs += ms
    forwarded.deadlineReached()
    const isHedged = asked().length > before
    call.cancellation.cancel()
    return isHedged
  }
  return { clock, begin, answer, isHedgedWithin, told }
}

describe('one account’s answers', () => {
  test('that take seconds do not delay the second attempts of another', () => {
    const { answer, isHedgedWithin } = twoAccounts()
    for (let round = 0; round < 20; round++) {
      answer('quick', 9, 5)
      answer('slow', 1, 3_000)
    }
    expect(isHedgedWithin('quick', 30)).toBe(true)
    expect(isHedgedWithin('slow', 30)).toBe(false)
  })

  test('that are quick bring no second attempts to the slower calls of another', () => {
    const { answer, isHedgedWithin } = twoAccounts()
    answer('slow', 40, 300)
    answer('quick', 200, 5)
    expect(isHedgedWithin('slow', 250)).toBe(false)
    expect(isHedgedWithin('quick', 30)).toBe(true)
  })
})

test('one account with many slow calls at once leaves another its second attempts', () => {
  const { clock, begin, answer, isHedgedWithin, told } = twoAccounts()
  answer('quick', 40, 5)
  answer('slow', 40, 5)
  const held = Array.from({ length: 500 }, () => begin('slow'))
  clock.nowMs += 2_000
  for (const { forwarded } of held) forwarded.deadlineReached()
  expect(told.hedges.filter((outcome) => outcome === 'denied').length).toBeGreaterThan(400)
  expect(Array.from({ length: 3 }, () => isHedgedWithin('quick', 30))).toEqual([true, true, true])
  for (const { call } of held) call.cancellation.cancel()
})
