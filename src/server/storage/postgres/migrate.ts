import { STEPS } from '../migrations.js'
import type { Connections, Lent } from './connections.js'
import { inPostgres, postgresSteps } from './schema.js'

/** Any number, but the same in every Tollgate. */
const LOCK = 7_655_638

/** The two parts of the schema, versioned separately. */
const parts: readonly { readonly name: string; readonly steps: readonly string[] }[] = [
  { name: 'shared', steps: STEPS.map(inPostgres) },
  { name: 'postgres', steps: postgresSteps },
]

const migratePart = async (client: Lent, name: string, steps: readonly string[]): Promise<void> => {
  const { rows } = await client.query('SELECT version FROM schema_versions WHERE part = $1', [name])
  const version: number = rows[0]?.version ?? 0
  if (version > steps.length) {
    throw new Error(
      `the store has schema version ${version}, this Tollgate knows ${steps.length}: use the newer Tollgate that wrote it`,
    )
  }
  if (version === steps.length) return
  for (const step of steps.slice(version)) await client.query(step)
  await client.query(
    'INSERT INTO schema_versions VALUES ($1, $2) ON CONFLICT (part) DO UPDATE SET version = excluded.version',
    [name, steps.length],
  )
}

/**
 * Brings the schema up to date in one transaction. If several processes start at once, one migrates
 * and the others wait.
 *
 * Errors  refuses a store written by a newer Tollgate and leaves it unchanged
 */
export const migratePostgres = async (connections: Connections): Promise<void> => {
  const client = await connections.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await client.query('CREATE TABLE IF NOT EXISTS schema_versions (part TEXT PRIMARY KEY, version INT NOT NULL)')
    for (const { name, steps } of parts) await migratePart(client, name, steps)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
