import { hashSecret } from '../../src/server/accounts/secrets.js'
import { bucketOf, DURATION_BUCKETS } from '../../src/server/credits/usage/call-durations.js'
import { openSqlite } from '../../src/server/storage/open.js'
import { CONFIG, Workplace } from '../support/command-line.js'

const place = new Workplace()
const { tollgate, json, error, anAccount } = place

const withDashboard = (settings: object) =>
  place.write('tollgate.yaml', `dashboard: ${JSON.stringify({ enabled: true, ...settings })}\n${CONFIG}`)

describe('an invitation', () => {
  test('is a link that the store knows by its hash alone', async () => {
    const id = await anAccount()
    withDashboard({ port: 8547 })
    const { url, expiresAt } = await json<{ url: string; expiresAt: string }>('account', 'invite', id)
    const [base, link] = url.split('#link=')
    expect([base, expiresAt]).toEqual(['http://127.0.0.1:8547/dashboard/', '2026-11-24T12:00:00.000Z'])
    const store = openSqlite(`${place.folder}/tollgate.db`, { clock: () => place.nowMs })
    expect(await store.sessions.takeLink(link!)).toBeUndefined()
    expect(await store.sessions.takeLink(hashSecret(link!))).toMatchObject({ accountId: id, expiresAt })
    store.close()
    expect((await tollgate('account', 'invite', id)).stdout).toContain('It signs in once')
  })

  test.each([
    [{ port: 8547, publicUrl: 'https://account.example.com/' }, 'https://account.example.com/dashboard/'],
    [{ port: 8547, host: '0.0.0.0' }, 'http://localhost:8547/dashboard/'],
    [{}, 'http://127.0.0.1:8546/dashboard/'],
  ])('with %j leads to %s; the operator’s always to the private listener', async (settings, base) => {
    const id = await anAccount()
    withDashboard(settings)
    expect((await json<{ url: string }>('account', 'invite', id)).url.split('#')[0]).toBe(base)
    expect((await json<{ url: string }>('operator', 'invite')).url.split('#')[0]).toBe(
      'http://127.0.0.1:8546/dashboard/',
    )
  })

  test('of the operator comes with a warning where no admin.token is set', async () => {
    withDashboard({})
    expect((await tollgate('operator', 'invite')).stdout).toMatch(/once.*\n\nadmin\.token is not set here: /s)
    place.write('tollgate.yaml', `dashboard: { enabled: true }\nadmin: { token: "${'a'.repeat(32)}" }\n${CONFIG}`)
    expect((await tollgate('operator', 'invite')).stdout).not.toContain('admin.token')
  })

  test('is refused where it would lead nowhere', async () => {
    const id = await anAccount()
    expect(await error('account', 'invite', id)).toMatch(/^1 .*the dashboard is off: set dashboard.enabled/)
    withDashboard({ port: 0 })
    expect(await error('account', 'invite', id)).toMatch(/^1 .*ask its admin API/)
    expect(await error('account', 'invite', 'acc_none')).toMatch(/^1 .*there is no account acc_none/)
  })
})

test('passkeys of an account are listed and removed, whatever their ids begin with', async () => {
  const id = await anAccount()
  const none = await tollgate('account', 'passkeys', id)
  expect(none.stdout).toContain('The holder has added no passkey.')
  const store = openSqlite(`${place.folder}/tollgate.db`, { clock: () => place.nowMs })
  const createdAt = '2026-11-21T12:00:00.000Z'
  const passkey = { accountId: id, publicKey: '', counter: 0, transports: [], createdAt }
  for (const name of ['phone', 'laptop']) await store.passkeys.addPasskey({ ...passkey, name, id: `-${name}` })
  store.close()
  expect((await tollgate('account', 'passkeys', id)).stdout).toMatch(/-laptop +laptop +2026-11-21 12:00:00Z +never/)
  const one = await tollgate('account', 'remove-passkeys', id, '--passkey=-phone')
  expect(one.stdout).toContain('they began: phone.')
  expect(await json('account', 'passkeys', id)).toEqual([
    { id: '-laptop', name: 'laptop', createdAt, lastUsedAt: null },
  ])
  expect(await error('account', 'remove-passkeys', id, '--passkey=-phone')).toMatch(
    /^1 .*has no such passkey; `tollgate account passkeys` shows them/,
  )
  expect(await json('account', 'remove-passkeys', id)).toHaveLength(1)
  expect((await tollgate('account', 'remove-passkeys', id)).stdout).toContain('The holder had added no passkey.')
})

