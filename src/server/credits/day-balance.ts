import type { DayClock } from './day.js'
import type { UsageStore } from './usage/usage-store.js'

/** Credits of one key on one day: charged, or held for calls in flight. */
export class KeyBalance {
  held = 0

  constructor(public used: number) {}

  /** Credits left of `limit`; never negative, even after a plan shrank. */
  remaining(limit: number): number {
    return Math.max(0, limit - this.used - this.held)
  }

  hold(credits: number): void {
    this.held += credits
  }

  release(credits: number): void {
    this.held -= credits
  }

  charge(credits: number): void {
    this.held -= credits
    this.used += credits
  }
}

/** One account's day, in memory. */
export class DayBalance extends KeyBalance {
  /** Open holds and pending refunds. The balance stays in memory while there are any. */
  open = 0

  constructor(
    readonly accountId: string,
    readonly day: string,
    used: number,
    readonly keys: Map<string, KeyBalance>,
  ) {
    super(used)
  }

  override hold(credits: number): void {
    this.held += credits
    this.open++
  }

  override release(credits: number): void {
    this.held -= credits
    this.open--
  }

  override charge(credits: number): void {
    this.held -= credits
    this.used += credits
    this.open--
  }

  key(keyId: string): KeyBalance {
    let balance = this.keys.get(keyId)
    if (balance === undefined) {
      balance = new KeyBalance(0)
      this.keys.set(keyId, balance)
    }
    return balance
  }
}

interface Waiting {
  take(balance: DayBalance): void
  fail(error: unknown): void
}

/**
 * Balances of the current day, read from the store when an account first calls.
 *
 * Balances with open holds are never evicted, because the store does not know those holds. The
 * cache may therefore exceed `maxBalances` for a moment.
 */
export class BalanceCache {
  private readonly balances = new Map<string, DayBalance>()
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
  get(accountId: string): DayBalance | undefined {
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
  read<T>(accountId: string, use: (balance: DayBalance) => T): Promise<T> {
    return new Promise<T>((resolve, fail) => {
      const waiting = { take: (balance: DayBalance) => resolve(use(balance)), fail }
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

  private add(accountId: string, day: string, used: number, keys: ReadonlyMap<string, number>): DayBalance {
    const parts = [...keys].map(([keyId, usedByKey]) => [keyId, new KeyBalance(usedByKey)] as const)
    const balance = new DayBalance(accountId, day, used, new Map(parts))
    this.balances.set(accountId, balance)
    return balance
  }

  /**
   * Prepares a refund to the day's current balance and pins that balance in memory. It may be
   * another object than at the charge, if it was evicted and read again. The refund changes no
   * balance if the day is over or the store cannot be read.
   */
  async prepareRefund({ accountId, day }: DayBalance, keyId: string, credits: number): Promise<() => void> {
    const balance = await this.pin(accountId, day)
    if (balance === undefined) return () => {}
    return () => {
      balance.used -= credits
      balance.key(keyId).used -= credits
      balance.open--
    }
  }

  private async pin(accountId: string, day: string): Promise<DayBalance | undefined> {
    const pin = (balance: DayBalance): DayBalance | undefined => {
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
