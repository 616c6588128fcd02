import { join } from 'node:path'
import type { ChargeRow } from '../../../src/server/credits/usage/usage-store.js'
import { openSqlite } from '../../../src/server/storage/open.js'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'
import { aCharge } from '../../support/store-place.js'

// The clock stands: midnight would begin another day in the middle of a test.
const NOW_MS = Date.parse('2026-11-21T12:00:00Z')
const today = new Date(NOW_MS).toISOString().slice(0, 10)
const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)

const ids: Record<string, string> = {}

const gateway = started(() =>
  startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:1'] } },
    admin: { token: ADMIN_TOKEN },
    ports: { nowMs: () => NOW_MS },
  }),
)
const store = started(() => openSqlite(join(gateway.folder, 'tollgate.db'), { clock: () => NOW_MS }))
beforeAll(async () => {
  // Plan core has 3,000,000 credits a day, growth 150,000,000.
  for (const [name, plan] of [
    ['busy', 'growth'],
    ['near', 'core'],
    ['failing', 'core'],
    ['idle', 'core'],
  ] as const)
    ids[name] = (await result('account.create', { name, plan })).id
})

const result = async (method: string, params: object = {}) =>
  (await callApi(gateway.adminUrl, method, params)).json.result
const refusal = async (method: string, params: object) => (await callApi(gateway.adminUrl, method, params)).json.error

const charge = (account: string, changes: Partial<ChargeRow>) =>
  aCharge({ accountId: ids[account]!, day: today, hour: 3, ...changes })
const failed = (account: string, calls: number, changes: object = {}) => ({
  ...{ accountId: ids[account]!, keyId: 'key_1', network: 'main', method: 'eth_getLogs', error: 'throttled-evm' },
  ...{ day: today, calls, lastAt: `${today}T03:00:00.000Z`, ...changes },
})
const namesBy = async (params: object) =>
  (await result('usage.ranking', params)).rows.map(({ account }: { account: { name: string } }) => account.name)

test('accounts are ranked by credits, share, errors or the last call, of today only', async () => {
  const { usage } = store
  await usage.write([
    charge('busy', { calls: 9, credits: 9_000_000 }),
    charge('near', { calls: 3, credits: 2_700_000, method: 'eth_call' }),
    charge('idle', { calls: 9, credits: 99_000_000, day: yesterday }),
  ])
  await usage.recordErrors([failed('failing', 7), failed('busy', 2), failed('idle', 50, { day: yesterday })])
  const { id } = await result('key.create', { account: ids.failing, networks: ['main'] })
  await usage.recordKeyUses(new Map([[id, `${today}T03:00:00.000Z`]]))
  expect((await namesBy({})).slice(0, 2)).toEqual(['busy', 'near'])
  expect((await namesBy({ by: 'share' })).slice(0, 2)).toEqual(['near', 'busy'])
  expect((await namesBy({ by: 'errors' })).slice(0, 2)).toEqual(['failing', 'busy'])
  expect((await namesBy({ by: 'lastUsed' }))[0]).toBe('failing')
})

test('sums and methods are of all accounts that were found, however few are shown', async () => {
  const all = await result('usage.ranking', { limit: 1 })
  expect(all).toMatchObject({ day: today, accounts: 4, calls: 12, credits: 11_700_000, errors: 9 })
  expect(all.rows).toMatchObject([
    { account: { name: 'busy' }, dailyCredits: 150_000_000, errors: 2, lastUsedAt: null },
  ])
  expect(all.methods).toEqual([
    { method: 'eth_getLogs', calls: 9, credits: 9_000_000 },
    { method: 'eth_call', calls: 3, credits: 2_700_000 },
  ])
  expect(await result('usage.ranking', { search: 'NEAR' })).toMatchObject({ accounts: 1, credits: 2_700_000 })
})

test('an account’s usage over days has failed calls, those that were never charged included', async () => {
  const { usage } = store
  await usage.write([charge('failing', { day: yesterday, calls: 4, credits: 20, errors: 1, method: 'eth_chainId' })])
  await usage.recordErrors([failed('failing', 1, { day: yesterday, method: 'eth_chainId', error: 'node_error' })])
  expect(await result('usage.time', { account: ids.failing, from: yesterday })).toEqual({
    ...{ account: ids.failing, from: yesterday, to: today, names: ['eth_chainId'] },
    rows: [
      { time: yesterday, name: 'eth_chainId', calls: 4, credits: 20, errors: 1, failed: 1 },
      { time: today, calls: 0, credits: 0, errors: 0, failed: 7 },
    ],
  })
})

test('failed calls of days whose errors are not kept any more are left out, not said to be none', async () => {
  const day = new Date(Date.parse(today) - 31 * 86_400_000).toISOString().slice(0, 10)
  await store.usage.write([charge('near', { day, calls: 4, credits: 20, errors: 1 })])
  const { rows } = await result('usage.time', { account: ids.near, from: day, to: day })
  expect(rows).toEqual([{ time: day, name: 'eth_getLogs', calls: 4, credits: 20, errors: 1 }])
})

test('one day has hours, and seven groups of its own at most', async () => {
  const methods = Array.from({ length: 9 }, (_, index) => ({ method: `m${index}`, credits: 100 - index, hour: index }))
  await store.usage.write(methods.map((changes) => charge('idle', changes)))
  const { names, rows } = await result('usage.time', { account: ids.idle, day: today })
  expect(names).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6'])
  expect(rows).toHaveLength(9)
  expect(rows[0]).toEqual({ time: `${today}T00`, name: 'm0', calls: 1, credits: 100, errors: 0 })
  expect(rows[8]).toEqual({ time: `${today}T08`, calls: 1, credits: 92, errors: 0 })
})

test('wrong days and unknown accounts are refused', async () => {
  expect((await refusal('usage.time', { account: ids.idle, day: '2026-13-01' })).message).toContain('day must be a day')
  expect((await refusal('usage.time', { account: 'acc_1111111111111111' })).message).toContain('there is no account')
  expect((await refusal('usage.ranking', { limit: 501 })).message).toContain('limit')
})
