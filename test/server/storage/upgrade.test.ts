import { createHash } from 'node:crypto'
import Database from 'libsql'
import pg from 'pg'
import { DURATION_BUCKETS } from '../../../src/server/credits/usage/call-durations.js'
import { MIGRATIONS, type Migration, migrate, refuseOtherVersion } from '../../../src/server/storage/migrations.js'
import { Connections } from '../../../src/server/storage/postgres/connections.js'
import { migratePostgres } from '../../../src/server/storage/postgres/migrate.js'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import type { Store } from '../../../src/server/storage/store.js'
import { startPostgres } from '../../support/postgres.js'
import { patientLimits } from '../../support/postgres-place.js'
import { started } from '../../support/started.js'
import { aCharge, StorePlace } from '../../support/store-place.js'

/** The migrations of a next release: one more, with a separate part for each engine. */
const NEXT: readonly Migration[] = [
  ...MIGRATIONS,
  {
    both: 'ALTER TABLE accounts ADD COLUMN note INTEGER NOT NULL DEFAULT 7;',
    sqlite: 'CREATE TABLE next_sqlite (id TEXT) STRICT;',
    postgres: 'CREATE TABLE next_postgres (id TEXT);',
  },
]
const NEWER = 'the store has schema version 4, this Tollgate knows 3: use the newer Tollgate that wrote it'

const place = new StorePlace()

/** Writes an account with usage to a store; returns its id. */
const fill = async ({ accounts, usage }: Pick<Store, 'accounts' | 'usage'>): Promise<string> => {
  const { id } = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
  await usage.write([aCharge({ accountId: id, credits: 510 })])
  return id
}

/** An account, as the first version of the schema has it. */
const AN_ACCOUNT = `INSERT INTO accounts (id, name, lower_name, plan, is_failover_on, is_suspended, created_at)
  VALUES ('acc_old', 'Ann', 'ann', 'core', 0, 0, '2026-11-20T00:00:00.000Z')`

const expectDurations = async ({ accounts, usage }: Pick<Store, 'accounts' | 'usage'>) => {
  expect(await accounts.findAccount('acc_old')).toMatchObject({ name: 'Ann', plan: 'core' })
  const row = { network: 'main', method: 'eth_call', buckets: Array.from({ length: DURATION_BUCKETS }, () => 1) }
  await usage.recordDurations([{ ...row, accountId: 'acc_old', day: '2026-11-21' }])
  expect(await usage.callDurations('acc_old', { from: '2026-11-21', to: '2026-11-21' })).toEqual([row])
}

test('the first step of the schema is as it was released; a change is a step of its own', () => {
  const { both, sqlite, postgres } = MIGRATIONS[0]!
  const digest = createHash('sha256').update(both).update(sqlite!).update(postgres!).digest('hex')
  expect(digest).toBe('bbf85ea292bc3bef1f12b376d84073ab7767b0dbd6bfce48da5f54d35888aefa')
})

test('a SQLite store is upgraded with everything in it, once; the older Tollgate then refuses it', async () => {
  const id = await fill(place.store())
  const database = new Database(place.path)
  migrate(database, NEXT)
  migrate(database, NEXT)
  expect(database.prepare('SELECT id, note FROM accounts').all()).toMatchObject([{ id, note: 7 }])
  expect(database.prepare('SELECT credits FROM usage').all()).toMatchObject([{ credits: 510 }])
  expect(database.prepare('SELECT COUNT(*) AS count FROM next_sqlite').get()).toMatchObject({ count: 0 })
  expect(() => migrate(database)).toThrow(NEWER)
  expect(() => refuseOtherVersion(database)).toThrow(NEWER)
  expect(() => refuseOtherVersion(database, [...NEXT, { both: '' }])).toThrow(
    'it has schema version 4: restore it with',
  )
  database.close()
})

test('a SQLite store from before durations were counted is upgraded with everything in it, and counts them', async () => {
  const database = new Database(place.path)
  migrate(database, MIGRATIONS.slice(0, 1))
  database.exec(AN_ACCOUNT)
  database.close()
  await expectDurations(place.store())
})

test('an upgraded SQLite store finds used challenges that have ended without reading the others', () => {
  const database = new Database(place.path)
  migrate(database, MIGRATIONS.slice(0, 2))
  migrate(database)
  const plan = database.prepare("EXPLAIN QUERY PLAN SELECT hash FROM used_challenges WHERE expires_at <= ''").all()
  expect(plan).toEqual([expect.objectContaining({ detail: expect.stringMatching(/^SEARCH .*used_challenges_by_end/) })])
  database.close()
})

test('a step that fails leaves a SQLite store as it was', () => {
  const database = new Database(':memory:')
  migrate(database)
  const broken = { both: 'CREATE TABLE half (id TEXT) STRICT; CREATE TABLE accounts (id TEXT) STRICT;' }
  expect(() => migrate(database, [...MIGRATIONS, broken])).toThrow('already exists')
  expect(database.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 3 })
  expect(database.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([])
  database.close()
})

test('a step during which SQLite itself ends the transaction says why', () => {
  const database = new Database(':memory:')
  expect(() => migrate(database, [...MIGRATIONS, { both: 'ROLLBACK; nonsense;' }])).toThrow('near "nonsense"')
  database.close()
})

describe('a PostgreSQL store', () => {
  const postgres = started(() => startPostgres())

  test('from before durations were counted is upgraded with everything in it, and counts them', async () => {
    const url = await postgres.createDatabase('without_durations')
    const connections = new Connections(url, patientLimits)
    await migratePostgres(connections, MIGRATIONS.slice(0, 1))
    const client = await connections.connect()
    await client.query(AN_ACCOUNT)
    client.release()
    await connections.end()
    const store = await openPostgres(url, { clock: () => place.nowMs, limits: patientLimits })
    await expectDurations(store)
    await store.close()
  })

  test('is upgraded with everything in it, once, by processes that start at once; the older Tollgate refuses it', async () => {
    const url = await postgres.createDatabase('upgraded')
    const older = await openPostgres(url, { clock: () => place.nowMs, limits: patientLimits })
    const id = await fill(older)
    await older.close()
    const connections = new Connections(url, patientLimits)
    await Promise.all([1, 2, 3].map(() => migratePostgres(connections, NEXT)))
    await connections.end()
    const client = new pg.Client(url)
    await client.connect()
    const rowsOf = async (sql: string) => (await client.query(sql)).rows
    expect(await rowsOf('SELECT id, note FROM accounts')).toEqual([{ id, note: '7' }])
    expect(await rowsOf('SELECT credits FROM usage')).toEqual([{ credits: '510' }])
    expect(await rowsOf('SELECT * FROM next_postgres')).toEqual([])
    await expect(openPostgres(url, { clock: () => place.nowMs, limits: patientLimits })).rejects.toThrow(NEWER)
    expect(await rowsOf('SELECT version FROM schema_version')).toEqual([{ version: 4 }])
    await client.end()
  })
})
