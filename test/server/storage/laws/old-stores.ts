import pg from 'pg'
import { STEPS } from '../../../../src/server/storage/migrations.js'
import { inPostgres, postgresSteps } from '../../../../src/server/storage/postgres/schema.js'
import type { Store } from '../../../../src/server/storage/store.js'

/** What a gateway of the first schema wrote. */
export const FIRST_ROWS = `
  INSERT INTO accounts VALUES ('acc_1', 'Ann', 'core', 0, 0, 500, NULL, '2026-01-01T00:00:00.000Z');
  INSERT INTO keys VALUES ('key_1', 'acc_1', '${'a'.repeat(64)}', 'app', '["main"]', '[]', '[]', '[]', '[]', 7, 0, NULL,
    '2026-01-01T00:00:00.000Z');
  INSERT INTO usage VALUES ('acc_1', '2026-11-21', 'key_1', 12, 'main', 'eth_getLogs', 2, 510, 1, 0, 0);
  INSERT INTO forwarded (at, account_id, key_id, network, method, partner, reason, duration_ms)
    VALUES ('2026-11-21T12:00:00.000Z', 'acc_1', 'key_1', 'main', 'eth_getLogs', 'p', 'no_upstream', 1.5);`

/** Expects everything of it in the store. */
export const expectAllThere = async ({ accounts, usage }: Store) => {
  expect(await accounts.findByKeyHash('a'.repeat(64))).toMatchObject({
    key: { id: 'key_1', label: 'app', networks: ['main'], dailyLimit: 7 },
    account: { id: 'acc_1', plan: 'core', dailyCredits: 500 },
  })
  expect(await usage.forwarded({})).toMatchObject([{ accountId: 'acc_1', durationMs: 1.5 }])
  expect(await usage.readDay('acc_1', '2026-11-21')).toEqual({ account: 510, keys: new Map([['key_1', 510]]) })
}

/**
 * Makes the empty database at `url` a store of an older release: `shared` steps of both engines'
 * schema and `own` of PostgreSQL's.
 */
export const makeOldPostgres = async (url: string, shared: number, own: number): Promise<void> => {
  const old = new pg.Client(url)
  await old.connect()
  await old.query(inPostgres(STEPS[0]!))
  await old.query(postgresSteps.slice(0, own).join(';'))
  await old.query(FIRST_ROWS)
  for (const step of STEPS.slice(1, shared)) await old.query(inPostgres(step))
  await old.query('CREATE TABLE schema_versions (part TEXT PRIMARY KEY, version INT NOT NULL)')
  await old.query('INSERT INTO schema_versions VALUES ($1, $2), ($3, $4)', ['shared', shared, 'postgres', own])
  await old.end()
}
