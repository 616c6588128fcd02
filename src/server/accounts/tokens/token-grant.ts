import type { Entitlement, Key } from '../account.js'
import type { Claims } from './token-text.js'

/** Required issuer and audience of tokens. */
export interface TokenRules {
  readonly issuer: string
  readonly audience: string
}

/**
 * Rights of a token: for its `subject` (an account or a key), for a time, and within its lists; an
 * undefined list restricts nothing.
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
/** Tolerated difference between the issuer's clock and ours. */
const LEEWAY_SECONDS = 30

/** A claim as a list of texts; undefined if missing, null if malformed. */
const textsOf = (claim: unknown): readonly string[] | undefined | null => {
  if (claim === undefined) return undefined
  const isList = Array.isArray(claim) && claim.length <= MAX_LIST && claim.every((one) => typeof one === 'string')
  return isList ? claim : null
}

/**
 * Reads a signed token's claims (RFC 7519, section 4.1); undefined if the token is for another
 * audience or incomplete.
 */
export const grantOf = (claims: Claims, rules: TokenRules): TokenGrant | undefined => {
  const { iss, aud, sub, exp, nbf = 0 } = claims
  const audiences = Array.isArray(aud) ? aud : [aud]
  if (iss !== rules.issuer || !audiences.includes(rules.audience)) return undefined
  if (typeof sub !== 'string' || !Number.isFinite(exp) || !Number.isFinite(nbf)) return undefined
  const [networks, methods, contracts] = [textsOf(claims.networks), textsOf(claims.methods), textsOf(claims.contracts)]
  if (networks === null || methods === null || contracts === null) return undefined
  return {
    subject: sub,
    startsAtMs: ((nbf as number) - LEEWAY_SECONDS) * 1_000,
    endsAtMs: ((exp as number) + LEEWAY_SECONDS) * 1_000,
    networks,
    methods,
    contracts: contracts?.map((address) => address.toLowerCase()),
  }
}

/** Intersection of two lists; an empty `own` allows everything. */
const intersectionOf = (own: readonly string[], given: readonly string[] | undefined): readonly string[] => {
  if (given === undefined) return own
  return own.length === 0 ? given : given.filter((one) => own.includes(one))
}

const endOf = ({ revokesAt }: Key, { endsAtMs }: TokenGrant): string => {
  // At most the year 9999, which a Date can hold.
  const ownMs = revokesAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(revokesAt)
  return new Date(Math.min(ownMs, endsAtMs, 253_402_300_799_000)).toISOString()
}

/**
 * The entitlement restricted by a token: both rights and both ends apply. Undefined if two lists
 * have nothing in common, because an empty list would allow everything.
 */
export const narrowed = (entitlement: Entitlement, grant: TokenGrant): Entitlement | undefined => {
  const { key } = entitlement
  const networks = grant.networks === undefined ? key.networks : intersectionOf(key.networks, grant.networks)
  const allowedMethods = intersectionOf(key.allowedMethods, grant.methods)
  const allowedContracts = intersectionOf(key.allowedContracts, grant.contracts)
  const isNothing =
    (grant.methods !== undefined && allowedMethods.length === 0) ||
    (grant.contracts !== undefined && allowedContracts.length === 0)
  if (isNothing) return undefined
  return { ...entitlement, key: { ...key, networks, allowedMethods, allowedContracts, revokesAt: endOf(key, grant) } }
}
