import type { AccountStore } from '../accounts/account-store.js'
import type { AuditStore } from '../accounts/audit-store.js'
import type { RandomBytes } from '../accounts/key-text.js'
import type { PasskeyStore } from '../accounts/passkey-store.js'
import type { SessionStore } from '../accounts/session-store.js'
import type { Config } from '../config/config.js'
import type { UsageStore } from '../credits/usage/usage-store.js'

/** Names in messages: `--daily-limit` on the command line is `dailyLimit` in the API. */
export interface Words {
  /** Names a parameter, given its name in the API. */
  param(name: string): string
  /** Names another operation, given its name in the API: `account.list`. */
  operation(name: string): string
  /** The word for a parameter: `option` or `parameter`. */
  readonly aParam: string
}

/**
 * The caller of an operation: the operator or the holder of an account (by its id), and the
 * channel.
 */
export interface Actor {
  readonly name: string
  readonly via: 'command line' | 'api' | 'dashboard'
}

/**
 * Dependencies of an operation, for the operator or the holder of an account. `nowMs` counts from
 * 1970.
 */
export interface OperationDeps {
  readonly config: Config
  readonly store: {
    readonly accounts: AccountStore
    readonly usage: UsageStore
    readonly sessions: SessionStore
    readonly passkeys: PasskeyStore
    readonly audit: AuditStore
  }
  readonly actor: Actor
  readonly words: Words
  /** The running gateway's URL for callers; the default follows from the configuration. */
  readonly baseUrl?: string
  /**
   * URLs of the running gateway's private listeners; the default follows from the configuration.
   */
  readonly listening?: { readonly privateUrl: string; readonly dashboardUrl: string | undefined }
  nowMs(): number
  readonly randomBytes: RandomBytes
}
