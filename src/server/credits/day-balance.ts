import type { DayClock } from './day.js'
import type { UsageStore } from './usage/usage-store.js'

/** Credits of one key on one day: charged for good, and set aside for calls being answered. */
export class KeyBalance {
  held = 0

  constructor(public used: number) {}

  /** What may still be held of `limit` credits; never negative, even after a plan shrank. */
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

/** What the ledger keeps in memory of one account's day. */
export class DayBalance extends KeyBalance {
  /**
   * Holds neither charged nor given back, and refunds on their way: while there are any, the
   * balance must stay in memory.
   */
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

  /** The part of the balance that belongs to one key. */
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
 * The balances of the current day: read from the store when an account first calls, kept in memory
 * while there is room.
 *
 * A balance with open holds is never put away, for the store does not know of them; so there may be
 * more than `maxBalances` for a moment.
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
   * The account's balance of today, if it is in memory. To be used before the next `await`: later
   * it may have been put away.
   */
  get(accountId: string): DayBalance | undefined {
    const day = this.days.today()
    if (day !== this.day) {
      // Holds that are still open keep their balance themselves; nothing new is held in it.
      this.balances.clear()
      this.day = day
    }
    return this.balances.get(accountId)
  }

  /**
   * Reads the account's balance of today, once for all calls that ask at the same time, and gives
   * it to `use` at once.
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
   * Has a refund change the balance that new holds of its day are taken from, and keeps that in
   * memory until then: the account's may have been put away and read again since the charge. The
   * balance stays as it is when its day is over, or it cannot be read now.
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
    // Looks at a few of the oldest only: when they are all busy, room is made another time.
    let looks = 8
    for (const [accountId, balance] of this.balances) {
      if (this.balances.size <= this.maxBalances || looks-- === 0) return
      this.balances.delete(accountId)
      if (balance.open > 0) this.balances.set(accountId, balance)
    }
  }
}
