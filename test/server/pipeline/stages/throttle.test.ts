import { methods } from '../../../../generated/methods.js'
import type { Key } from '../../../../src/server/accounts/account.js'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { entitlementOf } from '../../../../src/server/accounts/entitlement.js'
import { BucketThrottle } from '../../../../src/server/credits/throttle-bucket.js'
import type { Call, OpenedCall } from '../../../../src/server/pipeline/stage.js'
import { throttle, throttleFree } from '../../../../src/server/pipeline/stages/throttle.js'
import { resultOf } from '../../../../src/wire/jsonrpc/reply.js'
import { aKey, anAccount, anEntitlement, aPlan } from '../../../support/accounts.js'

/** A call of eth_getLogs (255 credits) by a key; only what the stage looks at. */
const callOf = (keyId: string, creditsPerSecond: number | undefined, accountPerSecond = 100_000): Call =>
  ({
    row: methods.eth_getLogs,
    caller: {
      entitlement: anEntitlement({
        account: anAccount(),
        key: aKey({ id: keyId, ...(creditsPerSecond === undefined ? {} : { creditsPerSecond }) }),
        creditsPerSecond: accountPerSecond,
      }),
    },
  }) as Partial<Call> as Call

const stageAt = (clock: { nowMs: number }) =>
  throttle(
    new BucketThrottle(),
    () => clock.nowMs,
    async () => resultOf(Buffer.from('1')),
  )

test("a key's own credits per second bind it alone, and the refusal names them", async () => {
  const clock = { nowMs: 0 }
  const stage = stageAt(clock)
  expect((await stage(callOf('key_1', 255))).error).toBeUndefined()
  expect((await stage(callOf('key_1', 255))).error).toEqual({
    code: -32005,
    message: 'credits per second exceeded',
    data: { name: 'throttled-evm', creditsPerSecond: 255, retryAfterMs: 1000 },
  })
  expect((await stage(callOf('key_2', undefined))).error).toBeUndefined()
  clock.nowMs = 1_000
  expect((await stage(callOf('key_1', 255))).error).toBeUndefined()
})

test("the account's credits per second bind its keys together, whatever their own", async () => {
  const stage = stageAt({ nowMs: 0 })
  expect((await stage(callOf('key_1', 1_000, 300))).error).toBeUndefined()
  expect((await stage(callOf('key_2', 1_000, 300))).error?.data).toMatchObject({ creditsPerSecond: 300 })
})

test("a call that the account's limit refuses takes nothing of the key's", async () => {
  const clock = { nowMs: 0 }
  const stage = stageAt(clock)
  await stage(callOf('key_2', undefined, 255))
  for (let call = 0; call < 5; call++) expect((await stage(callOf('key_1', 255, 255))).error).toBeDefined()
  // The account's new limit refuses the call, and not the key's: the key still has all its credits.
  expect((await stage(callOf('key_1', 255, 1_000_000))).error?.data).toMatchObject({ creditsPerSecond: 1_000_000 })
  clock.nowMs = 1
  expect((await stage(callOf('key_1', 255, 1_000_000))).error).toBeUndefined()
})

test("a plan's burst widens the account's own credits per second too, not the key's, and is gone with the plan", async () => {
  const clock = { nowMs: 0 }
  const stage = stageAt(clock)
  const plans = new Map([['core', aPlan({ burstSeconds: 4 })]])
  const callBy = (key: Key, known = plans, account = anAccount({ creditsPerSecond: 255 })) =>
    ({
      row: methods.eth_getLogs,
      caller: { entitlement: entitlementOf(key, account, known, new AccountShare()) },
    }) as Partial<Call> as Call
  const allowed = async (call: Call) => {
    let count = 0
    while (count < 100 && (await stage(call)).error === undefined) count++
    return count
  }
  expect(await allowed(callBy(aKey({ id: 'key_own', creditsPerSecond: 255 })))).toBe(1)
  expect(await allowed(callBy(aKey()))).toBe(3)
  clock.nowMs = 2_000
  expect(await allowed(callBy(aKey()))).toBe(2)
  clock.nowMs = 60_000
  expect(await allowed(callBy(aKey()))).toBe(4)
  // The plan left the configuration. Its calls pass here, so that their error says that the day has
  // no credits.
  expect(await allowed(callBy(aKey(), new Map(), anAccount({ id: 'acc_2' })))).toBe(100)
})

test('a free call weighs as much for the account, however slow the key', async () => {
  const clock = { nowMs: 0 }
  const next = () => resultOf(Buffer.from('1'))
  const stage = throttleFree(new BucketThrottle(), () => clock.nowMs, 500, next)
  const callBy = (id: string, creditsPerSecond: number, accountPerSecond: number): OpenedCall => {
    const key = aKey({ id, creditsPerSecond })
    const account = anAccount({ id: `acc_${accountPerSecond}` })
    const entitlement = anEntitlement({
      account,
      key,
      creditsPerSecond: accountPerSecond,
      burstCredits: accountPerSecond,
    })
    return { caller: { entitlement, network: { family: 'evm' } } } as Partial<Call> as OpenedCall
  }
  const answered = async (accountPerSecond: number) => {
    const replies = Array.from({ length: 100 }, (_, key) => stage(callBy(`key_${key}`, 5, accountPerSecond)))
    return (await Promise.all(replies)).filter(({ error }) => error === undefined).length
  }
  expect(await answered(4_000)).toBe(8)
  // An account with fewer credits per second has one call in a second.
  expect(await answered(100)).toBe(1)
  clock.nowMs = 1_000
  expect(await answered(4_000)).toBe(8)
  expect(await answered(100)).toBe(1)
})

test('free calls of a slow key leave the account’s second to its other keys', async () => {
  const clock = { nowMs: 0 }
  const rates = new BucketThrottle()
  const next = () => resultOf(Buffer.from('1'))
  const free = throttleFree(rates, () => clock.nowMs, 500, next)
  const paid = throttle(rates, () => clock.nowMs, next)
  const slow = { caller: { ...callOf('key_slow', 5, 500).caller, network: { family: 'evm' } } } as OpenedCall
  const other = callOf('key_other', undefined, 500)
  for (let second = 0; second < 20; second++) {
    clock.nowMs = second * 1_000
    await free(slow)
    expect((await paid(other)).error).toBeUndefined()
  }
})
