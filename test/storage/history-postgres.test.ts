import { createRetention } from '../../src/credits/usage/usage-retention.js'
import { systemPorts } from '../../src/runtime/system-ports.js'
import { openPostgres } from '../../src/storage/postgres/open.js'
import type { Store } from '../../src/storage/store.js'
import { startPostgres, type TestPostgres } from '../support/postgres.js'
import { aCharge } from '../support/store-place.js'
import { usageComesByPages } from './usage-by-pages.js'

let postgres: TestPostgres
let stores: readonly Store[]

const NOW = Date.parse('2026-11-21T12:00:00Z')

beforeAll(async () => {
  postgres = await startPostgres()
  const url = await postgres.createDatabase('history')
  stores = [await openPostgres(url, { clock: () => NOW }), await openPostgres(url, { clock: () => NOW })]
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await postgres.stop()
})

const retentionOf = ({ usage }: Store) =>
  createRetention({
    ...systemPorts,
    store: usage,
    days: () => ({ hourlyForDays: 2, dailyForDays: 10, forwardedForDays: 5, errorsForDays: 5 }),
    nowMs: () => NOW,
  })

const OLD = { from: '2026-11-11', to: '2026-11-30' }

test('two processes that roll up at once change no sum, drop what is too old, and are no change of accounts', async () => {
  const [one, other] = stores as [Store, Store]
  const keys = Array.from({ length: 40 }, (_, index) => `key_${index}`)
  for (const day of ['2026-11-10', '2026-11-11', '2026-11-15', '2026-11-20']) {
    await one.usage.write(keys.flatMap((keyId) => [1, 2].map((hour) => aCharge({ day, keyId, hour }))))
  }
  const before = await one.usage.usageBy('acc_1', OLD, 'key')
  expect(before).toHaveLength(40)
  expect(before[0]).toMatchObject({ calls: 6, credits: 6 * 255, errors: 0 })
  one.changed()
  // One of two that meet in the same rows gives up until its next hour; nothing is lost either way.
  await Promise.allSettled([retentionOf(one).run(), retentionOf(other).run()])
  await retentionOf(one).run()
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
  expect((await other.usage.usageBy('acc_1', OLD, 'key')).sort(byName)).toEqual(before.sort(byName))
  const hours = await other.usage.usageBy('acc_1', { from: '2026-01-01', to: '2026-12-31' }, 'hour')
  expect(hours.sort(byName)).toEqual([
    { name: '2026-11-11', calls: 80, credits: 80 * 255, errors: 0 },
    { name: '2026-11-15', calls: 80, credits: 80 * 255, errors: 0 },
    { name: '2026-11-20T01', calls: 40, credits: 40 * 255, errors: 0 },
    { name: '2026-11-20T02', calls: 40, credits: 40 * 255, errors: 0 },
  ])
  expect(one.changed()).toBe(false)
})

test('last uses of keys are kept as on SQLite', async () => {
  const [one, other] = stores as [Store, Store]
  await one.usage.recordKeyUses(new Map([['key_1', '2026-11-21T12:05:00.000Z']]))
  await other.usage.recordKeyUses(
    new Map([
      ['key_1', '2026-11-21T12:04:00.000Z'],
      ['key_2', '2026-11-21T12:06:00.000Z'],
    ]),
  )
  expect(await one.usage.keyUses(['key_1', 'key_2', 'key_3'])).toEqual(
    new Map([
      ['key_1', '2026-11-21T12:05:00.000Z'],
      ['key_2', '2026-11-21T12:06:00.000Z'],
    ]),
  )
  expect(one.changed()).toBe(false)
})

test('forwarded calls are paged and dropped', async () => {
  const [{ usage }] = stores as [Store, Store]
  const row = {
    accountId: 'acc_1',
    keyId: 'key_1',
    network: 'main',
    method: 'm',
    partner: 'p',
    reason: 'r',
    durationMs: 1,
  }
  const at = (day: number) => `2026-11-${day}T12:00:00.000Z`
  for (const day of [15, 16, 17]) await usage.recordForwarded({ ...row, at: at(day) })
  const days = async (filter = {}) => (await usage.forwarded(filter)).map((one) => Number(one.at.slice(8, 10)))
  expect(await days({ limit: 2 })).toEqual([16, 17])
  await retentionOf(stores[0]!).run()
  expect(await days({ until: at(16) })).toEqual([16])
})

test('usage of all accounts comes page by page, the days that were rolled up included', () =>
  usageComesByPages(stores[0]!.usage))
