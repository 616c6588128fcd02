import type { Selectable } from 'kysely'
import type { Database } from 'libsql'
import type { AccountStore } from '../accounts/account-store.js'
import type { UsageStore } from '../credits/usage/usage-store.js'
import { foundKey } from './accounts.js'
import type { AccountRow, KeyRow } from './tables.js'
import { inTransaction } from './together.js'

/** Prepared statements for a serving gateway's own queries; see lazyKysely. */
export const prepareFindByKeyHash = (database: Database, clock: () => number): AccountStore['findByKeyHash'] => {
  const findKey = database.prepare('SELECT * FROM keys WHERE hash = ?')
  const findAccount = database.prepare('SELECT * FROM accounts WHERE id = ?')
  return async (keyHash) => {
    const key = findKey.get([keyHash]) as Selectable<KeyRow> | undefined
    const account = key && (findAccount.get([key.account_id]) as Selectable<AccountRow> | undefined)
    return foundKey(key, account, clock())
  }
}

/**
 * Prepares the write of keys' last uses. `charges` is the charges' connection, so that a use does
 * not count as a change of accounts.
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

type Shortening = Pick<UsageStore, 'rollUp' | 'dropDays' | 'dropForwarded' | 'dropErrors'>

/** Calls `history` only if there is anything to shorten, which is rare. */
export const shortenWhereNeeded = (database: Database, history: Shortening): Shortening => {
  const hasOlder = (table: string, column: string) => {
    const find = database.prepare(`SELECT 1 FROM ${table} WHERE ${column} < ? LIMIT 1`)
    return (before: string): boolean => find.get([before]) !== undefined
  }
  const hasHours = hasOlder('usage', 'day')
  const hasDays = hasOlder('usage_days', 'day')
  const hasForwarded = hasOlder('forwarded', 'at')
  const hasErrors = hasOlder('call_errors', 'day')
  return {
    rollUp: async (beforeDay, limit) => (hasHours(beforeDay) ? history.rollUp(beforeDay, limit) : 0),
    dropDays: async (beforeDay, limit) => (hasDays(beforeDay) ? history.dropDays(beforeDay, limit) : 0),
    dropForwarded: async (before, limit) => (hasForwarded(before) ? history.dropForwarded(before, limit) : 0),
    dropErrors: async (beforeDay, limit) => (hasErrors(beforeDay) ? history.dropErrors(beforeDay, limit) : 0),
  }
}
