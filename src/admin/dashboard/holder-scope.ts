import type { AdminParams } from '../../../generated/admin.js'
import { OperationError } from '../operation-error.js'
import { noAccount, noKey } from '../operations/records.js'
import type { Operator } from '../operator.js'

/** Params of an operation as they came, checked against nothing yet. */
export type RawParams = Readonly<Record<string, unknown>>

type ScopeParts = Pick<Operator, 'store' | 'words'>
type HolderRule = (params: RawParams, accountId: string, from: ScopeParts) => RawParams | Promise<RawParams>

/** A holder who scripts the page fills the store with keys, else. */
const MAX_KEYS = 1_000

const textAt = (params: RawParams, name: string): string => {
  const value = params[name]
  if (typeof value !== 'string') throw new OperationError('malformed', `${name} must be a text`)
  return value
}

/** The account must be the holder's own; another one is not there for him, whether it exists or not. */
const ownAt =
  (name: string): HolderRule =>
  (params, accountId, { words }) => {
    const id = textAt(params, name)
    if (id !== accountId) throw noAccount(words, id)
    return params
  }

/** The same, where the operator may leave the account out. */
const ownOnly: HolderRule = (params, accountId, from) =>
  params.account === undefined ? { ...params, account: accountId } : ownAt('account')(params, accountId, from)

const ownKey: HolderRule = async (params, accountId, { store, words }) => {
  const id = textAt(params, 'id')
  const key = await store.accounts.findKey(id)
  if (key?.accountId !== accountId) throw noKey(words, id)
  return params
}

/** The same, for what adds a key: also those count that are revoked, for they stay in the store. */
const newKey =
  (rule: HolderRule): HolderRule =>
  async (params, accountId, from) => {
    const own = await rule(params, accountId, from)
    const { length } = await from.store.accounts.listKeys(accountId)
    if (length < MAX_KEYS) return own
    throw new OperationError(
      'refused',
      `an account has at most ${MAX_KEYS} keys, those that are revoked included: ask the operator to delete some`,
    )
  }

/** Of his account the holder switches failover on and off; the plan, the limits and the suspension are the operator's. */
const ownSwitch: HolderRule = (params, accountId, from) => {
  const strange = Object.keys(params).find((name) => name !== 'id' && name !== 'failover')
  if (strange !== undefined) throw new OperationError('refused', `${strange} is for the operator to change`)
  return ownAt('id')(params, accountId, from)
}

/** What the holder of an account may do, and with what: his own. Undefined: nothing. */
const RULES: Readonly<Record<keyof AdminParams, HolderRule | undefined>> = {
  'account.create': undefined,
  'account.list': undefined,
  'account.show': ownAt('id'),
  'account.set': ownSwitch,
  'account.delete': undefined,
  'account.invite': undefined,
  'operator.invite': undefined,
  'key.create': newKey(ownAt('account')),
  'key.list': ownOnly,
  'key.set': ownKey,
  'key.rotate': newKey(ownKey),
  'key.revoke': ownKey,
  'key.delete': undefined,
  usage: ownAt('account'),
  errors: ownAt('account'),
  forwarded: ownOnly,
  audit: ownOnly,
  status: undefined,
  upstreams: undefined,
  'upstreams.cordon': undefined,
  'upstreams.uncordon': undefined,
  'contract.print': (params) => params,
}

/**
 * Whether an operation is there for the holder of an account, and its params as he may use them.
 *
 * Errors  undefined for an operation that is not a holder's; OperationError for what is another's, in the words for what does not exist
 */
export const holderParams = (
  method: string,
  params: RawParams,
  accountId: string,
  from: ScopeParts,
): Promise<RawParams> | undefined => {
  const rule = Object.hasOwn(RULES, method) ? RULES[method as keyof AdminParams] : undefined
  return rule === undefined ? undefined : (async () => rule(params, accountId, from))()
}
