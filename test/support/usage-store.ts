import type { ChargeRow, FailoverRow, UsageStore } from '../../src/server/credits/usage/usage-store.js'

/** A store in memory that takes its time, counts, refuses what SQLite would, and can be away. */
export class FakeUsageStore implements Pick<UsageStore, 'readDay' | 'write'> {
  readonly rows: ChargeRow[] = []
  readonly groups: number[] = []
  reads = 0
  isAway = false
  /** Awaited before every read and write takes effect. */
  delay: () => Promise<void> = () => Promise.resolve()
  #writing = 0

  async readDay(accountId: string, day: string) {
    this.reads++
    await this.delay()
    if (this.isAway) throw new Error('disk on fire')
    const keys = new Map<string, number>()
    for (const row of this.rows) {
      if (row.accountId === accountId && row.day === day) keys.set(row.keyId, (keys.get(row.keyId) ?? 0) + row.credits)
    }
    return { account: [...keys.values()].reduce((sum, credits) => sum + credits, 0), keys }
  }

  async write(charges: readonly ChargeRow[]) {
    if (this.#writing > 0) throw new Error('writes overlap')
    this.#writing++
    try {
      await this.delay()
      if (this.isAway) throw new Error('disk on fire')
      this.rows.push(...charges)
      this.groups.push(charges.length)
    } finally {
      this.#writing--
    }
  }

  sum(amount: 'calls' | 'credits' | 'errors' | 'forwarded' | 'cached', day?: string): number {
    return this.rows.reduce((sum, row) => sum + (day === undefined || row.day === day ? row[amount] : 0), 0)
  }
}

/** A call of this method that failed over. */
export const aFailover = (method: string): FailoverRow => ({
  at: '2026-11-29T00:00:00.000Z',
  accountId: 'acc_1',
  keyId: 'key_1',
  network: 'main',
  method,
  partner: 'partner-1',
  reason: 'no_upstream',
  durationMs: 3,
})
