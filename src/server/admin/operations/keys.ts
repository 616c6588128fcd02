import type { Key } from '../../accounts/account.js'
import type { ListPage, NewKey } from '../../accounts/account-store.js'
import { createKeyText } from '../../accounts/key-text.js'
import { createKeySecret, hashSecret } from '../../accounts/secrets.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { malformed, refused } from '../operation-error.js'
import { hasAll, type OrUnchanged, Unchanged } from '../unchanged.js'
import { checkAccountAllowlists, checkKeyAllowlists } from './allowlist-bounds.js'
import { checkSettings, checkSpeed, type KeySettings, SPEED_NAMES } from './key-settings.js'
import { keyUrls } from './key-urls.js'
import {
  checkConfirmed,
  type ListedKeyUse,
  listedKeys,
  noKey,
  placeOfDeleted,
  type ShownKey,
  shownKey,
  theAccount,
  theKey,
} from './records.js'

const DAY_SECONDS = 86_400
const MAX_GRACE_SECONDS = 366 * DAY_SECONDS

/** Default time for which a rotated key keeps working. */
const DEFAULT_GRACE_SECONDS = DAY_SECONDS

/** Creates a key; the store keeps only its hash. */
const createKey = async (deps: OperationDeps, params: ParamsOf<'key.create'>): Promise<ResultOf<'key.create'>> => {
  const { account: accountId, secret = false, ...settings } = params
  const { dailyLimit, creditsPerSecond, revokesAt: _, ...checked } = checkSettings(deps, settings)
  checkSpeed(deps, settings)
  checkProofs(deps, secret, settings.token === true)
  const account = await theAccount(deps, accountId)
  const made = {
    accountId: account.id,
    label: '',
    networks: [],
    allowedMethods: [],
    allowedContracts: [],
    allowedOrigins: [],
    allowedSources: [],
    ...checked,
    ...(dailyLimit == null ? {} : { dailyLimit }),
    ...(creditsPerSecond == null ? {} : { creditsPerSecond }),
  }
  checkKeyAllowlists(made)
  return keep(deps, made, secret)
}

const keep = async (
  deps: OperationDeps,
  settings: Omit<NewKey, 'secretHash'>,
  hasSecret: boolean,
): Promise<ResultOf<'key.create'>> => {
  const { store, config, baseUrl, randomBytes } = deps
  await checkAccountAllowlists(deps, settings.accountId, settings)
  const key = createKeyText(randomBytes)
  const urls = keyUrls(config, settings.networks, key, baseUrl)
  if (!hasSecret) return { id: (await store.accounts.createKey(settings, hashSecret(key))).id, key, urls }
  const secret = createKeySecret(randomBytes)
  const { id } = await store.accounts.createKey({ ...settings, secretHash: hashSecret(secret) }, hashSecret(key))
  return { id, key, secret, urls }
}

const PAGE_KEYS = 200

/** A key of another account is one that does not exist. */
const placeOfKey = async (deps: OperationDeps, id: string, accountId?: string): Promise<ListPage['after']> => {
  const key = await deps.store.accounts.findKey(id)
  if (key !== undefined && key.accountId !== (accountId ?? key.accountId)) throw noKey(deps.words, id)
  return key ?? placeOfDeleted(deps, ['key', id], noKey(deps.words, id))
}

/** Lists keys without their allowlists, the oldest first. The store does not know their texts. */
const listKeys = async (
  deps: OperationDeps,
  { account, after: afterId, limit = PAGE_KEYS }: ParamsOf<'key.list'>,
): Promise<ListedKeyUse[]> => {
  const accountId = account === undefined ? undefined : (await theAccount(deps, account)).id
  const after = afterId === undefined ? undefined : await placeOfKey(deps, afterId, accountId)
  return listedKeys(deps, { accountId, after, limit })
}

const showKey = async (deps: OperationDeps, { id }: { readonly id: string }): Promise<ShownKey> =>
  shownKey(deps, await theKey(deps, id))

/** Ends a key for good; running gateways refuse it within a second. */
const revokeKey = async (deps: OperationDeps, { id }: { readonly id: string }): Promise<OrUnchanged<ShownKey>> => {
  const key = await theKey(deps, id)
  if (key.isRevoked) return new Unchanged(await shownKey(deps, key))
  const revoked = await deps.store.accounts.revokeKey(key.id)
  // It was deleted in the meantime.
  if (revoked === undefined) throw noKey(deps.words, id)
  return shownKey(deps, revoked)
}

