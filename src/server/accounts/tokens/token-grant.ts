import type { Entitlement, Key } from '../account.js'
import type { Claims } from './token-text.js'

/** What tokens have to say of whom they come from and for whom they are. */
export interface TokenRules {
  readonly issuer: string
  readonly audience: string
  /** By how much clocks may differ. */
  readonly leewaySeconds: number
}

/**
 * What a token allows: to its `subject`, an account or a key, for a time, and within its lists; a
 * list that is left out narrows nothing.
 */
export interface TokenGrant {
  readonly subject: string
  readonly startsAtMs: number
  readonly endsAtMs: number
  readonly networks: readonly string[] | undefined
  readonly methods: readonly string[] | undefined
  readonly contracts: readonly string[] | undefined
}

const MAX_LIST = 1_000

/**
 * A claim that is a list of texts; undefined when it is not there, null when it is something else.
 */
const listOf = (claim: unknown): readonly string[] | undefined | null => {
  if (claim === undefined) return undefined
  const isList = Array.isArray(claim) && claim.length <= MAX_LIST && claim.every((one) => typeof one === 'string')
  return isList ? claim : null
}

/**
 * Reads a signed token's claims (RFC 7519, section 4.1); undefined for a token that is not meant
 * for here, or says not enough.
 */
export const grantOf = (claims: Claims, rules: TokenRules): TokenGrant | undefined => {
  const { iss, aud, sub, exp, nbf = 0 } = claims
  const audiences = Array.isArray(aud) ? aud : [aud]
  if (iss !== rules.issuer || !audiences.includes(rules.audience)) return undefined
  if (typeof sub !== 'string' || !Number.isFinite(exp) || !Number.isFinite(nbf)) return undefined
  const [networks, methods, contracts] = [listOf(claims.networks), listOf(claims.methods), listOf(claims.contracts)]
  if (networks === null || methods === null || contracts === null) return undefined
  return {
    subject: sub,
    startsAtMs: ((nbf as number) - rules.leewaySeconds) * 1_000,
    endsAtMs: ((exp as number) + rules.leewaySeconds) * 1_000,
    networks,
    methods,
    contracts: contracts?.map((address) => address.toLowerCase()),
  }
}

/** What two lists allow together, of which an empty `own` allows everything. */
const both = (own: readonly string[], given: readonly string[] | undefined): readonly string[] => {
  if (given === undefined) return own
  return own.length === 0 ? given : given.filter((one) => own.includes(one))
}

const endOf = ({ revokesAt }: Key, { endsAtMs }: TokenGrant): string => {
  // A year of five digits at most, which a date can be.
  const ownMs = revokesAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(revokesAt)
  return new Date(Math.min(ownMs, endsAtMs, 253_402_300_799_000)).toISOString()
}

/**
 * What a key is entitled to with a token: no more than either of them allows, and no longer.
 * Undefined when they have a list with nothing in common; an empty one would allow everything.
 */
export const narrowed = (entitlement: Entitlement, grant: TokenGrant): Entitlement | undefined => {
  const { key } = entitlement
  const networks = grant.networks === undefined ? key.networks : both(key.networks, grant.networks)
  const allowedMethods = both(key.allowedMethods, grant.methods)
  const allowedContracts = both(key.allowedContracts, grant.contracts)
  const isNothing =
    (grant.methods !== undefined && allowedMethods.length === 0) ||
    (grant.contracts !== undefined && allowedContracts.length === 0)
  if (isNothing) return undefined
  return { ...entitlement, key: { ...key, networks, allowedMethods, allowedContracts, revokesAt: endOf(key, grant) } }
}
