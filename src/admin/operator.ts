import type { AccountStore } from '../accounts/account-store.js'
import type { RandomBytes } from '../accounts/key-text.js'
import type { Config } from '../config/config.js'
import type { UsageStore } from '../credits/usage/usage-store.js'

/** How messages name things to the operator: `--daily-limit` on the command line is `dailyLimit` in the API. */
export interface Words {
  /** One parameter, by its name in the API. */
  param(name: string): string
  /** Another operation, by its name in the API: `account.list`. */
  operation(name: string): string
  /** What a parameter is called: `option` or `parameter`. */
  readonly aParam: string
}

/** What an operation works with, whether it was asked for by the command line or by the admin API. `nowMs` counts from 1970. */
export interface Operator {
  readonly config: Config
  readonly store: { readonly accounts: AccountStore; readonly usage: UsageStore }
  readonly words: Words
  /** Where callers reach the running gateway; without one it follows from the configuration. */
  readonly baseUrl?: string
  nowMs(): number
  readonly randomBytes: RandomBytes
}
