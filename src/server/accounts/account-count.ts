/** Counts what accounts have open, over all processes that serve together. */
export interface AccountCount {
  /** Counts one more; returns false, without counting, if the account has `most`. */
  open(accountId: string, most: number): boolean | Promise<boolean>
  close(accountId: string): void
}

/** A kind of thing to count: open WebSockets, or subscriptions. */
export type CountedThing = 'connections' | 'subscriptions'

/** The count of each thing. */
export type AccountCounts = Readonly<Record<CountedThing, AccountCount>>

/** Counts in this process's memory: one entry per account that has something open. */
export class LocalAccountCount implements AccountCount {
  private readonly openByAccount = new Map<string, number>()

  open(accountId: string, most: number): boolean {
    const open = this.openByAccount.get(accountId) ?? 0
    if (open >= most) return false
    this.openByAccount.set(accountId, open + 1)
    return true
  }

  close(accountId: string): void {
    const left = (this.openByAccount.get(accountId) ?? 1) - 1
    if (left === 0) this.openByAccount.delete(accountId)
    else this.openByAccount.set(accountId, left)
  }
}
