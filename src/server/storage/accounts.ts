import type { Kysely, Selectable } from 'kysely'
import type { Database } from 'libsql'
import { readInPieces } from '../../runtime/turns/read-in-pieces.js'
import type { Account, Key } from '../accounts/account.js'
import type { AccountChanges, AccountStore, KeyChanges, NewAccount, NewKey } from '../accounts/account-store.js'
import { createId, type RandomBytes } from '../accounts/key-text.js'
import { deleteAccount } from './pieces/delete-account.js'
import { hasEnded, keyLists } from './pieces/listed-keys.js'
import { accountsIn, placeOf, searchAccounts } from './pieces/search-accounts.js'
import type { AccountRow, KeyRow, Tables } from './tables.js'

/** `clock` is in milliseconds since 1970. */
export interface AccountStoreDeps {
  clock(): number
  readonly randomBytes: RandomBytes
}

const toAccount = (row: Selectable<AccountRow>): Account => ({
  id: row.id,
  name: row.name,
  plan: row.plan,
  isFailoverOn: row.is_failover_on === 1,
  isSuspended: row.is_suspended === 1,
  ...(row.email === null ? {} : { email: row.email }),
  ...(row.daily_credits === null ? {} : { dailyCredits: row.daily_credits }),
  ...(row.credits_per_second === null ? {} : { creditsPerSecond: row.credits_per_second }),
  createdAt: row.created_at,
})

const toKey = (row: Selectable<KeyRow>, nowMs: number): Key => ({
  id: row.id,
  accountId: row.account_id,
  label: row.label,
  networks: JSON.parse(row.networks),
  allowedMethods: JSON.parse(row.allowed_methods),
  allowedContracts: JSON.parse(row.allowed_contracts),
  allowedOrigins: JSON.parse(row.allowed_origins),
  allowedSources: JSON.parse(row.allowed_sources),
  ...(row.daily_limit === null ? {} : { dailyLimit: row.daily_limit }),
  ...(row.credits_per_second === null ? {} : { creditsPerSecond: row.credits_per_second }),
  ...(row.secret_hash === null ? {} : { secretHash: row.secret_hash }),
  requiresToken: row.requires_token === 1,
  isRevoked: hasEnded(row, nowMs),
  ...(row.revokes_at === null ? {} : { revokesAt: row.revokes_at }),
  createdAt: row.created_at,
})

/** The result of AccountStore.findByKeyHash for the rows that were found. */
export const foundKey = (
  key: Selectable<KeyRow> | undefined,
  account: Selectable<AccountRow> | undefined,
  nowMs: number,
): { key: Key; account: Account } | undefined =>
  key === undefined || account === undefined || hasEnded(key, nowMs)
    ? undefined
    : { key: toKey(key, nowMs), account: toAccount(account) }

/** Prepares the look-up of keys on a SQLite connection; see lazyKysely. */
export const prepareFindByKeyHash = (database: Database, clock: () => number): AccountStore['findByKeyHash'] => {
  const findKey = database.prepare('SELECT * FROM keys WHERE hash = ?')
  const findAccount = database.prepare('SELECT * FROM accounts WHERE id = ?')
  return async (keyHash) => {
    const key = findKey.get([keyHash]) as Selectable<KeyRow> | undefined
    const account = key && (findAccount.get([key.account_id]) as Selectable<AccountRow> | undefined)
    return foundKey(key, account, clock())
  }
}

/** Drops undefined members, so that an update leaves their columns unchanged. */
const present = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

const toNumber = (is: boolean | undefined): number | undefined => (is === undefined ? undefined : Number(is))
const toText = (list: readonly string[] | undefined): string | undefined => list && JSON.stringify(list)

const accountColumns = (changes: AccountChanges) => ({
  plan: changes.plan,
  is_failover_on: toNumber(changes.isFailoverOn),
  is_suspended: toNumber(changes.isSuspended),
  email: changes.email,
  daily_credits: changes.dailyCredits,
  credits_per_second: changes.creditsPerSecond,
})

const newAccountRow = (account: NewAccount, id: string, nowMs: number): AccountRow => ({
  id,
  name: account.name,
  lower_name: account.name.toLowerCase(),
  plan: account.plan,
  is_failover_on: Number(account.isFailoverOn),
  is_suspended: 0,
  email: account.email ?? null,
  daily_credits: account.dailyCredits ?? null,
  credits_per_second: account.creditsPerSecond ?? null,
  created_at: new Date(nowMs).toISOString(),
})

const keyColumns = (changes: KeyChanges) => ({
  label: changes.label,
  networks: toText(changes.networks),
  allowed_methods: toText(changes.allowedMethods),
  allowed_contracts: toText(changes.allowedContracts),
  allowed_origins: toText(changes.allowedOrigins),
  allowed_sources: toText(changes.allowedSources),
  daily_limit: changes.dailyLimit,
  credits_per_second: changes.creditsPerSecond,
  requires_token: toNumber(changes.requiresToken),
  revokes_at: changes.revokesAt,
})

