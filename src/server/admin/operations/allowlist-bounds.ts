import type { Key } from '../../accounts/account.js'
import { OperationError } from '../operation-error.js'
import type { Operator } from '../operator.js'

/** What the allowlists of a key take together, in bytes of JSON: a thousand contract addresses, and room for the other lists. */
const MAX_KEY_BYTES = 65_536
/** What those of all keys take, where the holder of the account makes them. */
const MAX_ACCOUNT_BYTES = 4_194_304
/** No holder has more keys; an operator may make more, of which no more are looked at. */
const MAX_KEYS_LOOKED_AT = 1_000

/** The allowlists of a key. */
export type Allowlists = Pick<Key, 'allowedMethods' | 'allowedContracts' | 'allowedOrigins' | 'allowedSources'>

const bytesOf = ({ allowedMethods, allowedContracts, allowedOrigins, allowedSources }: Allowlists): number =>
  [allowedMethods, allowedContracts, allowedOrigins, allowedSources].reduce(
    (sum, list) => sum + (list.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(list))),
    0,
  )

/** Every call with a key has its lists in memory. Errors: `refused` for lists that take more than a key's may. */
export const checkKeyAllowlists = (lists: Allowlists): void => {
  const bytes = bytesOf(lists)
  if (bytes <= MAX_KEY_BYTES) return
  throw new OperationError(
    'refused',
    `the allowlists of a key take at most ${MAX_KEY_BYTES} bytes together, as JSON; these take ${bytes}`,
  )
}

/** A holder who scripts the page would fill the store, else. `former`: the lists that these take the place of. Errors: `refused`. */
export const checkAccountAllowlists = async (
  { store, actor }: Operator,
  accountId: string,
  lists: Allowlists,
  former?: Allowlists,
): Promise<void> => {
  const added = bytesOf(lists) - (former === undefined ? 0 : bytesOf(former))
  if (actor.via !== 'dashboard' || actor.name === 'operator' || added <= 0) return
  const bytes = await store.accounts.allowlistBytes(accountId, MAX_KEYS_LOOKED_AT)
  if (bytes + added <= MAX_ACCOUNT_BYTES) return
  throw new OperationError(
    'refused',
    `the allowlists of an account's keys take at most ${MAX_ACCOUNT_BYTES} bytes together, as JSON, those of keys that are revoked included: shorten some, or ask the operator to delete keys`,
  )
}
