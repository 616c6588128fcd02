import type { Account, Key, ListedKey } from '../../accounts/account.js'
import type { ListPage } from '../../accounts/account-store.js'
import { createdIn } from '../../accounts/key-text.js'
import type { OperationDeps, Words } from '../operation-deps.js'
import { malformed, OperationError } from '../operation-error.js'

/** Last use of a key (ISO 8601, to about a minute); null if never used. */
interface LastUse {
  readonly lastUsedAt: string | null
}

/** A key with its last use. `hasSecret` replaces the secret's hash. */
export interface ShownKey extends Omit<Key, 'secretHash'>, LastUse {
  readonly hasSecret: boolean
}

/** A key of a list, with its last use. */
export interface ListedKeyUse extends ListedKey, LastUse {}

/** Adds the last use to a key and removes the hash of its secret. */
export const shownKey = async ({ store }: OperationDeps, { secretHash, ...key }: Key): Promise<ShownKey> => {
  const uses = await store.usage.keyUses([key.id])
  return { ...key, hasSecret: secretHash !== undefined, lastUsedAt: uses.get(key.id) ?? null }
}

export const listedKeys = async (
  { store }: OperationDeps,
  page: ListPage & { readonly accountId?: string | undefined },
): Promise<ListedKeyUse[]> => {
  const keys = await store.accounts.listKeys(page)
  const uses = await store.usage.keyUses(keys.map(({ id }) => id))
  return keys.map((key) => ({ ...key, lastUsedAt: uses.get(key.id) ?? null }))
}

/** Says that an id is unknown. People paste a key's text by mistake: it is not repeated. */
const unknownId = (what: 'account' | 'key', id: string): string =>
  id.startsWith('tgk_')
    ? `this is the text of a key, the id of ${what === 'key' ? 'one begins with key_' : 'an account begins with acc_'}`
    : `there is no ${what} ${id}`

/** Error for an unknown account; `id` is any text that was given. */
export const noAccount = (words: Words, id: string): OperationError =>
  new OperationError('not-found', `${unknownId('account', id)}; ${words.operation('account.list')} shows them`)

/** Error for an unknown key. */
export const noKey = (words: Words, id: string): OperationError =>
  new OperationError('not-found', `${unknownId('key', id)}; ${words.operation('key.list')} shows them`)

/** Deletion is final, so it needs the id and `yes`. Errors: `malformed`. */
export const checkConfirmed = (words: Words, isConfirmed: boolean | undefined): void => {
  if (isConfirmed !== true) throw malformed(`deleting cannot be undone: add ${words.param('yes')} to go on`)
}

/** The account of an id. Errors: `not-found`. */
export const theAccount = async (
  { store, words }: Pick<OperationDeps, 'store' | 'words'>,
  id: string,
): Promise<Account> => {
  const account = await store.accounts.findAccount(id)
  if (account === undefined) throw noAccount(words, id)
  return account
}

/**
 * Refuses an unknown account of which nothing was found. Usage, errors, latencies and changes
 * outlive their account, so what was found needs no account. Errors: `not-found`.
 */
export const checkOwner = async (
  deps: Pick<OperationDeps, 'store' | 'words'>,
  accountId: string | undefined,
  found: readonly unknown[],
): Promise<void> => {
  if (accountId !== undefined && found.length === 0) await theAccount(deps, accountId)
}

/** The key of an id. Errors: `not-found`. */
export const theKey = async ({ store, words }: Pick<OperationDeps, 'store' | 'words'>, id: string): Promise<Key> => {
  const key = await store.accounts.findKey(id)
  if (key === undefined) throw noKey(words, id)
  return key
}

/** The place of a deleted record in a list. Errors: `missing` if the id does not say it. */
export const placeOfDeleted = (
  { nowMs }: OperationDeps,
  [kind, id]: readonly ['acc' | 'key', string],
  missing: OperationError,
): NonNullable<ListPage['after']> => {
  const createdMs = createdIn(kind, id, nowMs())
  if (createdMs === undefined) throw missing
  return { id, createdAt: new Date(createdMs).toISOString() }
}
