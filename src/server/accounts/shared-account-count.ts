import { LocalAccountCount } from './account-count.js'

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
