import type { Key } from '../../accounts/account.js'
import type { OperationDeps } from '../operation-deps.js'
import { refused } from '../operation-error.js'

/** Bytes of JSON of a key's four allowlists: room for a thousand contract addresses and more. */
const MAX_KEY_BYTES = 65_536
/** Bytes of JSON of the allowlists of all keys of an account, for keys made by its holder. */
const MAX_ACCOUNT_BYTES = 4_194_304
/** The most keys of a holder. The sum ignores keys that an operator adds beyond. */
const MAX_KEYS_READ = 1_000

export type Allowlists = Pick<Key, 'allowedMethods' | 'allowedContracts' | 'allowedOrigins' | 'allowedSources'>

const bytesOf = ({ allowedMethods, allowedContracts, allowedOrigins, allowedSources }: Partial<Allowlists>): number =>
  [allowedMethods, allowedContracts, allowedOrigins, allowedSources].reduce(
    (sum, list = []) => sum + (list.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(list))),
    0,
  )

/** Bounds the lists that each call with the key holds in memory. Errors: `refused`. */
export const checkKeyAllowlists = (lists: Partial<Allowlists>): void => {
  const bytes = bytesOf(lists)
  if (bytes <= MAX_KEY_BYTES) return
  throw refused(`the allowlists of a key take at most ${MAX_KEY_BYTES} bytes together, as JSON; these take ${bytes}`)
}

/**
 * Bounds the bytes that a holder who scripts the page can put into the store.
 *
 * `former`  the key's lists before the change
 * Errors    `refused`
 */
export const checkAccountAllowlists = async (
  { store, actor }: OperationDeps,
  accountId: string,
  lists: Allowlists,
  former?: Allowlists,
): Promise<void> => {
  const added = bytesOf(lists) - (former === undefined ? 0 : bytesOf(former))
  if (actor.via !== 'dashboard' || actor.name === 'operator' || added <= 0) return
  const bytes = await store.accounts.allowlistBytes(accountId, MAX_KEYS_READ)
  if (bytes + added <= MAX_ACCOUNT_BYTES) return
  throw refused(
    `the allowlists of an account's keys take at most ${MAX_ACCOUNT_BYTES} bytes together, as JSON, those of keys that are revoked included: shorten some, or ask the operator to delete keys`,
  )
}
