import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { AccountShare, AccountShares } from '../../../src/server/accounts/account-share.js'
import { ByteBudget } from '../../../src/server/upstreams/byte-budget.js'
import { ConnectionShares, type WaitingCall } from '../../../src/server/upstreams/transport/connection-shares.js'

const MEGABYTE = 1_048_576
const MAX_BYTES = 1_000
const KEPT_BYTES = MAX_BYTES / 4
const FEW_BYTES = Math.floor(MAX_BYTES / 64)
const steps = fc.array(fc.record({ account: fc.nat(4), bytes: fc.integer({ min: 1, max: 400 }), gives: fc.boolean() }))

test('whatever some accounts hold of the memory, another one finds room, and all is given back', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const budget = new ByteBudget(MAX_BYTES)
      const accounts = Array.from({ length: 5 }, () => new AccountShare())
      const held: { bytes: number; account: AccountShare }[] = []
      for (const { account, bytes, gives } of taken) {
        const last = gives ? held.pop() : undefined
        if (last !== undefined) budget.giveBack(last.bytes, last.account)
        else if (budget.take(bytes, accounts[account], true)) held.push({ bytes, account: accounts[account]! })
        const free = MAX_BYTES - budget.heldBytes
        for (const { heldBytes } of accounts) expect(heldBytes).toBeLessThanOrEqual(MAX_BYTES / 2)
        // Each that comes may take half of what the others left, down to the last quarter; of that
        // a few bytes, of a large answer, too.
        expect(free).toBeGreaterThanOrEqual(KEPT_BYTES - accounts.length * FEW_BYTES)
        const one = new AccountShare()
        const most = Math.max(FEW_BYTES, Math.min(Math.floor(free / 2), free - KEPT_BYTES))
        expect(budget.take(most, one, true)).toBe(true)
        budget.giveBack(most, one)
        expect(budget.take(free, undefined, true)).toBe(true)
        budget.giveBack(free, undefined)
      }
      for (const { bytes, account } of held) budget.giveBack(bytes, account)
      expect([budget.heldBytes, ...accounts.map(({ heldBytes }) => heldBytes)]).toEqual([0, 0, 0, 0, 0, 0])
    }),
  )
})

test('of ten accounts that want all the memory, none takes that for a large answer of another', () => {
  const budget = new ByteBudget(64 * MEGABYTE)
  const accounts = Array.from({ length: 10 }, () => new AccountShare())
  for (const isLarge of [true, false])
    for (let bytes = MEGABYTE; bytes >= 1; bytes /= 2)
      for (const account of accounts) while (budget.take(bytes, account, isLarge));
  expect(budget.take(MEGABYTE, new AccountShare(), true)).toBe(true)
})

test('while two accounts hold three quarters, one that holds more than a few bytes gets small answers', () => {
  const budget = new ByteBudget(64 * MEGABYTE)
  const [greedy, next, other] = [new AccountShare(), new AccountShare(), new AccountShare()]
  expect(budget.take(1.5 * MEGABYTE, other, true)).toBe(true)
  for (let bytes = MEGABYTE; bytes >= 1; bytes /= 2)
    for (const account of [greedy, next]) while (budget.take(bytes, account, true));
  expect(budget.heldBytes).toBe(48 * MEGABYTE)
  expect(budget.take(100, other, false)).toBe(true)
})

test('an account has the same share however often it is asked for', () => {
  const shares = new AccountShares()
  const share = shares.of('a')
  expect([shares.of('a') === share, shares.of('b') === share]).toEqual([true, false])
})

test('the share of an account that is not in use stays until a thousand others were looked up', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const shares = new AccountShares()
  for (let account = 0; account <= 1_000; account++) shares.of(String(account)).heldBytes = 1
  await new Promise(setImmediate)
  collect()
  expect(['1', '1000', '0'].map((account) => shares.of(account).heldBytes)).toEqual([1, 1, 0])
})

test('connections are left for the next account, calls take turns by account, and the gateway’s own go first', () => {
  const shares = new ConnectionShares(8)
  const [greedy, other] = [shares.useOf(new AccountShare()), shares.useOf(new AccountShare())]
  const call = (use = greedy): WaitingCall => ({ use, isWaiting: false, before: undefined, behind: undefined })
  let taken = 0
  for (; shares.mayGo(greedy); taken++) shares.take(greedy)
  expect(taken).toBe(6)
  const waiting = [call(), call(), call(other), call(other)]
  for (const one of waiting) shares.add(one)
  expect(greedy.account!.waitingCalls).toBe(2)
  const own = call(shares.useOf(undefined))
  shares.add(own)
  expect(shares.next()).toBe(own)
  expect([shares.mayGo(greedy), shares.next()]).toEqual([false, waiting[2]])
  expect([greedy, other].map((use) => shares.isAtLimit(use))).toEqual([true, false])
  shares.take(other)
  for (let given = 0; given < 4; given++) shares.giveBack(greedy, false)
  expect([shares.next(), shares.next(), shares.next(), shares.next()]).toEqual([
    waiting[0],
    waiting[3],
    waiting[1],
    undefined,
  ])
  expect([shares.waiting, greedy.account!.waitingCalls]).toEqual([0, 0])
})

test.each([
  [8, [6, 1, 1]],
  [64, [48, 3, 2, 2, 1]],
  [256, [192, 12, 10, 8, 6, 5, 4]],
])('of %s connections, accounts that come one after the other get %j', (connections, numbers) => {
  const shares = new ConnectionShares(connections)
  const takeAll = () => {
    const use = shares.useOf(new AccountShare())
    while (shares.mayGo(use)) shares.take(use)
    return use.inUse
  }
  expect(numbers.map(takeAll)).toEqual(numbers)
})

test.each([64, 256])('of %s connections, ten accounts that want all leave one for another', (connections) => {
  const shares = new ConnectionShares(connections)
  for (let account = 0; account < 10; account++) {
    const use = shares.useOf(new AccountShare())
    while (shares.mayGo(use)) shares.take(use)
    if (account === 0) expect(shares.inUse).toBe((connections * 3) / 4)
  }
  expect(shares.mayGo(shares.useOf(new AccountShare()))).toBe(true)
})

test('a quarter of the connections may stream for one account, half for all', () => {
  const shares = new ConnectionShares(8)
  const uses = Array.from({ length: 3 }, () => shares.useOf(new AccountShare()))
  const got = uses.map(
    (use) =>
      [1, 2, 3].filter(() => {
        shares.take(use)
        return shares.takeStream(use)
      }).length,
  )
  expect(got).toEqual([2, 2, 0])
  shares.giveBack(uses[0]!, true)
  expect(shares.takeStream(uses[2]!)).toBe(true)
})
