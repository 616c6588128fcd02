import { dayNumberOf, dayOf } from '../day.js'
import type { CallErrorStore, DayErrors } from './call-error-store.js'

/** Bounds on different errors between two writes; further ones are not counted. */
const MAX_ROWS = 10_000
const MAX_ROWS_OF_ACCOUNT = 500
/** Rows written in one event-loop turn. */
const GROUP = 100
const WRITE_EVERY_MS = 2_000

/** Identity of an error: whose call, of which method. */
type SeenError = Pick<DayErrors, 'accountId' | 'keyId' | 'network' | 'method' | 'error'>

/** Count and last time of one error; day numbers count from 1970. */
interface CountedErrors {
  readonly seen: SeenError
  readonly dayNumber: number
  calls: number
  lastMs: number
}

/**
 * Counts calls that ended in an error, for the dashboard. A successful call costs nothing; an error
 * costs a map entry, or less if it repeats the previous one.
 *
 * `nowMs` counts from 1970; `afterTurn` runs its action after this turn of the event loop. The
 * caller runs `flushDue` about once a second.
 */
export class CallErrorCounter {
  private counted = new Map<string, CountedErrors>()
  private rowsOfAccount = new Map<string, number>()
  /** The last error counted: a refused caller tends to come back. */
  private last: CountedErrors | undefined
  private writtenMs = 0
  private isWriting = false

  constructor(
    private readonly store: Pick<CallErrorStore, 'recordErrors'>,
    private readonly nowMs: () => number,
    private readonly afterTurn: (action: () => void) => void,
  ) {}

  record(seen: SeenError): void {
    const now = this.nowMs()
    const dayNumber = dayNumberOf(now)
    let row = this.last
    if (row === undefined || row.dayNumber !== dayNumber || !isSame(row.seen, seen)) row = this.rowOf(dayNumber, seen)
    if (row === undefined) return
    row.calls++
    row.lastMs = now
    this.last = row
  }

  /**
   * Writes the counts. They are lost if the write fails, because nothing is billed by them. Rejects
   * with the store's error.
   */
  async flush(): Promise<void> {
    if (this.counted.size === 0) return
    const rows = [...this.counted.values()].map(
      ({ seen, calls, lastMs }): DayErrors => ({
        ...seen,
        day: dayOf(lastMs),
        calls,
        lastAt: new Date(lastMs).toISOString(),
      }),
    )
    this.counted = new Map()
    this.rowsOfAccount = new Map()
    this.last = undefined
    this.writtenMs = this.nowMs()
    this.isWriting = true
    try {
      for (let at = 0; at < rows.length; at += GROUP) {
        if (at > 0) await new Promise<void>((next) => this.afterTurn(next))
        await this.store.recordErrors(rows.slice(at, at + GROUP))
      }
    } finally {
      this.isWriting = false
    }
  }

  /** Flushes at most every two seconds, and not before the last write ended. */
  async flushDue(): Promise<void> {
    // Also when the clock was set back.
    const isDue = Math.abs(this.nowMs() - this.writtenMs) >= WRITE_EVERY_MS
    if (isDue && !this.isWriting) await this.flush()
  }

  /** Undefined if there are too many already. */
  private rowOf(dayNumber: number, seen: SeenError): CountedErrors | undefined {
    const { accountId, keyId, network, method, error } = seen
    const name = `${dayNumber} ${accountId} ${keyId} ${network} ${method} ${error}`
    const known = this.counted.get(name)
    if (known !== undefined || this.counted.size >= MAX_ROWS) return known
    const rowsBefore = this.rowsOfAccount.get(accountId) ?? 0
    if (rowsBefore >= MAX_ROWS_OF_ACCOUNT) return undefined
    this.rowsOfAccount.set(accountId, rowsBefore + 1)
    const row = { seen, dayNumber, calls: 0, lastMs: 0 }
    this.counted.set(name, row)
    return row
  }
}

const isSame = (a: SeenError, b: SeenError): boolean =>
  a.error === b.error &&
  a.method === b.method &&
  a.keyId === b.keyId &&
  a.network === b.network &&
  a.accountId === b.accountId
