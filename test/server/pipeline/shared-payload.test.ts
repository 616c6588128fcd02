import { AccountShare } from '../../../src/server/accounts/account-share.js'
import { SharedPayloads } from '../../../src/server/pipeline/shared-payload.js'
import { ByteBudget, HeldPayload } from '../../../src/server/upstreams/byte-budget.js'

/** An answer of 100 bytes that the account `leader` asked for, to be shared among `callers`. */
const sharedAmong = (callers: number, maxBytes = 10_000) => {
  const budget = new ByteBudget(maxBytes)
  const leader = new AccountShare()
  budget.take(100, leader, false)
  const bytes = Buffer.alloc(100, 'a')
  const payload = new HeldPayload([bytes], 0, undefined, 100, budget, leader)
  return { budget, leader, bytes, payloads: new SharedPayloads(payload, budget, callers) }
}

test('each caller gets the same bytes, counted once in memory and once for its account', () => {
  const { budget, leader, bytes, payloads } = sharedAmong(2)
  const other = new AccountShare()
  const [mine, its] = [payloads.of(leader)!, payloads.of(other)!]
  expect([mine.chunks[0], its.chunks[0]]).toEqual([bytes, bytes])
  expect([budget.heldBytes, leader.heldBytes, other.heldBytes]).toEqual([100, 100, 100])
})

test('the memory is given back when the last caller is done, and an account\u2019s part when its own is', () => {
  const { budget, leader, payloads } = sharedAmong(2)
  const other = new AccountShare()
  const [mine, its] = [payloads.of(leader)!, payloads.of(other)!]
  mine.release()
  expect([budget.heldBytes, leader.heldBytes, other.heldBytes]).toEqual([100, 0, 100])
  its.release()
  expect([budget.heldBytes, other.heldBytes]).toEqual([0, 0])
})

test('what is given back twice, or is more than there is, counts once', () => {
  const { budget, leader, payloads } = sharedAmong(2)
  const mine = payloads.of(leader)!
  mine.release(60)
  expect(leader.heldBytes).toBe(40)
  mine.release(1_000)
  expect(leader.heldBytes).toBe(0)
  mine.release()
  mine.release()
  expect([leader.heldBytes, budget.heldBytes]).toEqual([0, 100])
  payloads.of(undefined)!.release()
  expect(budget.heldBytes).toBe(0)
})

test('an account that holds too much gets none, which does not keep the bytes from being given back', () => {
  const { budget, leader, payloads } = sharedAmong(2, 250)
  const full = new AccountShare()
  full.heldBytes = 200
  expect(payloads.of(full)).toBeUndefined()
  expect(full.heldBytes).toBe(200)
  payloads.of(leader)!.release()
  expect(budget.heldBytes).toBe(0)
})
