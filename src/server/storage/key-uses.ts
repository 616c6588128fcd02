import type { Kysely } from 'kysely'
import type { UsageStore } from '../credits/usage/usage-store.js'
import type { PrepareCounts } from './call-counts/counts.js'
import type { Tables } from './tables.js'

/** Keys of a query: SQLite allows 32,766 variables in a statement. */
const KEYS_AT_ONCE = 500

export const recordKeyUsesBy = (prepare: PrepareCounts): UsageStore['recordKeyUses'] => {
  const add = prepare({ table: 'key_uses', key: ['key_id'], sums: [], latest: 'last_used_at' })
  return (uses) => add([...uses])
}

export const keyUsesQuery =
  (db: Kysely<Tables>): UsageStore['keyUses'] =>
  async (keyIds) => {
    const found = new Map<string, string>()
    for (let at = 0; at < keyIds.length; at += KEYS_AT_ONCE) {
      const ids = keyIds.slice(at, at + KEYS_AT_ONCE)
      const rows = await db.selectFrom('key_uses').selectAll().where('key_id', 'in', ids).execute()
      for (const { key_id, last_used_at } of rows) found.set(key_id, last_used_at)
    }
    return found
  }
