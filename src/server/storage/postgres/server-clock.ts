import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.js'

/** The server's clock, which all machines share, in milliseconds since 1970. */
export const serverClock = (db: Kysely<Tables>) => async (): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`SELECT (extract(epoch FROM now()) * 1000)::bigint AS ms`.execute(db)
  return rows[0]!.ms
}
