import { dayNumberOf, dayOf } from '../day.js'
import type { CallErrorStore, DayErrors } from './call-error.js'

/** Different errors between two writes; of further ones the calls are not counted. */
const MAX_ROWS = 10_000
const WRITE_EVERY_MS = 2_000

/** What is known of a call that came to an error. */
type SeenError = Pick<DayErrors, 'accountId' | 'keyId' | 'network' | 'method' | 'error'>

/** What was counted of one of them, and when the last was; the day's number counts from 1970. */
interface CountedErrors {
  readonly seen: SeenError
  readonly dayNumber: number
  calls: number
  lastMs: number
}

/**
 * Counts calls that came to an error, for the dashboard, away from the calls themselves: a call
 * that is answered costs nothing, one that is not an entry of a map, and less where it is the same
 * error as the one before. `nowMs` counts from 1970; `flushDue` is for the caller to call, about
 * once a second.
 */
export class CallErrors {
  private counted = new Map<string, CountedErrors>()
  /** What was counted last is mostly what is counted next: a caller that is refused comes back. */
  private last: CountedErrors | undefined
  private writtenMs = 0

  constructor(
    private readonly store: Pick<CallErrorStore, 'recordErrors'>,
    private readonly nowMs: () => number,
  ) {}

  saw(seen: SeenError): void {
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
   * Writes what was seen; what cannot be written is lost, for it is no account of anything. Rejects
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
    this.last = undefined
    this.writtenMs = this.nowMs()
    await this.store.recordErrors(rows)
  }

  /** The same, but every two seconds at the most. */
  async flushDue(): Promise<void> {
    if (this.nowMs() - this.writtenMs >= WRITE_EVERY_MS) await this.flush()
  }

  /** Undefined: there are too many already. */
  private rowOf(dayNumber: number, seen: SeenError): CountedErrors | undefined {
    const { accountId, keyId, network, method, error } = seen
    const name = `${dayNumber} ${accountId} ${keyId} ${network} ${method} ${error}`
    const known = this.counted.get(name)
    if (known !== undefined || this.counted.size >= MAX_ROWS) return known
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
