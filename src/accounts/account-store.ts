import type { Account, Key } from './account.js'

export type NewAccount = Pick<Account, 'name' | 'plan' | 'isFailoverOn'> & Pick<Partial<Account>, 'dailyCredits' | 'creditsPerSecond'>
export type AccountChanges = Partial<Omit<Account, 'id' | 'name' | 'createdAt'>>
export type NewKey = Omit<Key, 'id' | 'isRevoked' | 'createdAt'>
export type KeyChanges = Partial<Omit<Key, 'id' | 'accountId' | 'isRevoked' | 'createdAt'>>

/** Where accounts and keys are kept; implemented in storage/, used by the command line and, read-only, by the request path. */
export interface AccountStore {
  createAccount(account: NewAccount): Promise<Account>
  listAccounts(): Promise<Account[]>
  findAccount(id: string): Promise<Account | undefined>
  /** Undefined when there is no such account. */
  changeAccount(id: string, changes: AccountChanges): Promise<Account | undefined>
  /** Keeps `keyHash` (lower-case hex SHA-256 of the key text) and nothing else of the text. */
  createKey(key: NewKey, keyHash: string): Promise<Key>
  listKeys(accountId?: string): Promise<Key[]>
  findKey(id: string): Promise<Key | undefined>
  changeKey(id: string, changes: KeyChanges): Promise<Key | undefined>
  revokeKey(id: string): Promise<Key | undefined>
  /** The request path's one question: whose key has this hash? Revoked keys are not found. */
  findByKeyHash(keyHash: string): Promise<{ key: Key; account: Account } | undefined>
}
