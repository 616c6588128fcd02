import type { Account, Key, ListedKey } from './account.js'

/** Null removes a value. */
type OrNull<T> = { [Name in keyof T]: T[Name] | null }

/** Input for a new account; the store adds id and creation time. */
export type NewAccount = Pick<Account, 'name' | 'plan' | 'isFailoverOn'> &
  Pick<Partial<Account>, 'email' | 'dailyCredits' | 'creditsPerSecond'>
/** Changes to an account; null removes its e-mail address or its own limit. */
export type AccountChanges = Partial<Pick<Account, 'plan' | 'isFailoverOn' | 'isSuspended'>> &
  Partial<OrNull<Required<Pick<Account, 'email' | 'dailyCredits' | 'creditsPerSecond'>>>>
/** Input for a new key. */
export type NewKey = Omit<Key, 'id' | 'isRevoked' | 'revokesAt' | 'createdAt' | 'requiresToken'> &
  Pick<Partial<Key>, 'requiresToken'>
/** Changes to a key; null removes a limit or the end. Lists are replaced whole. */
export type KeyChanges = Partial<Omit<NewKey, 'accountId' | 'dailyLimit' | 'creditsPerSecond' | 'secretHash'>> &
  Partial<OrNull<Required<Pick<Key, 'dailyLimit' | 'creditsPerSecond' | 'revokesAt'>>>>

/** One page of a list, oldest first: at most `limit` records after `after`. */
export interface ListPage {
  readonly after?: { readonly createdAt: string; readonly id: string } | undefined
  readonly limit: number
}

/**
 * Stores accounts and keys; implemented in storage/. Operators and account holders change them, the
 * request path only reads.
 */
export interface AccountStore {
  /** Errors: rejects if another account has the e-mail address; so does `changeAccount`. */
  createAccount(account: NewAccount): Promise<Account>
  /**
   * With `search`, only accounts with this text in the name, id, plan or e-mail address, whatever
   * the case of letters.
   */
  listAccounts(page: ListPage & { readonly search?: string | undefined }): Promise<Account[]>
  findAccount(id: string): Promise<Account | undefined>
  /** The account with an e-mail address, which is in lower case. */
  findAccountByEmail(email: string): Promise<Account | undefined>
  /**
   * Undefined if there is no such account. Another e-mail address ends the sessions that began by
   * the former one.
   */
  changeAccount(id: string, changes: AccountChanges): Promise<Account | undefined>
  /**
   * Deletes an account with its keys and sign-ins; its usage stays. False if there is no such
   * account.
   *
   * Errors  rejects if new keys keep being created for it
   */
  deleteAccount(id: string): Promise<boolean>
  /** Stores `keyHash` (lower-case hex SHA-256 of the key text), never the text. */
  createKey(key: NewKey, keyHash: string): Promise<Key>
  listKeys(page: ListPage & { readonly accountId?: string | undefined }): Promise<ListedKey[]>
  /** Number of an account's keys, including revoked ones. */
  countKeys(accountId: string): Promise<number>
  /**
   * Size in bytes of the allowlists of an account's keys, as JSON; reads at most `maxKeys` keys.
   */
  allowlistBytes(accountId: string, maxKeys: number): Promise<number>
  findKey(id: string): Promise<Key | undefined>
  changeKey(id: string, changes: KeyChanges): Promise<Key | undefined>
  revokeKey(id: string): Promise<Key | undefined>
  /** Deletes a key; its usage stays. False if there is no such key. */
  deleteKey(id: string): Promise<boolean>
  /**
   * Finds a key by its hash, for the request path. Revoked keys, and keys past `revokesAt`, are not
   * found.
   */
  findByKeyHash(keyHash: string): Promise<{ key: Key; account: Account } | undefined>
}
