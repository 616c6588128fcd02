import type { Kysely, Selectable } from 'kysely'
import type { HolderId, SessionStore } from '../accounts/session-store.js'
import type { Tables } from './tables.js'
import type { RunInOrder } from './transactions.js'

const MAX_OF_HOLDER = 20
/** Each new row deletes more expired ones than it adds. */
const MAX_DELETED_AT_ONCE = 100

type Kept = 'sessions' | 'sign_in_links'

const whenOf = (row: Pick<Selectable<Tables['sessions']>, 'account_id' | 'created_at' | 'expires_at'>) => ({
  accountId: row.account_id ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

export const deletionOfExpired = (db: Kysely<Tables>, table: Kept | 'used_challenges', nowIso: string) => {
  const expired = db.selectFrom(table).select('hash').where('expires_at', '<=', nowIso).limit(MAX_DELETED_AT_ONCE)
  return db.deleteFrom(table).where('hash', 'in', expired).compile()
}

/** Deletes some expired rows, and all but the holder's newest. */
const queriesToTrim = (db: Kysely<Tables>, table: Kept, accountId: HolderId, nowIso: string) => {
  const newest = db
    .selectFrom(table)
    .select('hash')
    .where('account_id', accountId === undefined ? 'is' : '=', accountId ?? null)
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .limit(MAX_OF_HOLDER)
  return [
    deletionOfExpired(db, table, nowIso),
    db
      .deleteFrom(table)
      .where('account_id', accountId === undefined ? 'is' : '=', accountId ?? null)
      .where('hash', 'not in', newest)
      .compile(),
  ]
}

/**
 * Dashboard sessions on either engine. On SQLite, `run` uses the charges' connection, so that a
 * used session does not count as a change of accounts.
 */
export const createSessionStore = (db: Kysely<Tables>, run: RunInOrder): SessionStore => ({
  createLink: (hash, { accountId, createdAt, expiresAt }) => {
    const values = { hash, account_id: accountId ?? null, created_at: createdAt, expires_at: expiresAt }
    return run([
      db.insertInto('sign_in_links').values(values).compile(),
      ...queriesToTrim(db, 'sign_in_links', accountId, createdAt),
    ])
  },
  findLink: async (hash) => {
    const row = await db.selectFrom('sign_in_links').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row && whenOf(row)
  },
  takeLink: async (hash) => {
    const row = await db.deleteFrom('sign_in_links').where('hash', '=', hash).returningAll().executeTakeFirst()
    return row && whenOf(row)
  },
  createSession: (hash, { accountId, binding, createdAt, seenAt, expiresAt, passkeyId }) => {
    const values = {
      hash,
      account_id: accountId ?? null,
      binding,
      created_at: createdAt,
      seen_at: seenAt,
      expires_at: expiresAt,
      passkey_id: passkeyId ?? null,
    }
    return run([
      db.insertInto('sessions').values(values).compile(),
      ...queriesToTrim(db, 'sessions', accountId, createdAt),
    ])
  },
  findSession: async (hash) => {
    const row = await db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst()
    if (row === undefined) return undefined
    const passkey = row.passkey_id === null ? {} : { passkeyId: row.passkey_id }
    return { ...whenOf(row), binding: row.binding, seenAt: row.seen_at, ...passkey }
  },
  seeSession: (hash, at, expiresAt) => {
    const seen = db.updateTable('sessions').set({ seen_at: at, expires_at: expiresAt })
    return run([seen.where('hash', '=', hash).compile()])
  },
  endSession: (hash) => run([db.deleteFrom('sessions').where('hash', '=', hash).compile()]),
})
