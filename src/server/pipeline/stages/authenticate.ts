import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import type { Entitlement, Key } from '../../accounts/account.js'
import type { CallerProof } from '../../accounts/caller-proof.js'
import { isSecretOf } from '../../accounts/key-secret.js'
import type { LastKey } from '../../accounts/known-keys.js'
import { compileSourceRanges } from '../../accounts/source-range.js'
import type { Narrowed } from '../../accounts/tokens/token-verifier.js'
import type { Arrival, Authenticated } from '../stage.js'

/** What `authenticate` refuses with. */
export const authenticateErrors = declareErrors(
  'unauthorized',
  'account-suspended',
  'network-not-enabled',
  'allowlist-refused',
  'too-many-tokens',
)
const { fail } = authenticateErrors

/**
 * Finds what a key is entitled to. Synchronous when known already; undefined for no, an unknown or
 * a revoked key. `source` is the caller's address; `lastKey` belongs to the connection.
 */
export type FindKey = (
  keyText: string | undefined,
  source: string,
  lastKey?: LastKey,
) => Entitlement | undefined | Promise<Entitlement | undefined>

/** What a token that came beside a key, from an address, leaves of what the key is entitled to. */
export type NarrowByToken = (
  tokenText: string,
  entitlement: Entitlement,
  source: string,
) => Narrowed | Promise<Narrowed>

/**
 * A caller who was turned away; `entitlement` is there when the key is known, so that the answer
 * says what its account has left.
 */
export interface Refused extends Failure {
  readonly entitlement?: Entitlement
}

/**
 * Finds the calling account by the key in the path or in a header, before a byte of the body is
 * judged.
 *
 * Errors  `unauthorized` (one answer for no key, an unknown and a revoked one, and one without its
 *         secret or token, so that a guesser cannot learn which), `account-suspended`,
 *         `network-not-enabled`, `allowlist-refused`, `too-many-tokens` (a token that was not
 *         looked at)
 * Source  docs/specification.md, "Authentication"
 */
export const authenticate = (
  findKey: FindKey,
  arrival: Arrival,
  lastKey?: LastKey,
  narrow?: NarrowByToken,
): Authenticated | Refused | Promise<Authenticated | Refused> => {
  const found = findKey(arrival.keyText, arrival.source, lastKey)
  return found instanceof Promise
    ? found.then((entitlement) => prove(arrival, entitlement, narrow))
    : prove(arrival, found, narrow)
}

/**
 * Goes on with callers that brought what the key wants. Of the others it is not told whether there
 * is such a key, nor what its account has left.
 */
const prove = (
  arrival: Arrival,
  entitlement: Entitlement | undefined,
  narrow: NarrowByToken | undefined,
): Authenticated | Refused | Promise<Authenticated | Refused> => {
  if (entitlement === undefined || !isProven(arrival.proof, entitlement.key)) return fail('unauthorized')
  if (arrival.proof?.kind !== 'token') return admit(arrival, entitlement)
  const found = narrow?.(arrival.proof.text, entitlement, arrival.source)
  return found instanceof Promise
    ? found.then((known) => admitNarrowed(arrival, entitlement, known))
    : admitNarrowed(arrival, entitlement, found)
}

const admitNarrowed = (arrival: Arrival, entitlement: Entitlement, known: Narrowed): Authenticated | Refused => {
  if (known === undefined) return fail('unauthorized')
  if (known === 'busy') return fail('too-many-tokens')
  return known === 'nothing' ? { ...fail('allowlist-refused'), entitlement } : admit(arrival, known)
}

const admit = (arrival: Arrival, entitlement: Entitlement): Authenticated | Refused => {
  const failure = objection(arrival, entitlement)
  if (failure !== undefined) return { ...failure, entitlement }
  const { requestId, transport, network, keyText, source, origin, host, trace } = arrival
  return { requestId, transport, network, keyText, source, origin, host, trace, entitlement }
}

/**
 * Whether a caller brought what the key wants beside it, and nothing that it does not want: that
 * would be meant for another key. A token is looked at by itself.
 */
const isProven = (proof: CallerProof | undefined, { secretHash, requiresToken }: Key): boolean => {
  if (secretHash === undefined) return proof === undefined ? !requiresToken : proof.kind === 'token'
  return proof?.kind === 'secret' && isSecretOf(secretHash, proof.text)
}

/** Why a key that is known may not be used here. */
const objection = (arrival: Arrival, entitlement: Entitlement): Failure | undefined => {
  const { key, account } = entitlement
  if (account.isSuspended) return fail('account-suspended')
  const network = arrival.network.name
  if (!key.networks.includes(network)) return fail('network-not-enabled', { network })
  if (key.allowedOrigins.length > 0 && !key.allowedOrigins.includes(arrival.origin ?? ''))
    return fail('allowlist-refused')
  return isSourceAllowed(key, arrival.source) ? undefined : fail('allowlist-refused')
}

const compiled = new WeakMap<Key, (address: string) => boolean>()

/**
 * Whether a key may be used from an IP address: always, unless it lists the networks it may be used
 * from.
 */
const isSourceAllowed = (key: Key, source: string): boolean => {
  if (key.allowedSources.length === 0) return true
  let isAllowed = compiled.get(key)
  if (isAllowed === undefined) {
    isAllowed = compileSourceRanges(key.allowedSources)
    compiled.set(key, isAllowed)
  }
  return isAllowed(source)
}
