import { DAY_MS, dayNumberOf, dayOf } from '../day.js'
import { CallCounter } from './call-counter.js'
import type { CallDurationStore, DayDurations } from './call-duration-store.js'
import { bucketOf, DURATION_BUCKETS } from './duration-buckets.js'

interface CountedDurations extends Omit<DayDurations, 'day' | 'buckets'> {
  /** Counts from 1970. */
  readonly dayNumber: number
  readonly buckets: number[]
  /** The account's row of the same method on another network or day. */
  readonly next: CountedDurations | undefined
}

/**
 * Counts the durations of answered calls, for the latency that an account's holder sees. A call
 * costs two look-ups, or none if it is like the one before. It allocates only the first time
 * between two writes.
 */
export class CallDurationCounter extends CallCounter<CountedDurations> {
  private accounts = new Map<string, Map<string, CountedDurations>>()
  /** The last row counted in: calls of a batch, and most in a row, have the same. */
  private last: CountedDurations | undefined

  constructor(
    private readonly store: Pick<CallDurationStore, 'recordDurations'>,
    nowMs: () => number,
    afterTurn: (action: () => void) => void,
  ) {
    super(nowMs, afterTurn)
  }

  record(accountId: string, network: string, method: string, durationMs: number): void {
    const dayNumber = dayNumberOf(this.nowMs())
    let row = this.last
    if (row?.accountId !== accountId || row.method !== method || row.network !== network || row.dayNumber !== dayNumber)
      row = this.rowOf(accountId, network, method, dayNumber)
    if (row === undefined) return
    row.buckets[bucketOf(durationMs)]!++
    this.last = row
  }

  /** Undefined if there are too many already. */
  private rowOf(accountId: string, network: string, method: string, dayNumber: number): CountedDurations | undefined {
    const next = this.accounts.get(accountId)?.get(method)
    for (let row = next; row !== undefined; row = row.next)
      if (row.network === network && row.dayNumber === dayNumber) return row
    if (!this.hasRoomFor(accountId)) return undefined
    const row = { accountId, network, method, dayNumber, buckets: Array(DURATION_BUCKETS).fill(0), next }
    const methods = this.accounts.get(accountId) ?? new Map<string, CountedDurations>()
    this.accounts.set(accountId, methods.set(method, row))
    this.add(accountId, row)
    return row
  }

  protected forget(): void {
    this.accounts = new Map()
    this.last = undefined
  }

  protected write(rows: readonly CountedDurations[]): Promise<void> {
    return this.store.recordDurations(
      rows.map(({ accountId, network, method, dayNumber, buckets }) => ({
        ...{ accountId, network, method, buckets },
        day: dayOf(dayNumber * DAY_MS),
      })),
    )
  }
}
