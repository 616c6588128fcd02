import type { SystemPorts } from '../../runtime/system-ports.js'
import type { Entitlement } from '../accounts/account.js'
import { DayClock } from './day.js'
import { GroupWriter, RowsLost } from './group-writer.js'
import type { Hold, HoldRefusal, Ledger } from './ledger.js'
import { AccountDay, DayBalance, type HoldDeps, leastOf, OpenHold } from './open-hold.js'
import type { UsageStore } from './usage/usage-store.js'

const END_RETRY_MS = 250
/** They take less than a second, because the last step of a drain may have no more. */
const END_RETRIES = 3

interface Waiting {
  take(balance: AccountDay): void
  fail(error: unknown): void
}

/**
 * Balances of the current day, read from the store when an account first calls.
 *
 * Balances with open holds are never evicted, because the store does not know those holds. The
 * cache may therefore exceed `maxBalances` for a moment.
 */
export class BalanceCache {
  private readonly balances = new Map<string, AccountDay>()
  private readonly waiting = new Map<string, Waiting[]>()
  private day = ''

  constructor(
    private readonly store: Pick<UsageStore, 'readDay'>,
    private readonly maxBalances: number,
    private readonly days: DayClock,
  ) {}

  /**
   * The account's balance of today, if it is in memory. Use it before the next `await`: later it
   * may have been evicted.
   */
  get(accountId: string): AccountDay | undefined {
    const day = this.days.today()
    if (day !== this.day) {
      // Open holds keep a reference to their old balance; it takes no new holds.
      this.balances.clear()
      this.day = day
    }
    return this.balances.get(accountId)
  }

  /**
   * Reads the account's balance of today, once for all concurrent callers, and passes it to `use`
   * synchronously.
   *
   * Errors  rejects when the store does
   */
  read<T>(accountId: string, use: (balance: AccountDay) => T): Promise<T> {
    return new Promise<T>((resolve, fail) => {
      const waiting = { take: (balance: AccountDay) => resolve(use(balance)), fail }
      const others = this.waiting.get(accountId)
      if (others !== undefined) {
        others.push(waiting)
        return
      }
      const all = [waiting]
      this.waiting.set(accountId, all)
      void this.readFor(accountId, all)
    })
  }

  private async readFor(accountId: string, waiting: readonly Waiting[]): Promise<void> {
    try {
      let balance = this.get(accountId)
      while (balance === undefined) {
        const day = this.days.today()
        const { account, keys } = await this.store.readDay(accountId, day)
        // Midnight may pass while the store is read.
        if (day !== this.days.today()) continue
        balance = this.get(accountId) ?? this.add(accountId, day, account, keys)
      }
      this.waiting.delete(accountId)
      for (const { take } of waiting) take(balance)
      this.makeRoom()
    } catch (error) {
      this.waiting.delete(accountId)
      for (const { fail } of waiting) fail(error)
    }
  }

  private add(accountId: string, day: string, used: number, keys: ReadonlyMap<string, number>): AccountDay {
    const parts = [...keys].map(([keyId, usedByKey]) => [keyId, new DayBalance(usedByKey)] as const)
    const balance = new AccountDay(accountId, day, used, new Map(parts))
    this.balances.set(accountId, balance)
    return balance
  }

  /**
   * Prepares a refund to the day's current balance and pins that balance in memory. It may be
   * another object than at the charge, if it was evicted and read again. The refund changes no
   * balance if the day is over or the store cannot be read.
   */
  async prepareRefund({ accountId, day }: AccountDay, keyId: string, credits: number): Promise<() => void> {
    const balance = await this.pin(accountId, day)
    if (balance === undefined) return () => {}
    return () => {
      balance.used -= credits
      balance.key(keyId).used -= credits
      balance.open--
    }
  }

  private async pin(accountId: string, day: string): Promise<AccountDay | undefined> {
    const pin = (balance: AccountDay): AccountDay | undefined => {
      // Midnight may pass while the store is read.
      if (balance.day !== day) return undefined
      balance.open++
      return balance
    }
    const present = this.get(accountId)
    if (present !== undefined) return pin(present)
    if (this.days.today() !== day) return undefined
    return this.read(accountId, pin).catch(() => undefined)
  }

  private makeRoom(): void {
    // Tries only a few of the oldest; if all are busy, the next read evicts.
    let tries = 8
    for (const [accountId, balance] of this.balances) {
      if (this.balances.size <= this.maxBalances || tries-- === 0) return
      this.balances.delete(accountId)
      if (balance.open > 0) this.balances.set(accountId, balance)
    }
  }
}

/** `maxAccounts` bounds the days kept in memory. */
export interface SingleLedgerDeps extends Pick<SystemPorts, 'nowMs' | 'afterTurn'> {
  readonly store: Pick<UsageStore, 'readDay' | 'write'>
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
  private readonly holdDeps: HoldDeps<AccountDay, DayBalance>

  constructor({ store, nowMs, afterTurn, maxAccounts }: SingleLedgerDeps) {
    const days = new DayClock(nowMs)
    const balances = new BalanceCache(store, maxAccounts, days)
    this.balances = balances
    this.writer = new GroupWriter(store, afterTurn, () => store.readDay('', days.today()), nowMs)
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
    return leastOf(remaining, balance.key(key.id).remaining(key.dailyLimit))
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

  /**
   * Writes all waiting rows, at the end of a drain. Tries several times, because another program
   * may lock the store for a moment.
   *
   * Errors  rejects with RowsLost if rows are left
   */
  async flush(): Promise<void> {
    const { writer } = this
    await writer.flush()
    for (let retries = END_RETRIES; writer.keptRows.length > 0; retries--) {
      if (retries === 0) throw new RowsLost(writer.keptRows, writer.failure)
      await new Promise((resolve) => setTimeout(resolve, END_RETRY_MS))
      await writer.flush()
    }
  }

  private holdIn(balance: AccountDay, entitlement: Entitlement, priceCredits: number): Hold | HoldRefusal {
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
