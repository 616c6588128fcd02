import { IdleInterval } from '../../runtime/timers.js'
import type { Entitlement } from '../accounts/account.js'
import { DayClock } from './day.js'
import type { Hold, HoldRefusal, Ledger } from './ledger.js'

/** An account, or a key with its own limit, has reached a warning level of its daily credits. */
export interface CreditWarning {
  readonly accountId: string
  /** The key whose limit was reached; undefined for the account's limit. */
  readonly keyId: string | undefined
  readonly day: string
  /** The highest level reached, in percent. */
  readonly level: number
  readonly usedCredits: number
  readonly dailyCredits: number
}

const CHECK_MS = 1_000
/** Bound on remembered warnings. Above it the oldest is forgotten and may be repeated. */
const MAX_WARNED = 100_000
const ALL = 100

/**
 * A ledger that holds credits, and warns when an account or key reaches a level of its daily
 * credits: once per account or key, level and day. It checks those that made calls or paid for
 * events once a second. Credits held for calls in flight, and those of events paid for ahead, count
 * as used. A call or an event refused because the credits ran out counts as level 100.
 */
export class WatchedLedger {
  /** By key: of a key whose limits have just changed, the newest. */
  private readonly callers = new Map<string, Entitlement>()
  /** Highest level warned about today, by account and key. */
  private readonly warned = new Map<string, number>()
  /** The daily limits that refused a call or an event, and on which day, by account or key. */
  private readonly exhausted = new Map<string, { readonly limit: number; readonly day: string }>()
  private day = ''
  private readonly days: DayClock
  private readonly levels: readonly number[]
  private readonly checking = new IdleInterval(CHECK_MS, () => this.checkCallers())

  constructor(
    private readonly ledger: Ledger,
    levels: readonly number[],
    nowMs: () => number,
    private readonly warn: (warning: CreditWarning) => void,
  ) {
    this.levels = [...levels].sort((one, other) => other - one)
    this.days = new DayClock(nowMs)
  }

  /** Holds credits in the ledger and remembers the caller for the next check. */
  hold(entitlement: Entitlement, priceCredits: number): ReturnType<Ledger['hold']> {
    const hold = this.ledger.hold(entitlement, priceCredits)
    if (!(hold instanceof Promise)) return this.rememberCaller(entitlement, hold)
    const day = this.days.today()
    return hold.then((held) => this.rememberCaller(entitlement, held, day))
  }

  stop(): void {
    this.checking.stop()
    this.checkCallers()
  }

  /**
   * Remembers the caller, and a refusal, for the next check. `day` is the day on which the credits
   * were asked for: the current one if it is undefined. Returns `hold`.
   */
  rememberCaller(entitlement: Entitlement, hold: Hold | HoldRefusal, day?: string): Hold | HoldRefusal {
    const { key, account, dailyCredits } = entitlement
    if (hold === 'daily-credits-exhausted') this.exhaust(account.id, dailyCredits, day)
    else if (hold === 'key-daily-credits-exhausted') this.exhaust(key.id, key.dailyLimit!, day)
    this.callers.set(key.id, entitlement)
    this.checking.use()
    return hold
  }

  private exhaust(id: string, limit: number, day = this.days.today()): void {
    this.exhausted.set(id, { limit, day })
  }

  private checkCallers(): boolean {
    const day = this.days.today()
    if (day !== this.day) {
      this.day = day
      this.warned.clear()
    }
    for (const entitlement of this.callers.values()) this.check(entitlement)
    this.callers.clear()
    this.exhausted.clear()
    return false
  }

  private check(entitlement: Entitlement): void {
    const { key, dailyCredits } = entitlement
    const { dailyLimit, ...unlimited } = key
    this.compare(entitlement, undefined, dailyCredits, { ...entitlement, key: unlimited })
    if (dailyLimit === undefined) return
    this.compare(entitlement, key.id, dailyLimit, { ...entitlement, dailyCredits: Number.POSITIVE_INFINITY })
  }

  /** `limited` carries only this limit. */
  private compare({ account }: Entitlement, keyId: string | undefined, limit: number, limited: Entitlement): void {
    const refused = this.exhausted.get(keyId ?? account.id)
    const isExhausted = refused?.limit === limit && refused.day === this.day
    const remaining = this.ledger.remainingCredits(limited)
    // A limit of 0 is no reason for a warning.
    if (limit === 0 || (remaining === undefined && !isExhausted)) return
    const usedCredits = Math.min(limit, Math.max(0, limit - (remaining ?? 0)))
    const percent = isExhausted ? ALL : (usedCredits * 100) / limit
    const level = this.levels.find((one) => percent >= one)
    const name = `${account.id} ${keyId ?? ''}`
    if (level === undefined || level <= (this.warned.get(name) ?? 0)) return
    if (this.warned.size >= MAX_WARNED) for (const oldest of this.warned.keys()) if (this.warned.delete(oldest)) break
    this.warned.set(name, level)
    this.warn({ accountId: account.id, keyId, day: this.day, level, usedCredits, dailyCredits: limit })
  }
}
