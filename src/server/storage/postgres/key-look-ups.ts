import type { Kysely } from 'kysely'
import type { AccountStore } from '../../accounts/account-store.js'
import { foundKey } from '../accounts.js'
import type { Tables } from '../tables.js'
import { GroupedQueries } from './grouped-queries.js'

/** Each of the keys may have long allowlists, which are parsed in one turn. */
const LIMITS = { maxRunning: 2, maxTogether: 32 }

/**
 * Looks up keys by their hashes. Thousands of keys at once, as after a start or a change of
 * accounts, take few queries. `clock` is in milliseconds since 1970.
 */
export const findByKeyHashIn = (db: Kysely<Tables>, clock: () => number): AccountStore['findByKeyHash'] => {
  const lookUps = new GroupedQueries(LIMITS, async (hashes: readonly string[]) => {
    const keys = await db.selectFrom('keys').selectAll().where('hash', 'in', hashes).execute()
    const owners = keys.map(({ account_id }) => account_id)
    const accounts =
      owners.length === 0 ? [] : await db.selectFrom('accounts').selectAll().where('id', 'in', owners).execute()
    const keyOf = new Map(keys.map((key) => [key.hash, key]))
    const accountOf = new Map(accounts.map((account) => [account.id, account]))
    return hashes.map((hash) => {
      const key = keyOf.get(hash)
      return foundKey(key, key && accountOf.get(key.account_id), clock())
    })
  })
  return (hash) => lookUps.run(hash)
}
