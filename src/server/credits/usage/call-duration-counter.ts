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
 * costs two look-ups; it allocates only the first time between two writes.
 */
export class CallDurationCounter extends CallCounter<CountedDurations> {
  private accounts = new Map<string, Map<string, CountedDurations>>()

  constructor(
    private readonly store: Pick<CallDurationStore, 'recordDurations'>,
    nowMs: () => number,
    afterTurn: (action: () => void) => void,
  ) {
    super(nowMs, afterTurn)
  }

  record(accountId: string, network: string, method: string, durationMs: number): void {
    const dayNumber = dayNumberOf(this.nowMs())
    const first = this.accounts.get(accountId)?.get(method)
    let row = first
    while (row !== undefined && (row.network !== network || row.dayNumber !== dayNumber)) row = row.next
    if (row === undefined && this.hasRoomFor(accountId)) {
      row = { accountId, network, method, dayNumber, buckets: Array(DURATION_BUCKETS).fill(0), next: first }
      this.begin(row)
    }
    if (row !== undefined) row.buckets[bucketOf(durationMs)]!++
  }

  protected forget(): void {
    this.accounts = new Map()
  }

  protected write(rows: readonly CountedDurations[]): Promise<void> {
    return this.store.recordDurations(
      rows.map(({ accountId, network, method, dayNumber, buckets }) => ({
        ...{ accountId, network, method, buckets },
        day: dayOf(dayNumber * DAY_MS),
      })),
    )
  }

  private begin(row: CountedDurations): void {
    const methods = this.accounts.get(row.accountId) ?? new Map<string, CountedDurations>()
    methods.set(row.method, row)
    this.accounts.set(row.accountId, methods)
    this.add(row.accountId, row)
  }
}
