import type { CompiledQuery, Kysely, QueryResult, Selectable } from 'kysely'
import { MAX_PASSKEYS, type Passkey, type PasskeyStore } from '../accounts/passkey-store.js'
import type { KeepSecret } from './kept-secrets.js'
import { deletionOfExpired } from './sessions.js'
import type { PasskeyRow, Tables } from './tables.js'
import type { RunOne } from './transactions.js'

const toPasskey = (row: Selectable<PasskeyRow>): Passkey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: JSON.parse(row.transports),
  createdAt: row.created_at,
  ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
})

const toRow = (passkey: Passkey): PasskeyRow => ({
  id: passkey.id,
  account_id: passkey.accountId,
  name: passkey.name,
  public_key: passkey.publicKey,
  counter: passkey.counter,
  transports: JSON.stringify(passkey.transports),
  created_at: passkey.createdAt,
  last_used_at: passkey.lastUsedAt ?? null,
})

/** Runs one query that writes what depends on other rows of an account. */
export type RunForAccount = <Row>(accountId: string, query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

/** SQLite has one writer at a time, so a statement sees all rows that others wrote. */
export const runAlone =
  (db: Kysely<Tables>): RunForAccount =>
  (_, query) =>
    db.executeQuery(query)

/** In PostgreSQL, the lock of the account's row is awaited before the query takes its snapshot. */
export const runLocked =
  (db: Kysely<Tables>): RunForAccount =>
  (accountId, query) =>
    db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
      return transaction.executeQuery(query)
    })

/** Inserts the row unless the account has MAX_PASSKEYS, or any account has this one. */
const insertOf = (db: Kysely<Tables>, row: PasskeyRow) => {
  const names = Object.keys(row) as (keyof PasskeyRow)[]
  const count = db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', row.account_id)
  return db
    .insertInto('passkeys')
    .columns(names)
    .expression(
      db.selectNoFrom(({ val }) => names.map((name) => val(row[name]).as(name))).where(count, '<', MAX_PASSKEYS),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .compile()
}

export interface PasskeyStoreDeps {
  readonly addFor: RunForAccount
  /** On SQLite on the charges' connection, so that a sign-in is no change of accounts. */
  readonly use: RunOne
  readonly keepSecret: KeepSecret
}

export const createPasskeyStore = (
  db: Kysely<Tables>,
  { addFor, use, keepSecret }: PasskeyStoreDeps,
): PasskeyStore => ({
  challengeKey: (fresh) => keepSecret('challenges', fresh),
  useChallenge: async (hash, expiresAt, now) => {
    await use(deletionOfExpired(db, 'used_challenges', now))
    const insert = db.insertInto('used_challenges').values({ hash, expires_at: expiresAt })
    const used = insert.onConflict((conflict) => conflict.doNothing()).returning('hash')
    return (await use(used.compile())).length > 0
  },
  addPasskey: async (passkey) => (await addFor(passkey.accountId, insertOf(db, toRow(passkey)))).rows.length > 0,
  listPasskeys: async (accountId) => {
    const ofAccount = db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId)
    return (await ofAccount.orderBy('created_at').orderBy('id').execute()).map(toPasskey)
  },
  findPasskey: async (id) => {
    const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toPasskey(row)
  },
  usePasskey: async ({ id, counter: before }, counter, at) => {
    const update = db.updateTable('passkeys').set({ counter, last_used_at: at })
    const used = update.where('id', '=', id).where('counter', '=', before).returning('id')
    return (await use(used.compile())).length > 0
  },
  removePasskey: async (id, accountId) => {
    const sessions = db.deleteFrom('sessions').where('account_id', '=', accountId).where('passkey_id', '=', id)
    const removal = db.deleteFrom('passkeys').where('id', '=', id).where('account_id', '=', accountId)
    // Before the removal, so that one that stops half-way can be repeated.
    await sessions.execute()
    const row = await removal.returningAll().executeTakeFirst()
    // After it, because until then a sign-in could find the passkey and keep its session.
    await sessions.execute()
    return row && toPasskey(row)
  },
})
