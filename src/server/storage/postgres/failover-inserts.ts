import type { Kysely } from 'kysely'
import type { FailoverRow, UsageStore } from '../../credits/usage/usage-store.js'
import type { Tables } from '../tables.js'

interface WaitingRow {
  readonly row: FailoverRow
  resolve(): void
  reject(error: unknown): void
}

/** Rows of an insert. */
const MAX_TOGETHER = 100

const toColumns = ({ accountId, keyId, durationMs, ...row }: FailoverRow) => ({
  ...row,
  account_id: accountId,
  key_id: keyId,
  duration_ms: durationMs,
})

/**
 * Records calls that failed over, one insert at a time: the other connections are for leases and
 * charges. Calls that are recorded while an insert is under way share the next one.
 *
 * Errors  after a failure those that wait are rejected, too: a store that hangs takes seconds each
 */
export class FailoverInserts {
  private waiting: WaitingRow[] = []
  private isRunning = false

  constructor(private readonly db: Kysely<Tables>) {}

  readonly recordForwarded: UsageStore['recordForwarded'] = (row) =>
    new Promise((resolve, reject) => {
      this.waiting.push({ row, resolve, reject })
      if (!this.isRunning) void this.insertAll()
    })

  private async insertAll(): Promise<void> {
    this.isRunning = true
    while (this.waiting.length > 0) await this.insert(this.waiting.splice(0, MAX_TOGETHER))
    this.isRunning = false
  }

  private async insert(together: readonly WaitingRow[]): Promise<void> {
    try {
      await this.db
        .insertInto('forwarded')
        .values(together.map(({ row }) => toColumns(row)))
        .execute()
      for (const { resolve } of together) resolve()
    } catch (error) {
      for (const { reject } of [...together, ...this.waiting.splice(0)]) reject(error)
    }
  }
}
