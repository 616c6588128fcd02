import type { Account, Plan } from '../../accounts/account.js'
import type { AccountChanges, ListPage } from '../../accounts/account-store.js'
import { toEmail } from '../../accounts/email.js'
import { limitsOf } from '../../accounts/entitlement.js'
import { oneLine } from '../../accounts/one-line.js'
import { methodRowsOf, tooSlow } from '../../config/method-rows.js'
import { dayOf } from '../../credits/day.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { malformed, refused } from '../operation-error.js'
import { hasAll, type OrUnchanged, Unchanged } from '../unchanged.js'
import { checkNames, checkOneLine } from './names.js'
import { checkConfirmed, listedKeys, noAccount, placeOfDeleted, theAccount } from './records.js'
import { usedOn } from './usage.js'

/** The given e-mail address in lower case; null takes it away. Errors: `malformed`. */
const readEmail = ({ words }: OperationDeps, given: string | null | undefined): string | null | undefined => {
  if (given == null) return given
  const email = toEmail(given)
  if (email !== undefined) return email
  throw malformed(`${words.param('email')} must be an e-mail address, such as ann@example.com, not "${given}"`)
}

/** Writes an account. Errors: `refused` if another account has its e-mail address. */
const withOwnEmail = async <T>(
  { store }: OperationDeps,
  { id, email }: { readonly id?: string; readonly email: string | null | undefined },
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    // Only the store can tell: another process may write the same address at the same time.
    const owner = email == null ? undefined : await store.accounts.findAccountByEmail(email)
    if (owner === undefined || owner.id === id) throw error
    throw refused(`account ${owner.id} (${oneLine(owner.name)}) has the e-mail address ${email} already`)
  }
}

const createAccount = async (deps: OperationDeps, params: ParamsOf<'account.create'>): Promise<Account> => {
  const plan = thePlan(deps, params.plan)
  const { name, failover = false, dailyCredits, creditsPerSecond } = params
  const email = readEmail(deps, params.email)
  const account = {
    name: checkOneLine(deps.words, 'name', name),
    plan: plan.name,
    isFailoverOn: failover,
    ...(email == null ? {} : { email }),
    ...(dailyCredits === undefined ? {} : { dailyCredits }),
    ...(creditsPerSecond === undefined ? {} : { creditsPerSecond }),
  }
  checkSpeed(deps, creditsPerSecond)
  checkTerms(deps, plan, account)
  return withOwnEmail(deps, { email }, () => deps.store.accounts.createAccount(account))
}

const PAGE_ACCOUNTS = 500

const placeOfAccount = async (deps: OperationDeps, id: string): Promise<ListPage['after']> =>
  (await deps.store.accounts.findAccount(id)) ?? placeOfDeleted(deps, ['acc', id], noAccount(deps.words, id))

/** Lists accounts, the oldest first. */
const listAccounts = async (
  deps: OperationDeps,
  { search, after: afterId, limit = PAGE_ACCOUNTS }: ParamsOf<'account.list'>,
): Promise<Account[]> => {
  const after = afterId === undefined ? undefined : await placeOfAccount(deps, afterId)
  return deps.store.accounts.listAccounts({ after, limit, search })
}

const SHOWN_KEYS = 100

const showAccount = async (deps: OperationDeps, { id }: { readonly id: string }): Promise<ResultOf<'account.show'>> => {
  const { config, store } = deps
  const account = await theAccount(deps, id)
  const plan = config.plans.get(account.plan)
  const { dailyCredits = 0, creditsPerSecond = 0 } = plan === undefined ? {} : limitsOf(account, plan)
  const usedToday = await usedOn(store, account.id, dayOf(deps.nowMs()))
  const keys = await listedKeys(deps, { accountId: account.id, limit: SHOWN_KEYS })
  const keyCount = await store.accounts.countKeys(account.id)
  return { ...account, limits: { dailyCredits, creditsPerSecond }, usedToday, keys, keyCount }
}

