import pg from 'pg'
import { systemPorts } from '../../../src/runtime/system-ports.js'
import { DAY_MS, dayOf } from '../../../src/server/credits/day.js'
import { Retention } from '../../../src/server/credits/usage/usage-retention.js'
import type { ChargeRow } from '../../../src/server/credits/usage/usage-store.js'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import type { Store } from '../../../src/server/storage/store.js'
import { checkStore } from '../../../src/server/storage/whole/check-store.js'
import { openWholeStore } from '../../../src/server/storage/whole/whole-store.js'
import { startPostgres } from '../../support/postgres.js'
import { patientLimits } from '../../support/postgres-place.js'
import { started } from '../../support/started.js'
import { aCharge } from '../../support/store-place.js'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const postgres = started(() => startPostgres())
const open = (url: string, nowMs = NOW) => openPostgres(url, { clock: () => nowMs, limits: patientLimits })
const stores = started(async () => {
  const url = await postgres.createDatabase('history')
  return [await open(url), await open(url)]
})

const days = () => ({ hourlyForDays: 2, dailyForDays: 10, forwardedForDays: 5, errorsForDays: 5 })
const retentionOf = ({ usage }: Store) => new Retention({ ...systemPorts, store: usage, days, nowMs: () => NOW })

const OLD = { from: '2026-11-11', to: '2026-11-30' }

test('two processes that roll up at once change no sum, drop what is too old, and are no change of accounts', async () => {
  const [one, other] = stores as [Store, Store]
  const keys = Array.from({ length: 40 }, (_, index) => `key_${index}`)
  for (const day of ['2026-11-10', '2026-11-11', '2026-11-19', '2026-11-20']) {
    await one.usage.write(keys.flatMap((keyId) => [1, 2].map((hour) => aCharge({ day, keyId, hour }))))
  }
  const before = await one.usage.usageBy('acc_1', OLD, 'key')
  expect(before).toHaveLength(40)
  expect(before[0]).toMatchObject({ calls: 6, credits: 6 * 255, errors: 0 })
  one.takeChange()
  // One of two that meet in the same rows gives up until its next hour; nothing is lost either way.
  await Promise.allSettled([retentionOf(one).run(), retentionOf(other).run()])
  await retentionOf(one).run()
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
  expect((await other.usage.usageBy('acc_1', OLD, 'key')).sort(byName)).toEqual(before.sort(byName))
  const hours = await other.usage.usageBy('acc_1', { from: '2026-01-01', to: '2026-12-31' }, 'hour')
  expect(hours.sort(byName)).toEqual([
    { name: '2026-11-11', calls: 80, credits: 80 * 255, errors: 0 },
    { name: '2026-11-19T01', calls: 40, credits: 40 * 255, errors: 0 },
    { name: '2026-11-19T02', calls: 40, credits: 40 * 255, errors: 0 },
    { name: '2026-11-20T01', calls: 40, credits: 40 * 255, errors: 0 },
    { name: '2026-11-20T02', calls: 40, credits: 40 * 255, errors: 0 },
  ])
  expect(one.takeChange()).toBe(false)
})

test('balances and leases of days that are dropped go with them, and the rest agrees', async () => {
  const url = await postgres.createDatabase('balances')
  const store = await open(url)
  const whole = await openWholeStore(url)
  const client = new pg.Client(url)
  await client.connect()
  const leases = store.leases!
  await leases.begin('p')
  let line = 0
  const exchange = async (day: string, rows: ChargeRow[]) => {
    const ask = { accountId: 'acc_1', scope: '', day, keep: 0, want: rows.length, least: 1, limit: 1_000_000 }
    await leases.exchange({ processId: 'p', fromLine: line, toLine: line + rows.length, rows, asks: [ask] })
    line += rows.length
  }
  const daysOf = async (table: string) => (await client.query(`SELECT day FROM ${table} ORDER BY day`)).rows
  try {
    // On the first day the account is only asked about.
    await exchange('2026-11-08', [])
    const days = ['2026-11-10', '2026-11-19', '2026-11-20']
    for (const day of days) await exchange(day, [aCharge({ day })])
    await retentionOf(store).run()
    const kept = [{ day: '2026-11-19' }, { day: '2026-11-20' }]
    expect([await daysOf('balances'), await daysOf('leases')]).toEqual([kept, kept])
    expect(await checkStore(whole)).toEqual([])
    // The journal of a process may come that late.
    const late = [aCharge({ day: '2026-11-10' }), aCharge({ day: '2026-11-10', keyId: 'key_2', credits: -255 })]
    expect(await leases.end('p', [{ line: line + 1, rows: late }])).toBe('over')
    expect(await checkStore(whole)).toEqual([])
  } finally {
    await client.end()
    await whole.close()
    await store.close()
  }
})

test('a balance that is made after its day was rolled up has the usage of that day', async () => {
  const store = await open(await postgres.createDatabase('rolled'))
  try {
    const { usage } = store
    const leases = store.leases!
    const day = '2026-11-21'
    await usage.write([aCharge({ day, credits: 7 }), aCharge({ day, credits: 10, keyId: 'key_2' })])
    await usage.rollUp('2026-11-22', 10)
    await usage.write([aCharge({ day, credits: 5 })])
    await leases.begin('p')
    const ask = (scope: string) => ({ accountId: 'acc_1', scope, day, keep: 0, want: 1, least: 1, limit: 1_000 })
    const asks = [ask(''), ask('key_1')]
    const grants = await leases.exchange({ processId: 'p', fromLine: 0, toLine: 0, rows: [], asks })
    expect(grants.map(({ used }) => used)).toEqual([22, 12])
  } finally {
    await store.close()
  }
})

test('a machine whose clock is years ahead deletes nothing of what the others keep', async () => {
  const url = await postgres.createDatabase('clocks')
  const trueMs = Date.now()
  const store = await open(url, trueMs + 800 * DAY_MS)
  try {
    const kept = [2, 1, 0].map((ago) => dayOf(trueMs - ago * DAY_MS))
    await store.usage.write([dayOf(trueMs - 11 * DAY_MS), ...kept].map((day) => aCharge({ day })))
    await new Retention({ ...systemPorts, nowMs: store.nowMs!, store: store.usage, days }).run()
    const left = await store.usage.usageBy('acc_1', { from: '2000-01-01', to: '2100-01-01' }, 'hour')
    expect(left.map(({ name }) => name).sort()).toEqual(kept.map((day) => `${day}T12`))

    const change = { actor: 'operator', via: 'api', operation: 'key.set', accountId: null, subject: null, params: '{}' }
    for (const ms of [trueMs, trueMs + 800 * DAY_MS])
      await store.audit.record({ ...change, at: new Date(ms).toISOString() })
    expect(await store.audit.list({ limit: 9 })).toHaveLength(2)
  } finally {
    await store.close()
  }
})
