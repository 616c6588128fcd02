import type { Kysely } from 'kysely'
import { operationTurns } from '../../../runtime/turns/process-budgets.js'
import type { Tables } from '../tables.js'

/** SQLite reads every page of a key's allowlists to delete the key, within one event-loop turn. */
const KEYS_AT_ONCE = 20

/**
 * Another process may add a key between the statements. The last statement then fails, so that no
 * key is left without an account.
 */
const TRIES = 3

/** Deletes an account's keys and their last uses, some in each turn of the event loop. */
const deleteKeysOf = async (db: Kysely<Tables>, accountId: string): Promise<void> => {
  for (;;) {
    const some = db.selectFrom('keys').select('id').where('account_id', '=', accountId).limit(KEYS_AT_ONCE)
    const ids = (await some.execute()).map(({ id }) => id)
    if (ids.length === 0) return
    await db.deleteFrom('key_uses').where('key_id', 'in', ids).execute()
    await db.deleteFrom('keys').where('id', 'in', ids).execute()
    await operationTurns.next()
  }
}

const endSessionsOf = (db: Kysely<Tables>, accountId: string) =>
  db.deleteFrom('sessions').where('account_id', '=', accountId).execute()

const deleteRows = async (db: Kysely<Tables>, id: string): Promise<boolean> => {
  await deleteKeysOf(db, id)
  await db.deleteFrom('sign_in_links').where('account_id', '=', id).execute()
  await endSessionsOf(db, id)
  await db.deleteFrom('passkeys').where('account_id', '=', id).execute()
  const { numDeletedRows } = await db.deleteFrom('accounts').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

const deleteInTries = async (db: Kysely<Tables>, id: string): Promise<boolean> => {
  for (let tries = 1; ; tries++) {
    try {
      return await deleteRows(db, id)
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}

/** See AccountStore.deleteAccount. */
export const deleteAccount = async (db: Kysely<Tables>, id: string): Promise<boolean> => {
  const isDeleted = await deleteInTries(db, id)
  // Until the account was gone, a sign-in could find it and keep its session.
  await endSessionsOf(db, id)
  return isDeleted
}
