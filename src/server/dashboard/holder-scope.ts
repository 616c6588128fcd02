import { type HolderRule, readAdminDocument } from '../admin/document.js'
import type { OperationDeps } from '../admin/operation-deps.js'
import { malformed, refused } from '../admin/operation-error.js'
import { noAccount, noKey } from '../admin/operations/records.js'

/** Params of an operation as received, unchecked. */
export type RawParams = Readonly<Record<string, unknown>>

type ScopeDeps = Pick<OperationDeps, 'store' | 'words'>

/** Stops a holder who scripts the page from filling the store with keys. */
const MAX_KEYS = 1_000

const textAt = (params: RawParams, name: string): string => {
  const value = params[name]
  if (typeof value !== 'string') throw malformed(`${name} must be a text`)
  return value
}

/** Other accounts do not exist for a holder, whether they really exist or not. */
const expectOwnAccount = (id: string, accountId: string, { words }: ScopeDeps): void => {
  if (id !== accountId) throw noAccount(words, id)
}

const expectOwnKey = async (id: string, accountId: string, { store, words }: ScopeDeps): Promise<void> => {
  const key = await store.accounts.findKey(id)
  if (key?.accountId !== accountId) throw noKey(words, id)
}

/** Revoked keys count too, because they stay in the store. */
const expectRoom = async (accountId: string, { store }: ScopeDeps): Promise<void> => {
  if ((await store.accounts.countKeys(accountId)) < MAX_KEYS) return
  throw refused(
    `an account has at most ${MAX_KEYS} keys, those that are revoked included: ask the operator to delete some`,
  )
}

/** The holder of a suspended account may read and revoke, and change nothing else. */
const expectNotSuspended = async (accountId: string, { store }: ScopeDeps): Promise<void> => {
  const account = await store.accounts.findAccount(accountId)
  if (account?.isSuspended !== true) return
  throw refused(
    'the account is suspended: its keys can be looked at and revoked, nothing else can be changed; ask the operator',
  )
}

const expectOnly = (allowed: readonly string[], params: RawParams): void => {
  const strange = Object.keys(params).find((name) => !allowed.includes(name))
  if (strange !== undefined) throw refused(`${strange} is for the operator to change`)
}

const paramsWithin = async (
  { account, key, mayBeLeftOut, params: allowed, addsKey }: HolderRule,
  isForActiveOnly: boolean,
  given: RawParams,
  accountId: string,
  from: ScopeDeps,
): Promise<RawParams> => {
  if (allowed !== undefined) expectOnly(allowed, given)
  const isFilled = account !== undefined && mayBeLeftOut && given[account] === undefined
  const params = isFilled ? { ...given, [account]: accountId } : given
  if (account !== undefined) expectOwnAccount(textAt(params, account), accountId, from)
  if (key !== undefined) await expectOwnKey(textAt(params, key), accountId, from)
  if (isForActiveOnly) await expectNotSuspended(accountId, from)
  if (addsKey) await expectRoom(accountId, from)
  return params
}

/**
 * Checks that an account holder may run an operation, and returns the params allowed to him, by the
 * rules of openrpc.admin.json.
 *
 * Errors  undefined for an operation that holders do not have; OperationError for another's record,
 *         as if it did not exist
 */
export const holderParams = (
  name: string,
  params: RawParams,
  accountId: string,
  from: ScopeDeps,
): Promise<RawParams> | undefined => {
  const method = readAdminDocument().methods.find((one) => one.name === name)
  const rule = method?.['x-holder']
  if (method === undefined || rule === undefined) return undefined
  const isForActiveOnly = method['x-changes'] !== false && rule.whileSuspended !== true
  return paramsWithin(rule, isForActiveOnly, params, accountId, from)
}
