import { sumRows } from '../../../../src/server/credits/usage/sum-rows.js'
import type { UsageGrouping } from '../../../../src/server/credits/usage/usage-store.js'
import { aCharge, type EnginePlace } from '../../../support/store-place.js'

const ALL = { from: '2026-01-01', to: '2026-12-31' }
const day = (index: number) => `2026-10-${String((index % 28) + 1).padStart(2, '0')}`

/** Charges of an account on many days with many keys: more than are summed in a piece. */
const manyCharges = (accountId: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    aCharge({
      ...{ accountId, day: day(index * 3), hour: index % 24, keyId: `key_${index % 170}` },
      ...{ method: index % 2 === 0 ? 'eth_call' : 'eth_chainId', credits: index % 7, errors: index % 3 },
    }),
  )

/** Reading in pieces gives what reading at once would give, on either engine. */
export const pieceLaws = (place: EnginePlace): void => {
  test('sums of usage are those of all rows, the days that were rolled up included', async () => {
    const { usage } = await place.open()
    const charges = sumRows(manyCharges('acc_big', 9_000))
    for (let at = 0; at < charges.length; at += 1_000) await usage.write(charges.slice(at, at + 1_000))
    while ((await usage.rollUp('2026-10-10', 300)) > 0);
    const names: Record<Exclude<UsageGrouping, 'hour'>, (one: (typeof charges)[number]) => string> = {
      key: ({ keyId }) => keyId,
      day: (one) => one.day,
      method: ({ method }) => method,
      network: ({ network }) => network,
    }
    for (const [by, nameOf] of Object.entries(names)) {
      const expected = new Map<string, number>()
      for (const one of charges) expected.set(nameOf(one), (expected.get(nameOf(one)) ?? 0) + one.credits)
      const found = await usage.usageBy('acc_big', ALL, by as UsageGrouping)
      expect(new Map(found.map(({ name, credits }) => [name, credits]))).toEqual(expected)
    }
    const [some] = await usage.usageBy('acc_big', { from: '2026-10-15', to: '2026-10-20' }, 'network')
    const within = charges.filter((one) => one.day >= '2026-10-15' && one.day <= '2026-10-20')
    expect(some).toMatchObject({ credits: within.reduce((sum, { credits }) => sum + credits, 0) })
  })

  test('of many accounts each comes once, those with many rows among those with few', async () => {
    const { usage } = await place.open()
    const few = Array.from({ length: 60 }, (_, index) => `acc_${String(index).padStart(2, '0')}`)
    await usage.write(few.map((accountId) => aCharge({ accountId, day: '2026-10-01' })))
    await usage.write(sumRows(manyCharges('acc_30_big', 2_000)))
    const { rows, next } = await usage.usageOfAccounts({ limit: 100, rows: 1_000 }, ALL, 'network')
    expect(rows.map(({ accountId }) => accountId)).toEqual([...few, 'acc_30_big'].sort())
    expect(next).toBeUndefined()
    const stopped = await usage.usageOfAccounts({ limit: 100, rows: 10 }, ALL, 'network')
    expect(stopped.rows.length).toBeGreaterThanOrEqual(10)
    expect(stopped.next).toBe(stopped.rows.at(-1)!.accountId)
  })

  test('of errors those that happened last are there, with the sums of all days', async () => {
    const { usage } = await place.open()
    const errorOf = (index: number, on: string) => ({
      ...{ accountId: 'acc_1', keyId: `key_${index % 40}`, network: 'main', method: `m${index}`, error: 'node_error' },
      ...{
        day: on,
        calls: 1,
        lastAt: `${on}T${String(index % 24).padStart(2, '0')}:00:00.${String(index).padStart(4, '0')}Z`,
      },
    })
    const days = ['2026-10-01', '2026-10-02', '2026-10-03']
    for (const [age, on] of days.entries())
      await usage.recordErrors(Array.from({ length: 1_500 - age * 500 }, (_, index) => errorOf(index, on)))
    const last = Array.from({ length: 500 }, (_, index) => errorOf(index, '2026-10-03').lastAt)
      .sort()
      .reverse()
    const found = await usage.callErrors('acc_1', ALL, 100)
    expect(found.map(({ lastAt }) => lastAt)).toEqual(last.slice(0, 100))
    expect(new Set(found.map(({ calls }) => calls))).toEqual(new Set([3]))
    const all = await usage.callErrors('acc_1', ALL, 5_000)
    expect(all).toHaveLength(1_500)
    expect(all.reduce((sum, { calls }) => sum + calls, 0)).toBe(3_000)
  })

  test('of forwarded calls the last ones are there, in order of time, those of one moment too', async () => {
    const { usage } = await place.open()
    const row = { accountId: 'acc_1', keyId: 'key_1', network: 'main', partner: 'p', reason: 'down', durationMs: 1 }
    for (let index = 0; index < 1_300; index++)
      await usage.recordForwarded({
        ...row,
        method: `m${index}`,
        at: `2026-10-01T00:00:0${Math.floor(index / 300)}.000Z`,
      })
    const found = await usage.forwarded({ limit: 1_200 })
    expect(found.map(({ method }) => method)).toEqual(Array.from({ length: 1_200 }, (_, index) => `m${index + 100}`))
  })
}
