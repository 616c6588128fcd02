import { type CreditWarning, WatchedLedger } from '../../../src/server/credits/watched-ledger.js'
import { aKey, anAccount, anEntitlement } from '../../support/accounts.js'
import { aLedger, answered, taken } from '../../support/ledger.js'

const LEVELS = [80, 95, 100]
/** A watched ledger, and what was warned of. `end` looks once more. */
const aWatchedLedger = () => {
  const { ledger, clock } = aLedger()
  const warnings: CreditWarning[] = []
  const watch = new WatchedLedger(
    ledger,
    LEVELS,
    () => clock.nowMs,
    (warning) => void warnings.push(warning),
  )
  const spend = async (credits: number, entitlement = anEntitlement()) =>
    (await taken(watch.hold(entitlement, credits))).charge(answered)
  return { watch, clock, warnings, spend, levels: () => warnings.map(({ level }) => level) }
}

test('an account is warned of once at each level of its day', async () => {
  const { watch, spend, warnings, levels } = aWatchedLedger()
  for (let call = 0; call < 10; call++) await spend(79)
  watch.stop()
  expect(warnings).toEqual([])
  await spend(10)
  watch.stop()
  await spend(10)
  watch.stop()
  expect(levels()).toEqual([80])
  await spend(150)
  watch.stop()
  expect(levels()).toEqual([80, 95])
  await spend(40)
  watch.stop()
  expect(warnings.at(-1)).toEqual({
    accountId: 'acc_1',
    keyId: undefined,
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    level: 100,
    usedCredits: 1000,
    dailyCredits: 1000,
  })
  expect(levels()).toEqual([80, 95, 100])
})

test('after a raise of the daily credits only a higher level is said, in percent of the new credits', async () => {
  const { watch, spend, clock, warnings, levels } = aWatchedLedger()
  await spend(850)
  watch.stop()
  const raised = anEntitlement({ dailyCredits: 2000 })
  await spend(800, raised)
  watch.stop()
  expect(levels()).toEqual([80])
  await spend(350, raised)
  watch.stop()
  expect(warnings.at(-1)).toMatchObject({ level: 100, usedCredits: 2000, dailyCredits: 2000 })
  await spend(1_000, anEntitlement({ dailyCredits: 3000 }))
  watch.stop()
  expect(levels()).toEqual([80, 100])
  clock.nowMs += 86_400_000
  await spend(2_500, anEntitlement({ dailyCredits: 3000 }))
  watch.stop()
  expect(levels()).toEqual([80, 100, 80])
})

test('of several levels at once the highest is said', async () => {
  const { watch, spend, levels } = aWatchedLedger()
  await spend(970)
  watch.stop()
  expect(levels()).toEqual([95])
})

test('a call that is refused for want of credits is the last level, though some are left', async () => {
  const { watch, spend, levels } = aWatchedLedger()
  await spend(930)
  watch.stop()
  expect(await watch.hold(anEntitlement(), 80)).toBe('daily-credits-exhausted')
  watch.stop()
  expect(levels()).toEqual([80, 100])
})

test('a key with a limit of its own is warned of beside its account, and other keys are not', async () => {
  const { watch, spend, warnings } = aWatchedLedger()
  const limited = anEntitlement({ key: aKey({ id: 'key_2', dailyLimit: 200 }) })
  await spend(190, limited)
  await spend(10)
  watch.stop()
  expect(warnings).toMatchObject([{ keyId: 'key_2', level: 95, usedCredits: 190, dailyCredits: 200 }])
  expect(await watch.hold(limited, 80)).toBe('key-daily-credits-exhausted')
  watch.stop()
  expect(warnings.slice(1)).toMatchObject([{ keyId: 'key_2', level: 100 }])
})

test('accounts are told apart, and a new day begins anew', async () => {
  const { watch, spend, clock, warnings } = aWatchedLedger()
  const other = anEntitlement({ account: anAccount({ id: 'acc_2' }) })
  await spend(800)
  await spend(800, other)
  watch.stop()
  clock.nowMs += 86_400_000
  await spend(800)
  watch.stop()
  expect(warnings.map(({ accountId, day }) => [accountId, day === warnings[0]!.day])).toEqual([
    ['acc_1', true],
    ['acc_2', true],
    ['acc_1', false],
  ])
})

test('a refusal of the last second of a day says nothing of the next day', async () => {
  const { watch, spend, clock, levels } = aWatchedLedger()
  await spend(1000)
  expect(await watch.hold(anEntitlement(), 80)).toBe('daily-credits-exhausted')
  clock.nowMs += 86_400_000
  await spend(10)
  watch.stop()
  expect(levels()).toEqual([100])
  await spend(800)
  watch.stop()
  expect(levels()).toEqual([100, 80])
})

test('a refusal counts for the day on which the credits were asked for', async () => {
  const { watch, clock, warnings } = aWatchedLedger()
  const day = new Date(clock.nowMs).toISOString().slice(0, 10)
  clock.nowMs += 86_400_000
  watch.rememberCaller(anEntitlement(), 'daily-credits-exhausted', day)
  watch.stop()
  expect(warnings).toEqual([])
})

test('an account that may use nothing is not warned of', async () => {
  const { watch, warnings } = aWatchedLedger()
  await watch.hold(anEntitlement({ dailyCredits: 0 }), 80)
  watch.stop()
  expect(warnings).toEqual([])
})

test('in the second of a change the newest limit counts, and one key says nothing of another', async () => {
  const { watch, spend, warnings } = aWatchedLedger()
  const former = (id: string) => anEntitlement({ key: aKey({ id }), dailyCredits: 300_000 })
  await spend(930, former('key_1'))
  await spend(1, former('key_2'))
  expect(await watch.hold(anEntitlement(), 80)).toBe('daily-credits-exhausted')
  watch.stop()
  expect(warnings).toMatchObject([{ level: 100, dailyCredits: 1_000 }])
})
