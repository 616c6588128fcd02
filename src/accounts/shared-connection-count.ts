import { createConnectionCount } from './connection-count.js'

/** Counts WebSockets for several processes, named by numbers. */
export interface SharedConnectionCount {
  /** See ConnectionCount. */
  open(process: number, accountId: string, maxConnections: number): boolean
  close(process: number, accountId: string): void
  /** Closes all that a process had: it is gone. */
  closeAll(process: number): void
}

/** Counts in this process's memory. */
export const createSharedConnectionCount = (): SharedConnectionCount => {
  const counts = createConnectionCount()
  const byProcess = new Map<number, Map<string, number>>()
  return {
    open: (process, accountId, maxConnections) => {
      const isOpen = counts.open(accountId, maxConnections)
      if (!isOpen) return false
      const own = byProcess.get(process) ?? new Map<string, number>()
      byProcess.set(process, own.set(accountId, (own.get(accountId) ?? 0) + 1))
      return true
    },
    close: (process, accountId) => {
      const own = byProcess.get(process)
      const left = own?.get(accountId)
      // One that the process opened while this one did not answer was never counted.
      if (own === undefined || left === undefined) return
      counts.close(accountId)
      if (left === 1) own.delete(accountId)
      else own.set(accountId, left - 1)
    },
    closeAll: (process) => {
      for (const [accountId, open] of byProcess.get(process) ?? []) {
        for (let index = 0; index < open; index++) counts.close(accountId)
      }
      byProcess.delete(process)
    },
  }
}