/** Changes an account; running gateways see it within a second. */
const setAccount = async (deps: OperationDeps, params: ParamsOf<'account.set'>): Promise<OrUnchanged<Account>> => {
  const email = readEmail(deps, params.email)
  const changes: AccountChanges = {
    ...(params.plan !== undefined && { plan: params.plan }),
    ...(email !== undefined && { email }),
    ...(params.failover !== undefined && { isFailoverOn: params.failover }),
    ...(params.suspended !== undefined && { isSuspended: params.suspended }),
    ...(params.dailyCredits !== undefined && { dailyCredits: params.dailyCredits }),
    ...(params.creditsPerSecond !== undefined && { creditsPerSecond: params.creditsPerSecond }),
  }
  const names = Object.keys(changes)
  if (names.length === 0) {
    throw malformed(`nothing to change: give at least one ${deps.words.aParam}`)
  }
  const before = await theAccount(deps, params.id)
  if (!names.every((name) => needsNoPlan(name, changes))) checkChanges(deps, before, changes)
  if (hasAll(before, changes)) return new Unchanged(before)
  const change = () => deps.store.accounts.changeAccount(before.id, changes)
  const changed = await withOwnEmail(deps, { id: before.id, email }, change)
  // It was deleted in the meantime.
  if (changed === undefined) throw noAccount(deps.words, before.id)
  return changed
}

/** Changes that an account can have whose plan left the configuration, or lost failover. */
const needsNoPlan = (name: string, { isFailoverOn }: AccountChanges): boolean =>
  name === 'isSuspended' || name === 'email' || (name === 'isFailoverOn' && isFailoverOn === false)

const checkChanges = (deps: OperationDeps, before: Account, changes: AccountChanges): void => {
  const plan = thePlan(deps, changes.plan ?? before.plan)
  checkSpeed(deps, changes.creditsPerSecond)
  const dailyCredits = changes.dailyCredits === undefined ? before.dailyCredits : changes.dailyCredits
  const creditsPerSecond = changes.creditsPerSecond === undefined ? before.creditsPerSecond : changes.creditsPerSecond
  const isFailoverOn = changes.isFailoverOn ?? before.isFailoverOn
  if (isFailoverOn && !plan.failover && changes.isFailoverOn === undefined) {
    const failover = deps.words.param('failover')
    throw refused(`plan ${plan.name} does not include failover protection, which is on: add ${failover} off`)
  }
  checkTerms(deps, plan, {
    isFailoverOn,
    ...(dailyCredits == null ? {} : { dailyCredits }),
    ...(creditsPerSecond == null ? {} : { creditsPerSecond }),
  })
}

/**
 * Deletes an account, its keys and its holder's sign-ins; running gateways refuse its calls within
 * a second. Its usage stays.
 */
const deleteAccount = async (
  deps: OperationDeps,
  { id, yes }: ParamsOf<'account.delete'>,
): Promise<ResultOf<'account.delete'>> => {
  const { store, words } = deps
  checkConfirmed(words, yes)
  const { name } = await theAccount(deps, id)
  const keys = await store.accounts.countKeys(id)
  if (!(await store.accounts.deleteAccount(id))) throw noAccount(words, id)
  return { id, name, keys }
}

export const accountMethods = {
  'account.create': createAccount,
  'account.list': listAccounts,
  'account.show': showAccount,
  'account.set': setAccount,
  'account.delete': deleteAccount,
}

/** The configured plan of a name. Errors: `unknown-name`. */
const thePlan = ({ config: { plans } }: OperationDeps, name: string): Plan => {
  checkNames('plan', [name], [...plans.keys()])
  return plans.get(name)!
}

type Terms = Pick<Account, 'isFailoverOn' | 'dailyCredits' | 'creditsPerSecond'>

/** Refuses a throttle that some method can never pass; undefined and null: none is given. */
const checkSpeed = ({ config, words }: OperationDeps, creditsPerSecond: number | null | undefined): void => {
  const slowness = creditsPerSecond == null ? undefined : tooSlow(creditsPerSecond, methodRowsOf(config))
  if (slowness !== undefined) throw refused(`${words.param('creditsPerSecond')} ${slowness}`)
}

/** Refuses terms that a plan cannot have: no limits at all, failover. */
const checkTerms = ({ words }: OperationDeps, plan: Plan, terms: Terms): void => {
  const limits = limitsOf(terms, plan)
  const missing = (['dailyCredits', 'creditsPerSecond'] as const).filter((name) => limits[name] === undefined)
  if (missing.length > 0) {
    const names = missing.map((name) => words.param(name)).join(' and ')
    throw refused(`plan ${plan.name} leaves limits to each account: give ${names}`)
  }
  if (terms.isFailoverOn && !plan.failover) {
    throw refused(`plan ${plan.name} does not include failover protection`)
  }
}
