import type { Kysely } from 'kysely'
import type { UsageStore } from '../credits/usage/usage-store.js'
import type { Tables } from './tables.js'
import type { RunTogether } from './together.js'

/** Two variables a row, of those that SQLite allows in a statement. */
const ROWS_AT_ONCE = 500

const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, index) =>
    all.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  )

const byKeyId = (a: { readonly key_id: string }, b: { readonly key_id: string }): number =>
  a.key_id < b.key_id ? -1 : 1

type KeyUseRows = Pick<UsageStore, 'recordKeyUses' | 'keyUses'>

/**
 * Last uses of keys. `run` uses the charges' connection, so that a use does not count as a change
 * of accounts.
 */
export const createKeyUseStore = (db: Kysely<Tables>, run: RunTogether): KeyUseRows => ({
  recordKeyUses: (uses) => {
    // All processes lock rows in the same order: PostgreSQL ends one of two that wait for each
    // other.
    const rows = [...uses].map(([key_id, last_used_at]) => ({ key_id, last_used_at })).sort(byKeyId)
    const writes = chunksOf(rows).map((values) =>
      db
        .insertInto('key_uses')
        .values(values)
        .onConflict((conflict) =>
          conflict
            .column('key_id')
            .doUpdateSet(({ ref }) => ({ last_used_at: ref('excluded.last_used_at') }))
            .whereRef('excluded.last_used_at', '>', 'key_uses.last_used_at'),
        )
        .compile(),
    )
    return writes.length === 0 ? Promise.resolve() : run(writes)
  },
  keyUses: async (keyIds) => {
    const found = new Map<string, string>()
    for (const ids of chunksOf(keyIds)) {
      const rows = await db.selectFrom('key_uses').selectAll().where('key_id', 'in', ids).execute()
      for (const { key_id, last_used_at } of rows) found.set(key_id, last_used_at)
    }
    return found
  },
})
