import type { UsageStore } from '../../../../src/server/credits/usage/usage-store.js'
import { aCharge } from '../../../support/store-place.js'

/**
 * Of every engine: a page has whole accounts, each account comes once, and days that were rolled up
 * count like the others.
 */
export const usageComesByPages = async (usage: UsageStore): Promise<void> => {
  const accounts = ['acc_a', 'acc_b', 'acc_c', 'acc_d', 'acc_e']
  await usage.write(accounts.map((accountId) => aCharge({ accountId, day: '2026-10-20' })))
  await usage.write(accounts.slice(2).map((accountId) => aCharge({ accountId, day: '2026-11-21', keyId: 'key_2' })))
  await usage.rollUp('2026-11-01', 100)
  const days = { from: '2026-10-01', to: '2026-10-31' }
  const seen: string[] = []
  let after: string | undefined = 'acc_1'
  do {
    const page: Awaited<ReturnType<typeof usage.usageOfAccounts>> = await usage.usageOfAccounts(
      { after, limit: 2, rows: 100 },
      { ...days, to: '2026-11-30' },
      'key',
    )
    expect(new Set(page.rows.map(({ accountId }) => accountId)).size).toBeLessThanOrEqual(2)
    seen.push(...page.rows.map(({ accountId, name, credits }) => `${accountId} ${name} ${credits}`).sort())
    after = page.next
  } while (after !== undefined)
  const both = (id: string) => [`acc_${id} key_1 255`, `acc_${id} key_2 255`]
  expect(seen).toEqual(['acc_a key_1 255', 'acc_b key_1 255', ...['c', 'd', 'e'].flatMap(both)])
  expect((await usage.usageOfAccounts({ after: 'acc_a', limit: 2, rows: 100 }, days, 'day')).rows).toMatchObject(
    ['b', 'c'].map((id) => ({ accountId: `acc_${id}`, name: '2026-10-20', calls: 1 })),
  )
  expect(await usage.usageOfAccounts({ limit: 2, rows: 100 }, { from: '2020-01-01', to: '2020-01-31' }, 'day')).toEqual(
    {
      rows: [],
    },
  )
}
