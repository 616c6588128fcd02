import { MIGRATIONS, type Migration, newerStore } from '../migrations.js'
import type { Connections } from './connections.js'

/** Any number, but the same in every Tollgate. */
const LOCK = 7_655_638
/** Longest wait for another process's migration, and longest step of one. */
const STEP_MS = 600_000

/** Translates SQL of SQLite to PostgreSQL. Counts are 64 bits wide, as in SQLite. */
const inPostgres = (sql: string): string =>
  sql
    .replace(/\) STRICT(, WITHOUT ROWID)?;/g, ');')
    .replace(/\bid INTEGER PRIMARY KEY\b/g, 'id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bREAL\b/g, 'DOUBLE PRECISION')

/**
 * Brings the schema up to date in one transaction. If several processes start at once, one migrates
 * and the others wait.
 *
 * Errors  refuses a store written by a newer Tollgate and leaves it unchanged
 */
export const migratePostgres = async (
  connections: Connections,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> => {
  const client = await connections.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL statement_timeout = ${STEP_MS}`)
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK], STEP_MS)
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version INT NOT NULL)')
    const { rows } = await client.query('SELECT version FROM schema_version')
    const version: number = rows[0]?.version ?? 0
    if (version > migrations.length) throw newerStore(version, migrations)
    for (const { both, postgres = '' } of migrations.slice(version))
      await client.query(inPostgres(both) + postgres, undefined, STEP_MS)
    if (version < migrations.length) {
      await client.query('DELETE FROM schema_version')
      await client.query('INSERT INTO schema_version VALUES ($1)', [migrations.length])
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
