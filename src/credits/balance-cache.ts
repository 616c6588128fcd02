import { DayBalance, KeyBalance } from './day-balance.js'
import type { UsageStore } from './usage/usage-store.js'

interface Waiting {
  take(book: DayBalance): void
  fail(error: unknown): void
}

/**
 * The books of the current day: read from the store when an account first calls, kept in memory while there is room.
 *
 * A book with open holds is never put away, for the store does not know of them; so there may be more than `maxBooks` for a moment.
 */
export class BalanceCache {
  readonly #books = new Map<string, DayBalance>()
  readonly #waiting = new Map<string, Waiting[]>()
  #day = ''

  constructor(
    readonly store: Pick<UsageStore, 'readDay'>,
    readonly maxBooks: number,
    /** The current day, which never goes back. */
    readonly today: () => string,
  ) {}

  get size(): number {
    return this.#books.size
  }

  /** The account's book of today, if it is in memory. To be used before the next `await`: later it may have been put away. */
  get(accountId: string): DayBalance | undefined {
    const day = this.today()
    if (day !== this.#day) {
      // Holds that are still open keep their book themselves; nothing new is held in it.
      this.#books.clear()
      this.#day = day
    }
    return this.#books.get(accountId)
  }

  /**
   * Reads the account's book of today, once for all who ask at the same time, and gives it to `use` at once.
   *
   * Errors  rejects when the store does
   */
  read<T>(accountId: string, use: (book: DayBalance) => T): Promise<T> {
    return new Promise<T>((resolve, fail) => {
      const waiting = { take: (book: DayBalance) => resolve(use(book)), fail }
      const others = this.#waiting.get(accountId)
      if (others !== undefined) {
        others.push(waiting)
        return
      }
      const all = [waiting]
      this.#waiting.set(accountId, all)
      void this.#read(accountId, all)
    })
  }

  async #read(accountId: string, waiting: readonly Waiting[]): Promise<void> {
    try {
      let book = this.get(accountId)
      while (book === undefined) {
        const day = this.today()
        const { account, keys } = await this.store.readDay(accountId, day)
        // Midnight may pass while the store is read.
        if (day !== this.today()) continue
        book = this.get(accountId) ?? this.#add(accountId, day, account, keys)
      }
      this.#waiting.delete(accountId)
      for (const { take } of waiting) take(book)
      this.#makeRoom()
    } catch (error) {
      this.#waiting.delete(accountId)
      for (const { fail } of waiting) fail(error)
    }
  }

  #add(accountId: string, day: string, used: number, keys: ReadonlyMap<string, number>): DayBalance {
    const parts = [...keys].map(([keyId, usedByKey]) => [keyId, new KeyBalance(usedByKey)] as const)
    const book = new DayBalance(accountId, day, used, new Map(parts))
    this.#books.set(accountId, book)
    return book
  }

  /**
   * Has a refund change the balance that new holds of its day are taken from, and keeps that in memory until then: the account's may have
   * been put away and read again since the charge. The balance stays as it is when its day is over, or it cannot be read now.
   */
  async prepareRefund({ accountId, day }: DayBalance, keyId: string, credits: number): Promise<() => void> {
    const book = await this.#pin(accountId, day)
    if (book === undefined) return () => {}
    return () => {
      book.used -= credits
      book.key(keyId).used -= credits
      book.open--
    }
  }

  async #pin(accountId: string, day: string): Promise<DayBalance | undefined> {
    const pin = (book: DayBalance): DayBalance | undefined => {
      // Midnight may pass while the store is read.
      if (book.day !== day) return undefined
      book.open++
      return book
    }
    const present = this.get(accountId)
    if (present !== undefined) return pin(present)
    if (this.today() !== day) return undefined
    return this.read(accountId, pin).catch(() => undefined)
  }

  #makeRoom(): void {
    // Looks at a few of the oldest only: when they are all busy, room is made another time.
    let looks = 8
    for (const [accountId, book] of this.#books) {
      if (this.#books.size <= this.maxBooks || looks-- === 0) return
      this.#books.delete(accountId)
      if (book.open > 0) this.#books.set(accountId, book)
    }
  }
}