test('every change is in the audit log, and no reading is', async () => {
  const id = await anAccount()
  await json('account', 'show', id)
  await json('account', 'set', id, '--suspended', 'on')
  await error('account', 'set', id, '--plan', 'none')
  const rows = await json<object[]>('audit', '--account', id)
  expect(rows).toEqual([
    {
      id: 2,
      at: '2026-11-21T12:00:00.000Z',
      actor: 'operator',
      via: 'command line',
      operation: 'account.set',
      accountId: id,
      subject: id,
      params: JSON.stringify({ id, suspended: true }),
    },
    expect.objectContaining({ id: 1, operation: 'account.create' }),
  ])
  expect(await json('audit', '--before', '2', '--limit', '1')).toMatchObject([{ id: 1 }])
  expect((await tollgate('audit', '--limit', '1')).stdout).toContain('for those before add --before 2')
})

test('errors of an account’s calls are asked by days', async () => {
  const id = await anAccount()
  const store = openSqlite(`${place.folder}/tollgate.db`, { clock: () => place.nowMs })
  const row = { accountId: id, keyId: 'key_1', network: 'main', method: 'eth_getLogs', error: 'throttled-evm' }
  await store.usage.recordErrors([{ ...row, day: '2026-11-20', calls: 3, lastAt: '2026-11-20T10:00:00.000Z' }])
  store.close()
  expect(await json('errors', '--account', id)).toMatchObject({ from: '2026-11-21', to: '2026-11-21', rows: [] })
  const shown = await tollgate('errors', '--account', id, '--from', '2026-11-19')
  expect(shown.stdout).toMatch(/throttled-evm +3 +2026-11-20 10:00:00Z +eth_getLogs on main +key_1/)
  expect(await error('errors', '--account', id, '--from', '2026-11-22')).toMatch(
    /^2 .*--from must not be after today, 2026-11-21/,
  )
  for (const command of [['errors', '--account', id], ['latency', '--account', id], ['audit']])
    expect(await error(...command, '--limit', '0')).toMatch(/^2 .*--limit must be a whole number from 1 to 1000/)
  expect(await error('errors', '--account', id, '--to', 'soon')).toMatch(/^2 .*--to must be a day/)
})

test('latency of an account’s calls is asked by days, the largest 95th percentile first', async () => {
  const id = await anAccount()
  const store = openSqlite(`${place.folder}/tollgate.db`, { clock: () => place.nowMs })
  const counted = (method: string, day: string, calls: Readonly<Record<number, number>>) => ({
    ...{ accountId: id, network: 'main', method, day },
    buckets: Array.from({ length: DURATION_BUCKETS }, (_, bucket) => calls[bucket] ?? 0),
  })
  await store.usage.recordDurations([
    counted('eth_call', '2026-11-20', { [bucketOf(10)]: 80 }),
    counted('eth_call', '2026-11-21', { [bucketOf(100)]: 20 }),
    counted('eth_getLogs', '2026-11-20', { [bucketOf(60_000)]: 1 }),
    counted('eth_chainId', '2026-11-21', { [bucketOf(0.05)]: 2 }),
  ])
  store.close()
  const both = ['latency', '--account', id, '--from', '2026-11-20']
  // A fifth of eth_call's hundred took from 50 to 100 ms, the others from 5 to 10 ms.
  expect(await json(...both)).toEqual({
    ...{ account: id, from: '2026-11-20', to: '2026-11-21' },
    rows: [
      { network: 'main', method: 'eth_getLogs', calls: 1, p50Ms: 30_000, p95Ms: 30_000, p99Ms: 30_000 },
      { network: 'main', method: 'eth_call', calls: 100, p50Ms: 8.125, p95Ms: 87.5, p99Ms: 97.5 },
      { network: 'main', method: 'eth_chainId', calls: 2, p50Ms: 0.025, p95Ms: 0.0475, p99Ms: 0.0495 },
    ],
  })
  expect(await json(...both, '--limit', '1')).toMatchObject({ rows: [{ method: 'eth_getLogs' }] })
  expect(await json('latency', '--account', id)).toMatchObject({ rows: [{ calls: 20 }, { method: 'eth_chainId' }] })
  expect((await tollgate(...both)).stdout).toMatch(/eth_call on main +100 +8\.13 +87\.5 +97\.5/)
  expect((await tollgate('latency', '--account', id, '--to', '2026-11-19')).stdout).toBe(
    `No call of ${id} was answered on 2026-11-19.\n`,
  )
})
