import { sumRows } from '../../../../src/server/credits/usage/sum-rows.js'
import type { ChargeRow, UsageStore } from '../../../../src/server/credits/usage/usage-store.js'
import { aCharge, type EnginePlace } from '../../../support/store-place.js'

const DAY = '2026-10-02'
const DAYS = { from: '2026-10-01', to: DAY }

/** Charges of two days: more rows of an account than are summed in a piece. */
const charges = (accountId: string): ChargeRow[] =>
  sumRows(
    Array.from({ length: 8_000 }, (_, index) =>
      aCharge({
        ...{ accountId, day: index % 2 === 0 ? DAYS.from : DAY, hour: index % 24, keyId: `key_${index % 171}` },
        ...{ method: `m${index % 5}`, credits: index % 7, errors: index % 3 === 0 ? 1 : 0 },
      }),
    ),
  )

const writeAll = async (usage: UsageStore, rows: readonly ChargeRow[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += 1_000) await usage.write(rows.slice(at, at + 1_000))
}

const sumsBy = <T>(rows: readonly T[], nameOf: (row: T) => string, amountOf: (row: T) => number) => {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + amountOf(row))
  return sums
}

const errorsOf = (accountId: string, count: number, day = DAY) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ accountId, day, keyId: `key_${index % 3}`, network: 'main', method: `m${index}`, error: 'node_error' },
    ...{ calls: 2, lastAt: `${day}T01:00:00.000Z` },
  }))

/**
 * Defines the tests of what dashboards show of many accounts, and of one over time, for either
 * engine.
 */
export const activityLaws = (place: EnginePlace): void => {
  test('usage over time has rows of its own for the named groups, and one for all others', async () => {
    const { usage } = await place.open()
    const rows = charges('acc_1')
    await writeAll(usage, rows)
    while ((await usage.rollUp(DAY, 300)) > 0);
    const nameOf = ({ method }: ChargeRow) => (method === 'm1' || method === 'm2' ? method : '')
    const found = await usage.usageOverTime('acc_1', DAYS, 'method', 'day', new Set(['m1', 'm2']))
    expect(
      sumsBy(
        found,
        ({ time, name }) => `${time} ${name}`,
        ({ credits }) => credits,
      ),
    ).toEqual(
      sumsBy(
        rows,
        (row) => `${row.day} ${nameOf(row)}`,
        ({ credits }) => credits,
      ),
    )
    expect(found).toHaveLength(6)
    const hours = await usage.usageOverTime('acc_1', { from: DAY, to: DAY }, 'key', 'hour', new Set(['key_1']))
    const ofDay = rows.filter(({ day }) => day === DAY)
    expect(
      sumsBy(
        hours,
        ({ time, name }) => `${time} ${name}`,
        ({ calls }) => calls,
      ),
    ).toEqual(
      sumsBy(
        ofDay,
        ({ hour, keyId }) => `${DAY}T${String(hour).padStart(2, '0')} ${keyId === 'key_1' ? keyId : ''}`,
        ({ calls }) => calls,
      ),
    )
  })

  test('errors over time are sums by day and group', async () => {
    const { usage } = await place.open()
    await usage.recordErrors([...errorsOf('acc_1', 2_500), ...errorsOf('acc_1', 2, DAYS.from)])
    const found = await usage.errorsOverTime('acc_1', DAYS, 'key', new Set(['key_0']))
    expect(
      sumsBy(
        found,
        ({ time, name }) => `${time} ${name}`,
        ({ calls }) => calls,
      ),
    ).toEqual(
      new Map([
        [`${DAY} key_0`, 1_668],
        [`${DAY} `, 3_332],
        [`${DAYS.from} key_0`, 2],
        [`${DAYS.from} `, 2],
      ]),
    )
  })

  test('activity has the sums of the day and the last use, of accounts with few rows and with many', async () => {
    const { usage, accounts } = await place.open()
    const made = []
    for (const name of ['few', 'many', 'idle'])
      made.push(await accounts.createAccount({ name, plan: 'core', isFailoverOn: false }))
    const [few, many, idle] = made.map(({ id }) => id) as [string, string, string]
    const uses = new Map<string, string>()
    for (let index = 0; index < 1_100; index++) {
      const accountId = index === 0 ? few : many
      const lists = { networks: ['main'], allowedMethods: [], allowedContracts: [], allowedOrigins: [] }
      const key = await accounts.createKey({ accountId, label: '', ...lists, allowedSources: [] }, `hash ${index}`)
      if (index < 2) uses.set(key.id, `${DAY}T0${index}:00:00.000Z`)
    }
    await usage.recordKeyUses(uses)
    await writeAll(usage, [aCharge({ accountId: few, day: DAY }), aCharge({ accountId: few, day: DAYS.from })])
    const rows = charges(many)
    await writeAll(usage, rows)
    await usage.recordErrors([...errorsOf(few, 2), ...errorsOf(many, 1_200), ...errorsOf(many, 9, DAYS.from)])
    const found = await usage.activity([idle, many, few], DAY)
    expect(found.map(({ accountId, failed, lastUsedAt }) => [accountId, failed, lastUsedAt])).toEqual([
      [idle, 0, undefined],
      [many, 2_400, `${DAY}T01:00:00.000Z`],
      [few, 4, `${DAY}T00:00:00.000Z`],
    ])
    const ofDay = rows.filter(({ day }) => day === DAY)
    expect(
      sumsBy(
        found[1]!.used,
        ({ name }) => name,
        ({ credits }) => credits,
      ),
    ).toEqual(
      sumsBy(
        ofDay,
        ({ method }) => method,
        ({ credits }) => credits,
      ),
    )
    expect(found[2]!.used).toEqual([{ name: 'eth_getLogs', calls: 1, credits: 255, errors: 0 }])
    expect(found[0]!.used).toEqual([])
  })
}
