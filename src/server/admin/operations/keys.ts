import type { Key } from '../../accounts/account.js'
import type { NewKey } from '../../accounts/account-store.js'
import { createKeyText } from '../../accounts/key-text.js'
import { createKeySecret, hashSecret } from '../../accounts/secrets.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import { OperationError } from '../operation-error.js'
import type { Operator } from '../operator.js'
import { hasAll, type OrUnchanged, Unchanged } from '../unchanged.js'
import { checkAccountAllowlists, checkKeyAllowlists } from './allowlist-bounds.js'
import { checkSettings, checkSpeed, type KeySettings } from './key-settings.js'
import { keyUrls } from './key-urls.js'
import {
  checkConfirmed,
  type ListedKeyUse,
  listedKeys,
  noKey,
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
const createKey = async (operator: Operator, params: ParamsOf<'key.create'>): Promise<ResultOf<'key.create'>> => {
  const { account: accountId, secret = false, ...settings } = params
  const { dailyLimit, creditsPerSecond, revokesAt: _, ...checked } = checkSettings(operator, settings)
  checkSpeed(operator, settings)
  checkProofs(operator, secret, settings.token === true)
  const account = await theAccount(operator, accountId)
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
  return keep(operator, made, secret)
}

const keep = async (
  operator: Operator,
  settings: Omit<NewKey, 'secretHash'>,
  hasSecret: boolean,
): Promise<ResultOf<'key.create'>> => {
  const { store, config, baseUrl, randomBytes } = operator
  await checkAccountAllowlists(operator, settings.accountId, settings)
  const key = createKeyText(randomBytes)
  const urls = keyUrls(config, settings.networks, key, baseUrl)
  if (!hasSecret) return { id: (await store.accounts.createKey(settings, hashSecret(key))).id, key, urls }
  const secret = createKeySecret(randomBytes)
  const { id } = await store.accounts.createKey({ ...settings, secretHash: hashSecret(secret) }, hashSecret(key))
  return { id, key, secret, urls }
}

const PAGE_KEYS = 200

/** Lists keys without their allowlists, the oldest first. The store does not know their texts. */
const listKeys = async (
  operator: Operator,
  { account, after: afterId, limit = PAGE_KEYS }: ParamsOf<'key.list'>,
): Promise<ListedKeyUse[]> => {
  const accountId = account === undefined ? undefined : (await theAccount(operator, account)).id
  const after = afterId === undefined ? undefined : await theKey(operator, afterId)
  if (after !== undefined && after.accountId !== (accountId ?? after.accountId)) throw noKey(operator.words, after.id)
  return listedKeys(operator, { accountId, after, limit })
}

const showKey = async (operator: Operator, { id }: { readonly id: string }): Promise<ShownKey> =>
  shownKey(operator, await theKey(operator, id))

/** Ends a key for good; running gateways refuse it within a second. */
const revokeKey = async (operator: Operator, { id }: { readonly id: string }): Promise<OrUnchanged<ShownKey>> => {
  const key = await theKey(operator, id)
  if (key.isRevoked) return new Unchanged(await shownKey(operator, key))
  return shownKey(operator, (await operator.store.accounts.revokeKey(key.id)) ?? key)
}

/**
 * Deletes a key; running gateways refuse it within a second. Its usage stays. Returns the deleted
 * key.
 */
const deleteKey = async (operator: Operator, { id, yes }: ParamsOf<'key.delete'>): Promise<ShownKey> => {
  checkConfirmed(operator.words, yes)
  const was = await shownKey(operator, await theKey(operator, id))
  if (!(await operator.store.accounts.deleteKey(id))) throw noKey(operator.words, id)
  return was
}

const ALLOWLIST_NAMES = ['allowedMethods', 'allowedContracts', 'allowedOrigins', 'allowedSources'] as const

/** Changes what a key may do. Errors: `refused` for a revoked key. */
const setKey = async (
  operator: Operator,
  { id, ...settings }: KeySettings & { readonly id: string },
): Promise<OrUnchanged<ShownKey>> => {
  const changes = checkSettings(operator, settings)
  if (Object.keys(changes).length === 0) {
    throw new OperationError('malformed', `nothing to change: give at least one ${operator.words.aParam}`)
  }
  const key = await theKey(operator, id)
  if (key.isRevoked) throw new OperationError('refused', `key ${id} is revoked`)
  checkSpeed(operator, { ...key, ...changes })
  checkProofs(operator, key.secretHash !== undefined, changes.requiresToken === true)
  if (hasAll(key, changes)) return new Unchanged(await shownKey(operator, key))
  if (ALLOWLIST_NAMES.some((name) => changes[name] !== undefined)) {
    const lists = { ...key, ...changes }
    checkKeyAllowlists(lists)
    await checkAccountAllowlists(operator, key.accountId, lists, key)
  }
  return shownKey(operator, (await operator.store.accounts.changeKey(id, changes)) ?? key)
}

/** Both use Authorization, which a request has only once (RFC 9110, section 5.3). */
const checkProofs = ({ words }: Operator, hasSecret: boolean, requiresToken: boolean): void => {
  if (hasSecret && requiresToken)
    throw new OperationError(
      'refused',
      `${words.param('token')} is for keys without a secret: callers can send one of them`,
    )
}

/** Creates a key with the settings of an old one, which keeps working for a while. */
const rotateKey = async (
  operator: Operator,
  { id: oldId, graceSeconds, secret }: ParamsOf<'key.rotate'>,
): Promise<ResultOf<'key.rotate'>> => {
  const { words } = operator
  const grace = graceSeconds ?? DEFAULT_GRACE_SECONDS
  if (grace > MAX_GRACE_SECONDS) {
    throw new OperationError(
      'malformed',
      `${words.param('graceSeconds')} must be at most ${MAX_GRACE_SECONDS} (a year), not "${grace}"`,
    )
  }
  const old = await theKey(operator, oldId)
  if (old.isRevoked) {
    throw new OperationError(
      'refused',
      `key ${old.id} is revoked; create a new one with ${words.operation('key.create')}`,
    )
  }
  const { id: _id, isRevoked: _isRevoked, revokesAt: _revokesAt, createdAt: _createdAt, secretHash, ...settings } = old
  checkProofs(operator, secret ?? secretHash !== undefined, old.requiresToken)
  // The new key first: if the second step fails, both work, and no caller is locked out.
  const created = await keep(operator, settings, secret ?? secretHash !== undefined)
  const revokesAt = await endKey(operator, old, grace)
  return { ...created, replaces: old.id, revokesAt, networks: settings.networks }
}

/** Ends a key after the grace period or at its earlier end; resolves with that moment. */
const endKey = async ({ store, nowMs }: Operator, old: Key, graceSeconds: number): Promise<string> => {
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
