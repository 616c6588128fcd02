import type { AccountShare } from './account-share.js'

/**
 * What a plan grants; configuration, its names free. Credits are whole numbers; undefined means
 * that each account of the plan has its own.
 */
export interface Plan {
  readonly name: string
  readonly dailyCredits?: number
  readonly creditsPerSecond?: number
  /** How many seconds' worth of its credits per second an account may use at once. */
  readonly burstSeconds: number
  /** Bytes of request bodies; undefined means as many as its credits per second stand for. */
  readonly bodyBytesPerSecond?: number
  /** WebSocket connections an account may hold open at once. */
  readonly maxConnections: number
  /**
   * Whether the plan includes failover protection; the account's holder still has to switch it on.
   */
  readonly failover: boolean
}

/** What pays for calls: all keys of an account share its daily balance. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly isFailoverOn: boolean
  readonly isSuspended: boolean
  /** Limits set for this account alone; they win over the plan's (custom plans). */
  readonly dailyCredits?: number
  readonly creditsPerSecond?: number
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

/**
 * What a key may do; its text is shown once at creation and only its hash is kept. An empty
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
  /** Credits a UTC day this key alone may use. */
  readonly dailyLimit?: number
  /** Credits a second this key alone may use. */
  readonly creditsPerSecond?: number
  /**
   * SHA-256 in hex of the secret that callers have to bring beside it; left out: none. Never shown.
   */
  readonly secretHash?: string
  /** Whether callers have to bring a token beside it. */
  readonly requiresToken: boolean
  readonly isRevoked: boolean
  /** ISO 8601; a rotated key works until then. */
  readonly revokesAt?: string
  readonly createdAt: string
}

/** The allowlists of a key, each by the name of what it lists. */
export const ALLOWLISTS = ['methods', 'contracts', 'origins', 'sources'] as const

/** A key in a list. Its allowlists may be long, so `allowlists` only names those with entries. */
export interface ListedKey
  extends Omit<Key, 'allowedMethods' | 'allowedContracts' | 'allowedOrigins' | 'allowedSources' | 'secretHash'> {
  readonly allowlists: readonly (typeof ALLOWLISTS)[number][]
  readonly hasSecret: boolean
}

/**
 * What a request is entitled to once its key is known: the key, the account that pays, and the
 * limits in force (the account's own over its plan's).
 */
export interface Entitlement {
  readonly key: Key
  readonly account: Account
  readonly plan: Plan
  readonly dailyCredits: number
  readonly creditsPerSecond: number
  /** What the account may use at once, at the most. */
  readonly burstCredits: number
  /** Bytes of request bodies that the account may send to this process each second. */
  readonly bodyBytesPerSecond: number
  /** What the account takes of the process just now; the same object for all its keys. */
  readonly share: AccountShare
  /** Plan includes failover and the account holder switched it on. */
  readonly canFailOver: boolean
}
