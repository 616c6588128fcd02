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

/**
 * Counts what accounts have open in several processes, identified by numbers, in this process's
 * memory.
 */
export class SharedAccountCount {
  private readonly counts = new LocalAccountCount()
  private readonly byProcess = new Map<number, Map<string, number>>()

  /** See AccountCount. */
  open(process: number, accountId: string, most: number): boolean {
    if (!this.counts.open(accountId, most)) return false
    const own = this.byProcess.get(process) ?? new Map<string, number>()
    this.byProcess.set(process, own.set(accountId, (own.get(accountId) ?? 0) + 1))
    return true
  }

  close(process: number, accountId: string): void {
    const own = this.byProcess.get(process)
    const left = own?.get(accountId)
    // It was opened while this process did not answer, and so was never counted.
    if (own === undefined || left === undefined) return
    this.counts.close(accountId)
    if (left === 1) own.delete(accountId)
    else own.set(accountId, left - 1)
  }

  /** Closes all that a process had open which is gone. */
  closeAll(process: number): void {
    for (const [accountId, open] of this.byProcess.get(process) ?? []) {
      for (let index = 0; index < open; index++) this.counts.close(accountId)
    }
    this.byProcess.delete(process)
  }
}
