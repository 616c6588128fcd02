import pg from 'pg'
import { openPostgres, sayWithout } from '../../../src/server/storage/postgres/open.js'
import { expectSoon } from '../../support/expect-soon.js'
import { PostgresPlace, patientLimits } from '../../support/postgres-place.js'
import { aCharge } from '../../support/store-place.js'

const NOON = Date.parse('2026-11-21T12:00:00Z')

const place = new PostgresPlace()
const { open } = place

test("another process's charges are no change of accounts", async () => {
  const [gateway, command] = [await open(), await open()]
  await command.usage.write([aCharge()])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(gateway.takeChange()).toBe(false)
})

test('several processes may make one store at the same moment', async () => {
  const stores = await Promise.all([open(), open(), open(), open()])
  await Promise.all(
    stores.map(({ accounts }) => accounts.createAccount({ name: 'A', plan: 'core', isFailoverOn: false })),
  )
  expect(await stores[0]!.accounts.listAccounts({ limit: 10 })).toHaveLength(4)
})

test('credits per second are refilled after the clock of the server was set back', async () => {
  const { spending } = await open()
  const spend = async (credits: number) => {
    const { levels } = await spending!.report([{ id: 'acc_1', creditsPerSecond: 100, burstCredits: 100, credits }])
    return levels[0]!.level
  }
  await spend(200)
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  await client.query("UPDATE spending SET filled_at = filled_at + interval '1 hour'")
  await client.end()
  expect(await spend(0)).toBeLessThan(0)
  await expectSoon(async () => (await spend(0)) > 0, true, 10_000)
})

test.each(['hunter2secret', '50%off', '50%%20off'])(
  'an address that does not work is reported without its password, %j',
  async (secret) => {
    const wrong = new URL(place.url)
    wrong.password = secret
    wrong.port = '1'
    const error: Error = await openPostgres(wrong.href, { clock: () => NOON, limits: patientLimits }).catch(
      (failure) => failure,
    )
    expect(error.message).toMatch(/^cannot open the store on 127\.0\.0\.1:1: .*ECONNREFUSED/)
    expect(`${error.stack}`).not.toContain(secret)
  },
)

test('an error does not have the password as the driver reads it, also where a % begins no code', () => {
  const error = sayWithout('postgres://tollgate:50%%20off@db/tollgate', new Error('no 50% off here'))
  expect(error.message).toBe('cannot open the store on db: no … here')
})

test('many accounts and keys cost nothing when the store is opened', async () => {
  await open()
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  await client.query(
    `INSERT INTO accounts (id, name, lower_name, plan, is_failover_on, is_suspended, created_at)
      SELECT 'acc_' || n, 'a', 'a', 'core', 0, 0, '' FROM generate_series(1, 50000) AS n`,
  )
  await client.query(`INSERT INTO keys (id, account_id, hash, label, networks, allowed_methods, allowed_contracts,
    allowed_origins, allowed_sources, requires_token, is_revoked, created_at) SELECT 'key_' || n, 'acc_' || n, 'hash_' || n, '', '[]', '[]',
    '[]', '[]', '[]', 0, 0, '' FROM generate_series(1, 50000) AS n`)
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
