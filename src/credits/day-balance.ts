/** Credits of one account or one key on one day: charged for good, and set aside for calls being answered. */
export interface Sum {
  used: number
  held: number
}

/** What the ledger keeps in memory of one account's day. */
export interface DayBalance {
  readonly accountId: string
  readonly day: string
  readonly total: Sum
  readonly keys: Map<string, Sum>
  /** Holds neither charged nor given back, and refunds on their way: while there are any, the book must stay in memory. */
  open: number
}

/** The part of a book that belongs to one key. */
export const keySum = (book: DayBalance, keyId: string): Sum => {
  let sum = book.keys.get(keyId)
  if (sum === undefined) {
    sum = { used: 0, held: 0 }
    book.keys.set(keyId, sum)
  }
  return sum
}

/** Credits that may still be held of `dailyCredits`; never negative, even after a plan shrank. */
export const remainingOf = ({ used, held }: Sum, dailyCredits: number): number =>
  Math.max(0, dailyCredits - used - held)
