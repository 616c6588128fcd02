import type { Account, Key, ListedKey } from './account.js'

/** The members that may be taken away again are changed with null. */
type OrNull<T> = { [Name in keyof T]: T[Name] | null }

/** What is said of an account when it is made; its id and its moment the store adds. */
export type NewAccount = Pick<Account, 'name' | 'plan' | 'isFailoverOn'> &
  Pick<Partial<Account>, 'dailyCredits' | 'creditsPerSecond'>
/** What may change about an account; null takes a limit of its own away. */
export type AccountChanges = Partial<Pick<Account, 'plan' | 'isFailoverOn' | 'isSuspended'>> &
  Partial<OrNull<Required<Pick<Account, 'dailyCredits' | 'creditsPerSecond'>>>>
/** What is said of a key when it is made. */
export type NewKey = Omit<Key, 'id' | 'isRevoked' | 'revokesAt' | 'createdAt' | 'requiresToken'> &
  Pick<Partial<Key>, 'requiresToken'>
/** What may change about a key; null takes a limit or its end away. Lists are replaced whole. */
export type KeyChanges = Partial<Omit<NewKey, 'accountId' | 'dailyLimit' | 'creditsPerSecond' | 'secretHash'>> &
  Partial<OrNull<Required<Pick<Key, 'dailyLimit' | 'creditsPerSecond' | 'revokesAt'>>>>

/** One page of a list, the oldest first: at most `limit` records that follow `after`. */
export interface ListPage {
  readonly after?: { readonly createdAt: string; readonly id: string } | undefined
  readonly limit: number
}

/**
 * Where accounts and keys are kept; implemented in storage/, used by the command line and,
 * read-only, by the request path.
 */
export interface AccountStore {
  createAccount(account: NewAccount): Promise<Account>
  listAccounts(page: ListPage): Promise<Account[]>
  findAccount(id: string): Promise<Account | undefined>
  /** Undefined when there is no such account. */
  changeAccount(id: string, changes: AccountChanges): Promise<Account | undefined>
  /**
   * Deletes an account with its keys and sign-ins; what it used stays. False when there is no such
   * account.
   *
   * Errors  rejects when keys are made for it all the time
   */
  deleteAccount(id: string): Promise<boolean>
  /** Keeps `keyHash` (lower-case hex SHA-256 of the key text) and nothing else of the text. */
  createKey(key: NewKey, keyHash: string): Promise<Key>
  /** Keys of one account, or of all. */
  listKeys(page: ListPage & { readonly accountId?: string | undefined }): Promise<ListedKey[]>
  /** How many keys an account has, the revoked ones included. */
  countKeys(accountId: string): Promise<number>
  /**
   * Bytes of JSON that the allowlists of an account's keys take; it reads `maxKeys` keys at most.
   */
  allowlistBytes(accountId: string, maxKeys: number): Promise<number>
  findKey(id: string): Promise<Key | undefined>
  changeKey(id: string, changes: KeyChanges): Promise<Key | undefined>
  revokeKey(id: string): Promise<Key | undefined>
  /** Forgets a key; what it used stays. False when there is no such key. */
  deleteKey(id: string): Promise<boolean>
  /**
   * The request path's one question: whose key has this hash? Revoked keys, and those whose
   * `revokesAt` has passed, are not found.
   */
  findByKeyHash(keyHash: string): Promise<{ key: Key; account: Account } | undefined>
}