const newKeyRow = (key: NewKey, id: string, hash: string, nowMs: number): KeyRow => ({
  id,
  account_id: key.accountId,
  hash,
  label: key.label,
  networks: JSON.stringify(key.networks),
  allowed_methods: JSON.stringify(key.allowedMethods),
  allowed_contracts: JSON.stringify(key.allowedContracts),
  allowed_origins: JSON.stringify(key.allowedOrigins),
  allowed_sources: JSON.stringify(key.allowedSources),
  daily_limit: key.dailyLimit ?? null,
  credits_per_second: key.creditsPerSecond ?? null,
  secret_hash: key.secretHash ?? null,
  requires_token: Number(key.requiresToken ?? false),
  is_revoked: 0,
  revokes_at: null,
  created_at: new Date(nowMs).toISOString(),
})

/**
 * Ends the sessions that began by an account's e-mail address: those with a binding. Ends none if
 * another account has `newEmail`, because the change of the address is then refused.
 */
const endSessionsByEmail = (db: Kysely<Tables>, id: string, newEmail: string | null) => {
  const others = db.selectFrom('accounts').select('id').where('email', '=', newEmail).where('id', '!=', id)
  const sessions = db.deleteFrom('sessions').where('account_id', '=', id).where('binding', '!=', '')
  return sessions.where(({ exists, not }) => not(exists(others))).execute()
}

const ACCOUNTS_AT_ONCE = 250

type Accounts = Pick<
  AccountStore,
  'createAccount' | 'listAccounts' | 'findAccount' | 'findAccountByEmail' | 'changeAccount' | 'deleteAccount'
>

const createAccounts = (db: Kysely<Tables>, { clock, randomBytes }: AccountStoreDeps): Accounts => {
  const findAccount: AccountStore['findAccount'] = async (id) => {
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toAccount(row)
  }
  return {
    findAccount,
    findAccountByEmail: async (email) => {
      const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
      return row && toAccount(row)
    },
    createAccount: async (account) => {
      const nowMs = clock()
      const row = newAccountRow(account, createId('acc', randomBytes, nowMs), nowMs)
      await db.insertInto('accounts').values(row).execute()
      return toAccount(row)
    },
    listAccounts: async ({ search = '', ...page }) => {
      const read = (last: Selectable<AccountRow> | undefined, count: number) => {
        const after = last === undefined ? page.after : placeOf(last)
        return accountsIn(db, after, undefined).selectAll().limit(count).execute()
      }
      const rows = search === '' ? readInPieces(page.limit, ACCOUNTS_AT_ONCE, read) : searchAccounts(db, page, search)
      return (await rows).map(toAccount)
    },
    changeAccount: async (id, changes) => {
      const columns = present(accountColumns(changes)) as Partial<AccountRow>
      if (Object.keys(columns).length === 0) return findAccount(id)
      const update = db.updateTable('accounts').set(columns).where('id', '=', id).returningAll()
      const { email } = changes
      // Before the update, so that a change that stops half-way can be repeated.
      if (email !== undefined) await endSessionsByEmail(db, id, email)
      const row = await update.executeTakeFirst()
      // After it, because until then a sign-in could still use the former address.
      if (email !== undefined) await endSessionsByEmail(db, id, email)
      return row && toAccount(row)
    },
    deleteAccount: (id) => deleteAccount(db, id),
  }
}

/**
 * Accounts and keys, in both kinds of store. Every change is one statement, or several that may
 * stop after any one and be repeated. In SQLite a transaction held open over an `await` would lock
 * out this process's own charges. They wait synchronously, and so block the event loop that should
 * end it.
 */
export const createAccountStore = (db: Kysely<Tables>, deps: AccountStoreDeps): Omit<AccountStore, 'findByKeyHash'> => {
  const { clock, randomBytes } = deps
  const accounts = createAccounts(db, deps)
  const asKey = (row: Selectable<KeyRow> | undefined): Key | undefined => row && toKey(row, clock())
  const changeKeyRow = async (id: string, columns: Partial<KeyRow>): Promise<Key | undefined> => {
    const update = db.updateTable('keys').set(columns).where('id', '=', id).returningAll()
    return asKey(await update.executeTakeFirst())
  }
  const findKey: AccountStore['findKey'] = async (id) =>
    asKey(await db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst())
  return {
    ...accounts,
    findKey,
    createKey: async (key, keyHash) => {
      const nowMs = clock()
      const row = newKeyRow(key, createId('key', randomBytes, nowMs), keyHash, nowMs)
      await db.insertInto('keys').values(row).execute()
      return toKey(row, nowMs)
    },
    ...keyLists(db, clock),
    changeKey: async (id, changes) => {
      const columns = present(keyColumns(changes)) as Partial<KeyRow>
      return Object.keys(columns).length === 0 ? findKey(id) : changeKeyRow(id, columns)
    },
    revokeKey: (id) => changeKeyRow(id, { is_revoked: 1 }),
    deleteKey: async (id) => {
      await db.deleteFrom('key_uses').where('key_id', '=', id).execute()
      return (await db.deleteFrom('keys').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}
