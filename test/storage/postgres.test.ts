import pg from 'pg'
import { openPostgres } from '../../src/storage/postgres/open.js'
import type { Store } from '../../src/storage/store.js'
import { expectSoon } from '../support/expect-soon.js'
import { startPostgres, type TestPostgres } from '../support/postgres.js'
import { aCharge } from '../support/store-place.js'

const byName = <Row extends { name: string }>(rows: Row[]): Row[] => rows.sort((a, b) => (a.name < b.name ? -1 : 1))

const NOON = Date.parse('2026-11-21T12:00:00Z')

let postgres: TestPostgres
let url: string
let count = 0
const opened: Store[] = []
const open = async () => {
  const store = await openPostgres(url, { clock: () => NOON })
  opened.push(store)
  return store
}

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())
beforeEach(async () => {
  url = await postgres.createDatabase(`store_${count++}`)
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

const newKey = (accountId: string) => ({
  accountId,
  label: 'app',
  networks: ['main'],
  allowedMethods: [],
  allowedContracts: [],
  allowedOrigins: ['https://app.example'],
  allowedSources: [],
})

test('accounts and keys come back as they were written, and change', async () => {
  const { accounts } = await open()
  const account = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: true, dailyCredits: 7 })
  const key = await accounts.createKey({ ...newKey(account.id), dailyLimit: 5 }, 'a'.repeat(64))
  const again = (await open()).accounts
  expect(await again.findAccount(account.id)).toEqual(account)
  expect(await again.findByKeyHash('a'.repeat(64))).toEqual({ key, account })
  expect(await again.changeAccount(account.id, { isSuspended: true })).toEqual({ ...account, isSuspended: true })
  expect(await again.revokeKey(key.id)).toEqual({ ...key, isRevoked: true })
  expect(await accounts.findByKeyHash('a'.repeat(64))).toBeUndefined()
  expect(await accounts.listKeys(account.id)).toEqual([{ ...key, isRevoked: true }])
  await expect(accounts.createKey(newKey('acc_none'), 'b')).rejects.toThrow(/foreign key/)
})

test('usage adds up, is taken back, and is written whole or not at all', async () => {
  const { usage } = await open()
  await usage.write([aCharge(), aCharge({ keyId: 'key_2', credits: 80, method: 'eth_blockNumber' })])
  await usage.write([aCharge({ calls: 0, credits: -55 })])
  expect(await usage.readDay('acc_1', '2026-11-21')).toEqual({
    account: 280,
    keys: new Map([
      ['key_1', 200],
      ['key_2', 80],
    ]),
  })
  await expect(usage.write([aCharge(), aCharge({ hour: 24 })])).rejects.toThrow(/check/)
  await expect(usage.write([aCharge({ credits: -256 })])).rejects.toThrow(/check/)
  await expect(usage.write([aCharge({ accountId: 'acc_none', credits: -1 })])).rejects.toThrow(/no usage to take back/)
  expect(byName(await usage.usageBy('acc_1', { from: '2026-11-21', to: '2026-11-21' }, 'method'))).toEqual([
    { name: 'eth_blockNumber', calls: 1, credits: 80, errors: 0 },
    { name: 'eth_getLogs', calls: 1, credits: 200, errors: 0 },
  ])
  await usage.recordKeyUses(new Map([['key_1', '2026-11-21T12:00:00.000Z']]))
  expect(await usage.keyUses(['key_1', 'key_2'])).toEqual(new Map([['key_1', '2026-11-21T12:00:00.000Z']]))
})

test('a change of accounts is seen by every process within a second, and charges are none', async () => {
  const [gateway, command] = [await open(), await open()]
  await command.usage.write([aCharge()])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(gateway.changed()).toBe(false)
  await command.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
  await expectSoon(() => gateway.changed(), true, 1_000)
})

test('several processes may make one store at the same moment', async () => {
  const stores = await Promise.all([open(), open(), open(), open()])
  await Promise.all(
    stores.map(({ accounts }) => accounts.createAccount({ name: 'A', plan: 'core', isFailoverOn: false })),
  )
  expect(await stores[0]!.accounts.listAccounts()).toHaveLength(4)
})

test('an address that does not work is reported without its password', async () => {
  const secret = 'hunter2secret'
  const wrong = new URL(url)
  wrong.password = secret
  wrong.port = '1'
  const error: Error = await openPostgres(wrong.href, { clock: () => NOON }).catch((failure) => failure)
  expect(error.message).toMatch(/^cannot open the store on 127\.0\.0\.1:1: .*ECONNREFUSED/)
  expect(`${error.stack}`).not.toContain(secret)
})

test('many accounts and keys cost nothing when the store is opened', async () => {
  await open()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO accounts SELECT 'acc_' || n, 'a', 'core', 0, 0, NULL, NULL, '' FROM generate_series(1, 50000) AS n`,
  )
  await client.query(`INSERT INTO keys (id, account_id, hash, label, networks, allowed_methods, allowed_contracts,
    allowed_origins, allowed_sources, is_revoked, created_at) SELECT 'key_' || n, 'acc_' || n, 'hash_' || n, '', '[]', '[]',
    '[]', '[]', '[]', 0, '' FROM generate_series(1, 50000) AS n`)
  await client.query('ANALYZE')
  const scans = async () => {
    const { rows } = await client.query(`SELECT pg_stat_force_next_flush(), SUM(seq_tup_read) AS read
      FROM pg_stat_user_tables WHERE relname IN ('accounts', 'keys')`)
    return Number(rows[0].read)
  }
  await scans()
  const before = await scans()
  const { accounts } = await open()
  expect((await accounts.findByKeyHash('hash_777'))?.account.id).toBe('acc_777')
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  // Not one row was read but through an index.
  expect(await scans()).toBe(before)
  await client.end()
})
