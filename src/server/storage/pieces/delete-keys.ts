import type { Kysely } from 'kysely'
import { operationTurns } from '../../../runtime/turns/process-budgets.js'
import type { Tables } from '../tables.js'

/** SQLite reads every page of a key's allowlists to delete the key, within one event-loop turn. */
const KEYS_AT_ONCE = 20

/** Deletes an account's keys and their last uses, some in each turn of the event loop. */
export const deleteKeysOf = async (db: Kysely<Tables>, accountId: string): Promise<void> => {
  for (;;) {
    const some = db.selectFrom('keys').select('id').where('account_id', '=', accountId).limit(KEYS_AT_ONCE)
    const ids = (await some.execute()).map(({ id }) => id)
    if (ids.length === 0) return
    await db.deleteFrom('key_uses').where('key_id', 'in', ids).execute()
    await db.deleteFrom('keys').where('id', 'in', ids).execute()
    await operationTurns.next()
  }
}
