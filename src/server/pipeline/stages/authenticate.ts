import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import type { Entitlement, Key } from '../../accounts/account.js'
import type { LastKey } from '../../accounts/key-resolver.js'
import { type CallerProof, isSecretOf } from '../../accounts/secrets.js'
import { sourceTestOf } from '../../accounts/source-range.js'
import type { Narrowed } from '../../accounts/tokens/token-verifier.js'
import { type Arrival, type Authenticated, callerOf } from '../stage.js'

/** Errors of `authenticate`. */
export const authenticateErrors = declareErrors(
  'unauthorized',
  'account-suspended',
  'network-not-enabled',
  'allowlist-refused',
  'too-many-tokens',
)
const { fail } = authenticateErrors

/**
 * Finds a key's entitlement; synchronous if cached. Undefined for a missing, unknown or revoked
 * key. `source` is the caller's address; `lastKey` belongs to the connection.
 */
export type FindEntitlement = (
  keyText: string | undefined,
  source: string,
  lastKey?: LastKey,
) => Entitlement | undefined | Promise<Entitlement | undefined>

/** Narrows a key's entitlement to that of a token sent with the key. */
export type NarrowByToken = (
  tokenText: string,
  entitlement: Entitlement,
  source: string,
) => Narrowed | Promise<Narrowed>

/**
 * A refused caller. `entitlement` is set if the key is known, so that the reply can state the
 * balance.
 */
export interface Refused extends Failure {
  readonly entitlement?: Entitlement
}

/**
 * Finds the calling account by the key in the path or a header, before the body is parsed.
 *
 * Errors  `unauthorized` (one answer for a missing, unknown or revoked key and for a missing secret
 *         or token, so that a guesser learns nothing), `account-suspended`, `network-not-enabled`,
 *         `allowlist-refused`, `too-many-tokens` (a token was not checked)
 * Source  docs/specification.md, "Authentication"
 */
export const authenticate = (
  findEntitlement: FindEntitlement,
  arrival: Arrival,
  lastKey?: LastKey,
  narrow?: NarrowByToken,
): Authenticated | Refused | Promise<Authenticated | Refused> => {
  const found = findEntitlement(arrival.keyText, arrival.source, lastKey)
  return found instanceof Promise
    ? found.then((entitlement) => prove(arrival, entitlement, narrow))
    : prove(arrival, found, narrow)
}

/**
 * Checks the second credential. A caller without it learns neither whether the key exists nor its
 * account's balance.
 */
const prove = (
  arrival: Arrival,
  entitlement: Entitlement | undefined,
  narrow: NarrowByToken | undefined,
): Authenticated | Refused | Promise<Authenticated | Refused> => {
  if (entitlement === undefined || !isProven(arrival.proof, entitlement.key)) return fail('unauthorized')
  if (arrival.proof?.kind !== 'token') return checkAccess(arrival, entitlement)
  const found = narrow?.(arrival.proof.text, entitlement, arrival.source)
  return found instanceof Promise
    ? found.then((known) => checkNarrowed(arrival, entitlement, known))
    : checkNarrowed(arrival, entitlement, found)
}

const checkNarrowed = (arrival: Arrival, entitlement: Entitlement, known: Narrowed): Authenticated | Refused => {
  if (known === undefined) return fail('unauthorized')
  if (known === 'busy') return fail('too-many-tokens')
  return known === 'nothing' ? { ...fail('allowlist-refused'), entitlement } : checkAccess(arrival, known)
}

const checkAccess = (arrival: Arrival, entitlement: Entitlement): Authenticated | Refused => {
  const failure = failureOf(arrival, entitlement)
  if (failure !== undefined) return { ...failure, entitlement }
  return callerOf(arrival, entitlement, arrival.requestId, arrival.trace, undefined)
}

/**
 * True if the caller sent exactly the second credential that the key requires; another one would be
 * meant for another key. Tokens are checked separately.
 */
const isProven = (proof: CallerProof | undefined, { secretHash, requiresToken }: Key): boolean => {
  if (secretHash === undefined) return proof === undefined ? !requiresToken : proof.kind === 'token'
  return proof?.kind === 'secret' && isSecretOf(secretHash, proof.text)
}

/** Why a known key may not be used here. */
const failureOf = (arrival: Arrival, entitlement: Entitlement): Failure | undefined => {
  const { key, account } = entitlement
  if (account.isSuspended) return fail('account-suspended')
  const network = arrival.network.name
  if (!key.networks.includes(network)) return fail('network-not-enabled', { network })
  if (key.allowedOrigins.length > 0 && !key.allowedOrigins.includes(arrival.origin ?? ''))
    return fail('allowlist-refused')
  const isAllowed = key.allowedSources.length === 0 || sourceTestOf(key.allowedSources)(arrival.source)
  return isAllowed ? undefined : fail('allowlist-refused')
}
