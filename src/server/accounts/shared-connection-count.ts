import { LocalConnectionCount } from './connection-count.js'

/** Counts WebSockets of several processes, identified by numbers, in this process's memory. */
export class SharedConnectionCount {
  private readonly counts = new LocalConnectionCount()
  private readonly byProcess = new Map<number, Map<string, number>>()

  /** See ConnectionCount. */
  open(process: number, accountId: string, maxConnections: number): boolean {
    if (!this.counts.open(accountId, maxConnections)) return false
    const own = this.byProcess.get(process) ?? new Map<string, number>()
    this.byProcess.set(process, own.set(accountId, (own.get(accountId) ?? 0) + 1))
    return true
  }

  close(process: number, accountId: string): void {
    const own = this.byProcess.get(process)
    const left = own?.get(accountId)
    // A connection that opened while this process did not answer was never counted.
    if (own === undefined || left === undefined) return
    this.counts.close(accountId)
    if (left === 1) own.delete(accountId)
    else own.set(accountId, left - 1)
  }

  /** Closes all connections of a process that is gone. */
  closeAll(process: number): void {
    for (const [accountId, open] of this.byProcess.get(process) ?? []) {
      for (let index = 0; index < open; index++) this.counts.close(accountId)
    }
    this.byProcess.delete(process)
  }
}
