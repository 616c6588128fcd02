import type { AccountShare } from './account-share.js'

/**
 * A configured plan. Credits are whole numbers; undefined means that each account of the plan sets
 * them.
 */
export interface Plan {
  readonly name: string
  readonly dailyCredits?: number
  readonly creditsPerSecond?: number
  /** Burst, in seconds of the credits per second. */
  readonly burstSeconds: number
  /** Undefined: derived from the credits per second. */
  readonly bodyBytesPerSecond?: number
  /** Maximum of open WebSocket connections of an account. */
  readonly maxConnections: number
  /** Maximum of subscriptions of an account, over all its connections. */
  readonly maxSubscriptions: number
  /**
   * True if the plan includes failover protection, which the account holder still has to switch on.
   */
  readonly failover: boolean
}

/** Pays for calls: all keys of an account share its daily balance. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly isFailoverOn: boolean
  readonly isSuspended: boolean
  /** Of its holder; in lower case, and of one account only. */
  readonly email?: string
  /** The account's own limits; they override the plan's (custom plans). */
  readonly dailyCredits?: number
  readonly creditsPerSecond?: number
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

/**
 * A key's permissions. Its text is shown once, at creation; only the hash is stored. An empty
 * allowlist allows everything.
 */
export interface Key {
  readonly id: string
  readonly accountId: string
  readonly label: string
  readonly networks: readonly string[]
  readonly allowedMethods: readonly string[]
  /** Lower-case 20-byte hex addresses. */
  readonly allowedContracts: readonly string[]
  readonly allowedOrigins: readonly string[]
  /** CIDR ranges, IPv4 or IPv6. */
  readonly allowedSources: readonly string[]
  /** Credits of a UTC day. */
  readonly dailyLimit?: number
  readonly creditsPerSecond?: number
  /** SHA-256 in hex of the secret that callers must send too, if any. Never shown. */
  readonly secretHash?: string
  /** True if callers must send a token besides the key. */
  readonly requiresToken: boolean
  readonly isRevoked: boolean
  /** ISO 8601; a rotated key works until then. */
  readonly revokesAt?: string
  readonly createdAt: string
}

/** Names of a key's allowlists. */
export const ALLOWLISTS = ['methods', 'contracts', 'origins', 'sources'] as const

/** A key in a list. Its allowlists may be long, so `allowlists` only names those with entries. */
export interface ListedKey
  extends Omit<Key, 'allowedMethods' | 'allowedContracts' | 'allowedOrigins' | 'allowedSources' | 'secretHash'> {
  readonly allowlists: readonly (typeof ALLOWLISTS)[number][]
  readonly hasSecret: boolean
}

/**
 * Rights of an authenticated request: the key, the paying account, and the limits in force (the
 * account's own before its plan's).
 */
export interface Entitlement {
  readonly key: Key
  readonly account: Account
  readonly plan: Plan
  readonly dailyCredits: number
  readonly creditsPerSecond: number
  /** Most credits that the account may use at once. */
  readonly burstCredits: number
  /** Bytes of request bodies that the account may send to this process each second. */
  readonly bodyBytesPerSecond: number
  /** The account's current use of the process; one object for all its keys. */
  readonly share: AccountShare
  /** True if the plan includes failover and the account holder switched it on. */
  readonly canFailOver: boolean
}
