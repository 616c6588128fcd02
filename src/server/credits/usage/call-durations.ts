import { DAY_MS, type DayRange, dayNumberOf, dayOf } from '../day.js'
import { CallCounter } from './call-counter.js'

/** From 50 µs, the gateway's own cost of a call, to the longest time limits of the contract. */
export const DURATION_BOUNDS_SECONDS = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]
const BOUNDS_MS = Float64Array.from(DURATION_BOUNDS_SECONDS, (seconds) => seconds * 1000)

/** A bucket for each bound, and one for durations above all bounds. */
export const DURATION_BUCKETS = DURATION_BOUNDS_SECONDS.length + 1

/** The bucket of a duration: that of the smallest bound which it does not exceed. */
export const bucketOf = (durationMs: number): number => {
  let bucket = 0
  while (bucket < BOUNDS_MS.length && durationMs > BOUNDS_MS[bucket]!) bucket++
  return bucket
}

/**
 * A percentile in milliseconds, interpolated in its bucket. Durations above all bounds count as the
 * largest bound. `part` is from 0 to 1; `calls` is the sum of the buckets, at least 1.
 */
export const percentileMs = (buckets: ArrayLike<number>, calls: number, part: number): number => {
  let left = part * calls
  for (const [index, upper] of BOUNDS_MS.entries()) {
    const lower = BOUNDS_MS[index - 1] ?? 0
    const seen = buckets[index]!
    if (seen > 0 && left <= seen) return lower + ((upper - lower) * left) / seen
    left -= seen
  }
  return BOUNDS_MS.at(-1)!
}

/** Answered calls of a method on a network, counted in buckets. */
export interface CallDurationRow {
  readonly network: string
  readonly method: string
  readonly buckets: readonly number[]
}

/** Durations of one UTC day and account, to add to the stored counts. */
export interface DayDurations extends CallDurationRow {
  readonly accountId: string
  /** YYYY-MM-DD. */
  readonly day: string
}

/** Counts durations of answered calls; implemented in storage/. */
export interface CallDurationStore {
  /** Adds counts. Rows must differ in day, account, network or method. */
  recordDurations(rows: readonly DayDurations[]): Promise<void>
  /** Sums over UTC days, both ends included; unordered. */
  callDurations(accountId: string, days: DayRange): Promise<CallDurationRow[]>
  /**
   * Deletes counts of days before `beforeDay`, at most `limit` rows. Returns the number deleted, 0
   * if none is left.
   */
  dropDurations(beforeDay: string, limit: number): Promise<number>
}

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
