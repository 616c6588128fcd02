/** Counts the WebSockets that accounts have open, over all processes that serve together. */
export interface ConnectionCount {
  /** Counts one more; false, and nothing counted, when the account has `maxConnections` already. */
  open(accountId: string, maxConnections: number): boolean | Promise<boolean>
  close(accountId: string): void
}

/** Counts in this process's memory: an entry for each account that has a connection. */
export const createConnectionCount = (): ConnectionCount & {
  open(...args: Parameters<ConnectionCount['open']>): boolean
} => {
  const openByAccount = new Map<string, number>()
  return {
    open: (accountId, maxConnections) => {
      const open = openByAccount.get(accountId) ?? 0
      if (open >= maxConnections) return false
      openByAccount.set(accountId, open + 1)
      return true
    },
    close: (accountId) => {
      const left = (openByAccount.get(accountId) ?? 1) - 1
      if (left === 0) openByAccount.delete(accountId)
      else openByAccount.set(accountId, left)
    },
  }
}
