/** Counts accounts' open WebSockets, over all processes that serve together. */
export interface ConnectionCount {
  /** Counts one more; returns false, without counting, if the account has `maxConnections`. */
  open(accountId: string, maxConnections: number): boolean | Promise<boolean>
  close(accountId: string): void
}

/** Counts in this process's memory: one entry per account with a connection. */
export class LocalConnectionCount implements ConnectionCount {
  private readonly openByAccount = new Map<string, number>()

  open(accountId: string, maxConnections: number): boolean {
    const open = this.openByAccount.get(accountId) ?? 0
    if (open >= maxConnections) return false
    this.openByAccount.set(accountId, open + 1)
    return true
  }

  close(accountId: string): void {
    const left = (this.openByAccount.get(accountId) ?? 1) - 1
    if (left === 0) this.openByAccount.delete(accountId)
    else this.openByAccount.set(accountId, left)
  }
}
