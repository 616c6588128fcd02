import { dayOf } from '../day.js'
import type { CallErrorStore, DayErrors } from './call-error.js'

/** Different errors between two writes; of further ones the calls are not counted. */
const MAX_ROWS = 10_000
const WRITE_EVERY_MS = 2_000

/** What is known of a call that came to an error. */
export type SeenError = Pick<DayErrors, 'accountId' | 'keyId' | 'network' | 'method' | 'error'>

type CountedErrors = { -readonly [Name in keyof DayErrors]: DayErrors[Name] }

/**
 * Counts calls that came to an error, for the dashboard, away from the calls themselves: a call that is answered costs nothing, one that
 * is not an entry of a map. `nowMs` counts from 1970; `flushDue` is for the caller to call, about once a second.
 */
export class CallErrors {
  private seen = new Map<string, CountedErrors>()
  private writtenMs = 0

  constructor(
    private readonly store: Pick<CallErrorStore, 'recordErrors'>,
    private readonly nowMs: () => number,
  ) {}

  saw({ accountId, keyId, network, method, error }: SeenError): void {
    const now = this.nowMs()
    const day = dayOf(now)
    const name = `${day} ${accountId} ${keyId} ${network} ${method} ${error}`
    const row = this.seen.get(name)
    if (row !== undefined) {
      row.calls += 1
      row.lastAt = new Date(now).toISOString()
      return
    }
    if (this.seen.size >= MAX_ROWS) return
    this.seen.set(name, {
      accountId,
      keyId,
      network,
      method,
      error,
      day,
      calls: 1,
      lastAt: new Date(now).toISOString(),
    })
  }

  /** Writes what was seen; what cannot be written is lost, for it is no account of anything. Rejects with the store's error. */
  async flush(): Promise<void> {
    if (this.seen.size === 0) return
    const rows = [...this.seen.values()]
    this.seen = new Map()
    this.writtenMs = this.nowMs()
    await this.store.recordErrors(rows)
  }

  /** The same, but every two seconds at the most. */
  async flushDue(): Promise<void> {
    if (this.nowMs() - this.writtenMs >= WRITE_EVERY_MS) await this.flush()
  }
}
