import { KEY_PREFIX } from '../../accounts/key-text.js'
import { dayNumberOf } from '../day.js'

const MAX_NAMES_OF_KEY = 32
/** An account may have any number of keys, and no account may use up what all share. */
const MAX_NAMES_OF_ACCOUNT = 256
const MAX_NAMES = 20_000
const NAME = /^[!-~]{1,64}$/

/** Stands for the names beyond the bounds, and for those that are not short and printable. */
export const OTHER_METHOD = 'other'

/**
 * Names of methods that callers asked for and no contract has, so that operators learn what is
 * missed. Callers choose these names: the first 32 a day of a key are kept, others are `other`.
 */
export class UnknownMethods {
  private names = new Map<string, Set<string>>()
  private readonly ofAccounts = new Map<string, number>()
  private size = 0
  private dayNumber = 0

  /** `nowMs` counts from 1970. */
  constructor(private readonly nowMs: () => number) {}

  /** The name to record for a method that a key asked for. */
  boundedName(accountId: string, keyId: string, method: string): string {
    this.beginDay()
    const known = this.names.get(keyId)
    if (known?.has(method)) return method
    const ofAccount = this.ofAccounts.get(accountId) ?? 0
    const isFull = this.size >= MAX_NAMES || ofAccount >= MAX_NAMES_OF_ACCOUNT || (known?.size ?? 0) >= MAX_NAMES_OF_KEY
    // A key that was put in the wrong place must not reach the log.
    if (isFull || !NAME.test(method) || method.includes(KEY_PREFIX)) return OTHER_METHOD
    if (known === undefined) this.names.set(keyId, new Set([method]))
    else known.add(method)
    this.ofAccounts.set(accountId, ofAccount + 1)
    this.size++
    return method
  }

  private beginDay(): void {
    const dayNumber = dayNumberOf(this.nowMs())
    if (dayNumber === this.dayNumber) return
    this.dayNumber = dayNumber
    this.names = new Map()
    this.ofAccounts.clear()
    this.size = 0
  }
}
