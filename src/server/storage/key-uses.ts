import type { Kysely } from 'kysely'
import type { Database } from 'libsql'
import type { UsageStore } from '../credits/usage/usage-store.js'
import type { Tables } from './tables.js'
import { inTransaction } from './transactions.js'

/** Two variables a row, of those that SQLite allows in a statement. */
const ROWS_AT_ONCE = 500

const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, index) =>
    all.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  )

/**
 * Prepares the write of keys' last uses on SQLite's charges connection, so that a use does not
 * count as a change of accounts; see lazyKysely.
 */
export const prepareRecordKeyUses = (charges: Database): UsageStore['recordKeyUses'] => {
  const upsert = charges.prepare(`INSERT INTO key_uses (key_id, last_used_at) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET last_used_at = excluded.last_used_at WHERE excluded.last_used_at > last_used_at`)
  return async (uses) => {
    if (uses.size === 0) return
    inTransaction(charges, () => {
      for (const [keyId, at] of uses) upsert.run([keyId, at])
    })
  }
}

/**
 * Writes keys' last uses to PostgreSQL. All processes lock rows in the same order, because
 * PostgreSQL ends one of two that wait for each other.
 */
export const recordKeyUsesIn =
  (db: Kysely<Tables>): UsageStore['recordKeyUses'] =>
  async (uses) => {
    const sorted = [...uses].sort(([one], [other]) => (one < other ? -1 : 1))
    const rows = sorted.map(([key_id, last_used_at]) => ({ key_id, last_used_at }))
    for (const values of chunksOf(rows))
      await db
        .insertInto('key_uses')
        .values(values)
        .onConflict((conflict) =>
          conflict
            .column('key_id')
            .doUpdateSet(({ ref }) => ({ last_used_at: ref('excluded.last_used_at') }))
            .whereRef('excluded.last_used_at', '>', 'key_uses.last_used_at'),
        )
        .execute()
  }

export const keyUsesQuery =
  (db: Kysely<Tables>): UsageStore['keyUses'] =>
  async (keyIds) => {
    const found = new Map<string, string>()
    for (const ids of chunksOf(keyIds)) {
      const rows = await db.selectFrom('key_uses').selectAll().where('key_id', 'in', ids).execute()
      for (const { key_id, last_used_at } of rows) found.set(key_id, last_used_at)
    }
    return found
  }
