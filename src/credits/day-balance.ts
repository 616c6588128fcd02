/** Credits of one key on one day: charged for good, and set aside for calls being answered. */
export class KeyBalance {
  held = 0

  constructor(public used: number) {}

  /** What may still be held of `limit` credits. */
  remaining(limit: number): number {
    return remainingOf(this, limit)
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
  /** Holds neither charged nor given back, and refunds on their way: while there are any, the balance must stay in memory. */
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

/** Credits that may still be held of `dailyCredits`; never negative, even after a plan shrank. */
export const remainingOf = ({ used, held }: { used: number; held: number }, dailyCredits: number): number =>
  Math.max(0, dailyCredits - used - held)
