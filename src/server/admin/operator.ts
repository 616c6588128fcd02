import type { AccountStore } from '../accounts/account-store.js'
import type { AuditStore } from '../accounts/audit-store.js'
import type { RandomBytes } from '../accounts/key-text.js'
import type { SessionStore } from '../accounts/session-store.js'
import type { Config } from '../config/config.js'
import type { UsageStore } from '../credits/usage/usage-store.js'

/**
 * How messages name things to the operator: `--daily-limit` on the command line is `dailyLimit` in
 * the API.
 */
export interface Words {
  /** One parameter, by its name in the API. */
  param(name: string): string
  /** Another operation, by its name in the API: `account.list`. */
  operation(name: string): string
  /** What a parameter is called: `option` or `parameter`. */
  readonly aParam: string
}

/**
 * By whom an operation is asked for: the operator or the holder of an account, whose id it then is,
 * and how.
 */
export interface Actor {
  readonly name: string
  readonly via: 'command line' | 'api' | 'dashboard'
}

/**
 * What an operation works with, whether it was asked for by the command line or by the admin API.
 * `nowMs` counts from 1970.
 */
export interface Operator {
  readonly config: Config
  readonly store: {
    readonly accounts: AccountStore
    readonly usage: UsageStore
    readonly sessions: SessionStore
    readonly audit: AuditStore
  }
  readonly actor: Actor
  readonly words: Words
  /** Where callers reach the running gateway; without one it follows from the configuration. */
  readonly baseUrl?: string
  /**
   * Where a running gateway's own listeners are; without them it follows from the configuration.
   */
  readonly listening?: { readonly privateUrl: string; readonly dashboardUrl: string | undefined }
  nowMs(): number
  readonly randomBytes: RandomBytes
}
