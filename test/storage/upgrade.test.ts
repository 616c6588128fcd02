import Database from 'libsql'
import pg from 'pg'
import { STEPS } from '../../src/storage/migrations.js'
import { openPostgres } from '../../src/storage/postgres/open.js'
import { inPostgres, postgresSteps } from '../../src/storage/postgres/schema.js'
import type { Store } from '../../src/storage/store.js'
import { startPostgres } from '../support/postgres.js'
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

test('a SQLite store of the first schema is migrated with everything in it', async () => {
  const old = new Database(place.path)
  old.exec(STEPS[0]!)
  old.exec(FIRST_ROWS)
  old.exec('PRAGMA user_version = 1')
  old.close()
  await expectAllThere(place.store())
})

test('so is a PostgreSQL store of the first schema', async () => {
  const postgres = await startPostgres()
  try {
    const url = await postgres.createDatabase('first')
    const old = new pg.Client(url)
    await old.connect()
    await old.query(inPostgres(STEPS[0]!) + postgresSteps[0]! + FIRST_ROWS)
    await old.query('CREATE TABLE schema_versions (part TEXT PRIMARY KEY, version INT NOT NULL)')
    await old.query("INSERT INTO schema_versions VALUES ('shared', 1), ('postgres', 1)")
    await old.end()
    const store = await openPostgres(url, { clock: () => place.nowMs })
    try {
      await expectAllThere(store)
    } finally {
      await store.close()
    }
  } finally {
    await postgres.stop()
  }
})
