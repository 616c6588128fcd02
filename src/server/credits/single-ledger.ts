import type { Entitlement } from '../accounts/account.js'
import { DayClock } from './day.js'
import { BalanceCache, type DayBalance, type KeyBalance } from './day-balance.js'
import { GroupWriter, type Schedule } from './group-writer.js'
import type { Hold, HoldRefusal, Ledger } from './ledger.js'
import { type HoldDeps, OpenHold } from './open-hold.js'
import type { UsageStore } from './usage/usage-store.js'

/** `now` is in milliseconds since 1970; `maxAccounts` bounds the days kept in memory. */
export interface SingleLedgerDeps {
  readonly store: Pick<UsageStore, 'readDay' | 'write'>
  now(): number
  readonly schedule: Schedule
  readonly maxAccounts: number
}

/**
 * The ledger of a process that alone serves its store: holds live in memory, charges are written
 * once each event-loop turn.
 *
 * A hold belongs to the day it was taken in. While the store is away every hold is refused; `hold`
 * and `trouble` retry it at most every 250 ms. A failed charge gives its credits back.
 */
export class SingleLedger implements Ledger {
  private readonly balances: BalanceCache
  private readonly writer: GroupWriter
  private readonly holdDeps: HoldDeps<DayBalance, KeyBalance>

  constructor({ store, now, schedule, maxAccounts }: SingleLedgerDeps) {
    const days = new DayClock(now)
    const balances = new BalanceCache(store, maxAccounts, days)
    this.balances = balances
    this.writer = new GroupWriter(store, schedule, () => store.readDay('', days.today()), now)
    this.holdDeps = {
      writer: this.writer,
      days,
      prepareRefund: (balance, keyId, credits) => balances.prepareRefund(balance, keyId, credits),
    }
  }

  hold(entitlement: Entitlement, priceCredits: number): ReturnType<Ledger['hold']> {
    const balance = this.writer.failure === undefined ? this.balances.get(entitlement.account.id) : undefined
    return balance === undefined
      ? this.readAndHold(entitlement, priceCredits)
      : this.holdIn(balance, entitlement, priceCredits)
  }

  remainingCredits({ account, key, dailyCredits }: Entitlement): number | undefined {
    const balance = this.balances.get(account.id)
    if (balance === undefined) return undefined
    const remaining = balance.remaining(dailyCredits)
    if (key.dailyLimit === undefined) return remaining
    return Math.min(remaining, balance.key(key.id).remaining(key.dailyLimit))
  }

  readDay({ account }: Entitlement): Promise<void> | undefined {
    if (this.writer.failure !== undefined) {
      void this.writer.recover()
      return undefined
    }
    return this.balances.read(account.id, () => {}).catch((error: unknown) => this.writer.readFailed(error))
  }

  trouble(): string | undefined {
    const reason = this.writer.failure
    if (reason !== undefined) void this.writer.recover()
    return reason
  }

  /** Writes all waiting rows, at the end of a drain. `trouble` reports a failure. */
  flush(): Promise<void> {
    return this.writer.flush()
  }

  private holdIn(balance: DayBalance, entitlement: Entitlement, priceCredits: number): Hold | HoldRefusal {
    const { key, dailyCredits } = entitlement
    if (balance.remaining(dailyCredits) < priceCredits) return 'daily-credits-exhausted'
    const part = balance.key(key.id)
    if (key.dailyLimit !== undefined && part.remaining(key.dailyLimit) < priceCredits) {
      return 'key-daily-credits-exhausted'
    }
    return new OpenHold(this.holdDeps, balance, part, entitlement, priceCredits)
  }

  private async readAndHold(entitlement: Entitlement, priceCredits: number): Promise<Hold | HoldRefusal> {
    if (this.writer.failure !== undefined) {
      await this.writer.recover()
      if (this.writer.failure !== undefined) return 'ledger-unavailable'
    }
    try {
      return await this.balances.read(entitlement.account.id, (balance) =>
        this.holdIn(balance, entitlement, priceCredits),
      )
    } catch (error) {
      this.writer.readFailed(error)
      return 'ledger-unavailable'
    }
  }
}
