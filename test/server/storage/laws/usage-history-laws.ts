import fc from 'fast-check'
import { systemPorts } from '../../../../src/runtime/system-ports.js'
import { DURATION_BUCKETS } from '../../../../src/server/credits/usage/call-durations.js'
import { sumRows } from '../../../../src/server/credits/usage/sum-rows.js'
import { Retention } from '../../../../src/server/credits/usage/usage-retention.js'
import type { UsageGrouping, UsageStore } from '../../../../src/server/credits/usage/usage-store.js'
import { aCharge, type EnginePlace } from '../../../support/store-place.js'
import { usageComesByPages } from './usage-by-pages.js'

const ALL = { from: '2000-01-01', to: '2100-01-01' }

/** Retention at noon on a day; the hourly rows of the two days before are kept. */
const retentionAt = (usage: UsageStore, now: string, days = {}) =>
  new Retention({
    ...systemPorts,
    store: usage,
    days: () => ({ hourlyForDays: 2, dailyForDays: 10, forwardedForDays: 5, errorsForDays: 5, ...days }),
    nowMs: () => Date.parse(`${now}T12:00:00Z`),
  })

const sumsOf = async (usage: UsageStore, by: UsageGrouping, accountId = 'acc_1') =>
  (await usage.usageBy(accountId, ALL, by)).sort((a, b) => (a.name < b.name ? -1 : 1))

