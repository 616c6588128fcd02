import Database from 'libsql'
import pg from 'pg'
import { STEPS } from '../../src/storage/migrations.js'
import { openPostgres } from '../../src/storage/postgres/open.js'
import { inPostgres, postgresSteps } from '../../src/storage/postgres/schema.js'
import type { Store } from '../../src/storage/store.js'
import { startPostgres, type TestPostgres } from '../support/postgres.js'
import { StorePlace } from '../support/store-place.js'

/** What a gateway of the first schema wrote. */
const FIRST_ROWS = `
  INSERT INTO accounts VALUES ('acc_1', 'Ann', 'core', 0, 0, 500, NULL, '2026-01-01T00:00:00.000Z');
  INSERT INTO keys VALUES ('key_1', 'acc_1', '${'a'.repeat(64)}', 'app', '["main"]', '[]', '[]', '[]', '[]', 7, 0, NULL,
    '2026-01-01T00:00:00.000Z');
  INSERT INTO usage VALUES ('acc_1', '2026-11-21', 'key_1', 12, 'main', 'eth_getLogs', 2, 510, 1, 0, 0);
  INSERT INTO forwarded (at, account_id, key_id, network, method, partner, reason, duration_ms)
    VALUES ('2026-11-21T12:00:00.000Z', 'acc_1', 'key_1', 'main', 'eth_getLogs', 'p', 'no_upstream', 1.5);`

const place = new StorePlace()

const expectAllThere = async ({ accounts, usage }: Store) => {
  expect(await accounts.findByKeyHash('a'.repeat(64))).toMatchObject({
    key: { id: 'key_1', label: 'app', networks: ['main'], dailyLimit: 7 },
    account: { id: 'acc_1', plan: 'core', dailyCredits: 500 },
  })
  expect(await usage.forwarded({})).toMatchObject([{ accountId: 'acc_1', durationMs: 1.5 }])
  expect(await usage.readDay('acc_1', '2026-11-21')).toEqual({ account: 510, keys: new Map([['key_1', 510]]) })
}

/** The first schema, what was written to it, and the steps up to a version. */
const storeOf = (version: number, steps: readonly string[]): string =>
  [steps[0], FIRST_ROWS, ...steps.slice(1, version)].join(';')

test.each(STEPS.map((_, index) => index + 1))(
  'a SQLite store of schema %i is migrated with everything in it',
  async (version) => {
    const old = new Database(place.path)
    old.exec(storeOf(version, STEPS))
    old.exec(`PRAGMA user_version = ${version}`)
    old.close()
    await expectAllThere(place.store())
  },
)

describe('a PostgreSQL store is migrated with everything in it', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  const versions = STEPS.flatMap((_, shared) => postgresSteps.map((__, own) => [shared + 1, own + 1] as const))
  test.each(versions)('from schema %i, with %i steps of its own', async (shared, own) => {
    const url = await postgres.createDatabase(`from_${shared}_${own}`)
    const old = new pg.Client(url)
    await old.connect()
    await old.query(inPostgres(STEPS[0]!))
    await old.query(postgresSteps.slice(0, own).join(';'))
    await old.query(FIRST_ROWS)
    for (const step of STEPS.slice(1, shared)) await old.query(inPostgres(step))
    await old.query('CREATE TABLE schema_versions (part TEXT PRIMARY KEY, version INT NOT NULL)')
    await old.query('INSERT INTO schema_versions VALUES ($1, $2), ($3, $4)', ['shared', shared, 'postgres', own])
    await old.end()
    const store = await openPostgres(url, { clock: () => place.nowMs })
    try {
      await expectAllThere(store)
    } finally {
      await store.close()
    }
  })

  test('and one of a newer release is refused and left alone', async () => {
    const url = await postgres.createDatabase('newer')
    await (await openPostgres(url, { clock: () => place.nowMs })).close()
    const client = new pg.Client(url)
    await client.connect()
    for (const part of ['shared', 'postgres']) {
      await client.query('UPDATE schema_versions SET version = version + 1 WHERE part = $1', [part])
      await expect(openPostgres(url, { clock: () => place.nowMs })).rejects.toThrow(
        /schema version \d+, this Tollgate knows \d+: use the newer Tollgate/,
      )
      await client.query('UPDATE schema_versions SET version = version - 1 WHERE part = $1', [part])
    }
    await client.end()
    await (await openPostgres(url, { clock: () => place.nowMs })).close()
  })
})