/**
 * Deletes a key; running gateways refuse it within a second. Its usage stays. Returns the deleted
 * key.
 */
const deleteKey = async (deps: OperationDeps, { id, yes }: ParamsOf<'key.delete'>): Promise<ShownKey> => {
  checkConfirmed(deps.words, yes)
  const was = await shownKey(deps, await theKey(deps, id))
  if (!(await deps.store.accounts.deleteKey(id))) throw noKey(deps.words, id)
  return was
}

const ALLOWLIST_NAMES = ['allowedMethods', 'allowedContracts', 'allowedOrigins', 'allowedSources'] as const

/** Changes what a key may do. Errors: `refused` for a revoked key. */
const setKey = async (
  deps: OperationDeps,
  { id, ...settings }: KeySettings & { readonly id: string },
): Promise<OrUnchanged<ShownKey>> => {
  const changes = checkSettings(deps, settings)
  if (Object.keys(changes).length === 0) {
    throw malformed(`nothing to change: give at least one ${deps.words.aParam}`)
  }
  const key = await theKey(deps, id)
  if (key.isRevoked) throw refused(`key ${id} is revoked`)
  if (SPEED_NAMES.some((name) => changes[name] !== undefined)) checkSpeed(deps, { ...key, ...changes })
  checkProofs(deps, key.secretHash !== undefined, changes.requiresToken === true)
  if (hasAll(key, changes)) return new Unchanged(await shownKey(deps, key))
  if (ALLOWLIST_NAMES.some((name) => changes[name] !== undefined)) {
    const lists = { ...key, ...changes }
    checkKeyAllowlists(lists)
    await checkAccountAllowlists(deps, key.accountId, lists, key)
  }
  const changed = await deps.store.accounts.changeKey(id, changes)
  // It was deleted in the meantime.
  if (changed === undefined) throw noKey(deps.words, id)
  return shownKey(deps, changed)
}

/** Both use Authorization, which a request has only once (RFC 9110, section 5.3). */
const checkProofs = ({ words }: OperationDeps, hasSecret: boolean, requiresToken: boolean): void => {
  if (hasSecret && requiresToken)
    throw refused(`${words.param('token')} is for keys without a secret: callers can send one of them`)
}

/** Creates a key with the settings of an old one, which keeps working for a while. */
const rotateKey = async (
  deps: OperationDeps,
  { id: oldId, graceSeconds, secret }: ParamsOf<'key.rotate'>,
): Promise<ResultOf<'key.rotate'>> => {
  const { words } = deps
  const grace = graceSeconds ?? DEFAULT_GRACE_SECONDS
  if (grace > MAX_GRACE_SECONDS) {
    throw malformed(`${words.param('graceSeconds')} must be at most ${MAX_GRACE_SECONDS} (a year), not "${grace}"`)
  }
  const old = await theKey(deps, oldId)
  if (old.isRevoked) {
    throw refused(`key ${old.id} is revoked; create a new one with ${words.operation('key.create')}`)
  }
  const { id: _id, isRevoked: _isRevoked, revokesAt: _revokesAt, createdAt: _createdAt, secretHash, ...settings } = old
  checkProofs(deps, secret ?? secretHash !== undefined, old.requiresToken)
  // The new key first: if the second step fails, both work, and no caller is locked out.
  const created = await keep(deps, settings, secret ?? secretHash !== undefined)
  const revokesAt = await endKey(deps, old, grace)
  return { ...created, replaces: old.id, revokesAt, networks: settings.networks }
}

/** Ends a key after the grace period or at its earlier end; resolves with that moment. */
const endKey = async ({ store, nowMs }: OperationDeps, old: Key, graceSeconds: number): Promise<string> => {
  const ownEndMs = old.revokesAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(old.revokesAt)
  const revokesAt = new Date(Math.min(nowMs() + graceSeconds * 1000, ownEndMs)).toISOString()
  if (graceSeconds === 0) await store.accounts.revokeKey(old.id)
  else await store.accounts.changeKey(old.id, { revokesAt })
  return revokesAt
}

export const keyMethods = {
  'key.create': createKey,
  'key.list': listKeys,
  'key.show': showKey,
  'key.set': setKey,
  'key.rotate': rotateKey,
  'key.revoke': revokeKey,
  'key.delete': deleteKey,
}
