import Database from 'libsql'
import pg from 'pg'
import { STEPS } from '../../../src/server/storage/migrations.js'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import { postgresSteps } from '../../../src/server/storage/postgres/schema.js'
import { startPostgres, type TestPostgres } from '../../support/postgres.js'
import { StorePlace } from '../../support/store-place.js'
import { expectAllThere, FIRST_ROWS, makeOldPostgres } from './laws/old-stores.js'

const place = new StorePlace()

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
    await makeOldPostgres(url, shared, own)
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