/** Defines the tests of how usage is summed, rolled up and dropped, for either engine. */
export const usageHistoryLaws = (place: EnginePlace): void => {
  test('usage is summed by whatever is asked, over the days asked', async () => {
    const { usage } = await place.open()
    await usage.write([
      aCharge({ day: '2026-11-19', hour: 3 }),
      aCharge({ day: '2026-11-20', hour: 4, errors: 1 }),
      aCharge({ day: '2026-11-20', hour: 5, keyId: 'key_2', network: 'second', method: 'eth_chainId', credits: 5 }),
      aCharge({ accountId: 'acc_2' }),
    ])
    expect(await sumsOf(usage, 'day')).toEqual([
      { name: '2026-11-19', calls: 1, credits: 255, errors: 0 },
      { name: '2026-11-20', calls: 2, credits: 260, errors: 1 },
    ])
    expect((await sumsOf(usage, 'hour')).map(({ name }) => name)).toEqual([
      '2026-11-19T03',
      '2026-11-20T04',
      '2026-11-20T05',
    ])
    for (const [by, names] of [
      ['key', ['key_1', 'key_2']],
      ['network', ['main', 'second']],
      ['method', ['eth_chainId', 'eth_getLogs']],
    ] as const) {
      expect((await sumsOf(usage, by)).map(({ name }) => name)).toEqual(names)
    }
    expect(await usage.usageBy('acc_1', { from: '2026-11-20', to: '2026-11-20' }, 'key')).toHaveLength(2)
    expect(await usage.usageBy('acc_1', { from: '2026-11-21', to: '2026-11-30' }, 'key')).toEqual([])
  })

  test('rolling up changes no sum, whatever there is, and however often it is done', async () => {
    const day = fc.integer({ min: 10, max: 21 }).map((number) => `2026-11-${number}`)
    const charge = fc
      .record({
        day,
        hour: fc.integer({ min: 0, max: 23 }),
        keyId: fc.constantFrom('key_1', 'key_2'),
        network: fc.constantFrom('main', 'second'),
        method: fc.constantFrom('eth_getLogs', 'eth_chainId'),
        credits: fc.integer({ min: 0, max: 1_000_000 }),
        calls: fc.integer({ min: 0, max: 100 }),
        errors: fc.integer({ min: 0, max: 100 }),
      })
      .map(aCharge)
    const charges = fc.array(charge, { minLength: 1, maxLength: 60 })
    const { usage } = await place.open()
    let number = 0
    await fc.assert(
      fc.asyncProperty(charges, charges, day, async (early, late, today) => {
        const accountId = `acc_${number++}`
        const sums = () =>
          Promise.all((['network', 'method', 'key', 'day'] as const).map((by) => sumsOf(usage, by, accountId)))
        await usage.write(sumRows(early.map((row) => ({ ...row, accountId }))))
        await retentionAt(usage, today, { dailyForDays: 1000 }).run()
        await usage.write(sumRows(late.map((row) => ({ ...row, accountId }))))
        const before = await sums()
        await retentionAt(usage, '2026-11-21', { dailyForDays: 1000 }).run()
        expect(await sums()).toEqual(before)
        const credits = [...early, ...late].reduce((sum, row) => sum + row.credits, 0)
        expect(before[0]!.reduce((sum, row) => sum + row.credits, 0)).toBe(credits)
      }),
      { numRuns: 30 },
    )
  })

  test('hours are known as long as they are kept; then their day is, and then nothing', async () => {
    const { usage } = await place.open()
    for (const day of ['2026-11-10', '2026-11-11', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']) {
      await usage.write([aCharge({ day, hour: 1 }), aCharge({ day, hour: 2 })])
    }
    await retentionAt(usage, '2026-11-21').run()
    expect((await sumsOf(usage, 'hour')).map(({ name, calls }) => `${name} ${calls}`)).toEqual([
      '2026-11-11 2',
      '2026-11-18 2',
      '2026-11-19T01 1',
      '2026-11-19T02 1',
      '2026-11-20T01 1',
      '2026-11-20T02 1',
      '2026-11-21T01 1',
      '2026-11-21T02 1',
    ])
    expect((await usage.readDay('acc_1', '2026-11-21')).account).toBe(510)
  })

  test('forwarded calls are listed for their time, the last ones first when there are too many', async () => {
    const { usage } = await place.open()
    const row = {
      ...{ accountId: 'acc_1', keyId: 'key_1', network: 'main', method: 'm' },
      ...{ partner: 'p', reason: 'down', durationMs: 1 },
    }
    const at = (day: number) => `2026-11-${day}T12:00:00.000Z`
    for (const day of [15, 16, 17, 18]) await usage.recordForwarded({ ...row, at: at(day) })
    const days = async (filter = {}) => (await usage.forwarded(filter)).map((one) => Number(one.at.slice(8, 10)))
    expect(await days({ limit: 2 })).toEqual([17, 18])
    expect(await days({ limit: 2, until: at(17) })).toEqual([16, 17])
    await usage.write([aCharge({ day: '2026-11-19' }), aCharge({ day: '2026-11-20' })])
    await retentionAt(usage, '2026-11-21').run()
    expect(await days()).toEqual([16, 17, 18])
  })

  test('a clock that is years ahead over a midnight shortens only what was due before', async () => {
    const { usage } = await place.open()
    const days = ['2026-11-12', '2026-11-19', '2026-11-20']
    const row = { accountId: 'acc_1', keyId: 'key_1', network: 'main', method: 'm' }
    const kept = async () => ({
      hours: (await sumsOf(usage, 'hour')).map(({ name }) => name),
      errors: (await usage.callErrors('acc_1', ALL, 9))[0]?.calls,
      forwarded: (await usage.forwarded({})).length,
    })
    for (const day of days) {
      await usage.write([aCharge({ day, hour: 1 })])
      await usage.recordErrors([{ ...row, error: 'e', day, calls: 1, lastAt: `${day}T00:00:00Z` }])
      await usage.recordForwarded({ ...row, partner: 'p', reason: 'down', durationMs: 1, at: `${day}T01:00:00Z` })
    }
    await retentionAt(usage, '2046-01-01').run()
    // Calls of that day, and the run an hour later.
    await usage.write([aCharge({ day: '2046-01-01', hour: 1 })])
    await retentionAt(usage, '2046-01-01').run()
    const names = days.map((day) => `${day}T01`)
    // The oldest day was due by the last day's clock.
    expect(await kept()).toEqual({ hours: ['2026-11-12', ...names.slice(1), '2046-01-01T01'], errors: 2, forwarded: 2 })
    // Its next day counts as the second one after the last true day.
    await retentionAt(usage, '2046-01-02').run()
    expect(await kept()).toEqual({
      hours: ['2026-11-12', '2026-11-19', '2026-11-20T01', '2046-01-01T01'],
      errors: 2,
      forwarded: 2,
    })
    await usage.write([aCharge({ day: '2026-11-21', hour: 1 })])
    await retentionAt(usage, '2026-11-22').run()
    expect((await kept()).hours).toEqual([
      '2026-11-12',
      '2026-11-19',
      '2026-11-20T01',
      '2026-11-21T01',
      '2046-01-01T01',
    ])
  })

  test('counts of errors and of durations are kept for the same time', async () => {
    const { usage } = await place.open()
    const days = Array.from({ length: 21 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
    const row = { accountId: 'acc_1', network: 'main', method: 'm' }
    const errors = days.map((day) => ({
      ...row,
      keyId: 'key_1',
      error: 'e',
      day,
      calls: 1,
      lastAt: `${day}T00:00:00Z`,
    }))
    await usage.recordErrors(errors)
    const buckets = Array.from({ length: DURATION_BUCKETS }, () => 1)
    await usage.recordDurations(days.map((day) => ({ ...row, day, buckets })))
    await retentionAt(usage, '2026-11-21').run()
    expect(await usage.callErrors('acc_1', ALL, 9)).toMatchObject([{ calls: 6 }])
    expect(await usage.callDurations('acc_1', ALL)).toEqual([
      { network: 'main', method: 'm', buckets: buckets.map(() => 6) },
    ])
  })

  test('however many counts a day of one account has, a step deletes at most 500 rows', async () => {
    const { usage, takeChange } = await place.open()
    const methods = Array.from({ length: 1_100 }, (_, index) => `m${index}`)
    const days = ['2026-11-10', '2026-11-11', '2026-11-20']
    const buckets = Array.from({ length: DURATION_BUCKETS }, () => 1)
    for (const day of days) {
      const some = day === '2026-11-10' ? methods : methods.slice(0, 3)
      const rows = some.map((method) => ({ accountId: 'acc_1', network: 'main', method, day }))
      const more = { keyId: 'key_1', error: 'e', calls: 1, lastAt: `${day}T00:00:00Z` }
      await usage.recordErrors(rows.map((row) => ({ ...row, ...more })))
      await usage.recordErrors([{ ...rows[0]!, ...more, accountId: 'acc_2' }])
      await usage.recordDurations(rows.map((row) => ({ ...row, buckets })))
    }
    const rowsOf = async () => {
      const ofDay = (day: string) => ({ from: day, to: day })
      const errors = await Promise.all(days.map((day) => usage.callErrors('acc_1', ofDay(day), 9_999)))
      const durations = await Promise.all(days.map((day) => usage.callDurations('acc_1', ofDay(day))))
      return { errors: errors.flat().length, durations: durations.flat().length }
    }
    const steps: { errors: number; durations: number }[] = []
    const counted =
      (drop: UsageStore['dropErrors']): UsageStore['dropErrors'] =>
      async (...args) => {
        const before = await rowsOf()
        const dropped = await drop(...args)
        const after = await rowsOf()
        steps.push({ errors: before.errors - after.errors, durations: before.durations - after.durations })
        return dropped
      }
    await usage.write([aCharge({ day: '2026-11-19' })])
    takeChange()
    const { dropErrors, dropDurations } = usage
    const counting = { ...usage, dropErrors: counted(dropErrors), dropDurations: counted(dropDurations) }
    await retentionAt(counting, '2026-11-21').run()
    for (const { errors, durations } of steps) expect(Math.max(errors, durations)).toBeLessThanOrEqual(500)
    expect(await rowsOf()).toEqual({ errors: 3, durations: 3 })
    expect(await usage.callErrors('acc_2', ALL, 9)).toMatchObject([{ calls: 1 }])
    expect(takeChange()).toBe(false)
  })

  test('work is done in steps, ends when it is stopped, and does not look like a change of accounts', async () => {
    const { usage, takeChange } = await place.open()
    const keys = Array.from({ length: 35 }, (_, index) => `key_${index}`)
    await usage.write(keys.map((keyId) => aCharge({ keyId, day: '2026-11-10' })))
    await usage.write([aCharge({ day: '2026-11-11' })])
    const steps: number[] = []
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const rollUp: UsageStore['rollUp'] = async (...args) => {
      begin()
      const done = await usage.rollUp(...args)
      steps.push(done)
      return done
    }
    const stopped = retentionAt({ ...usage, rollUp }, '2026-11-12', { hourlyForDays: 1 })
    const run = stopped.run()
    await begun
    await stopped.stop()
    await run
    expect(steps).toEqual([1])
    await retentionAt({ ...usage, rollUp }, '2026-11-12', { hourlyForDays: 1 }).run()
    expect(steps).toEqual([...keys.map(() => 1), 0])
    expect(takeChange()).toBe(false)
    expect((await sumsOf(usage, 'day'))[0]).toMatchObject({ calls: 35 })
  })

  test('usage of all accounts comes page by page, the days that were rolled up included', async () =>
    usageComesByPages((await place.open()).usage))
}
