import type { Steps } from '../../runtime/turns/in-turns.js'
import { DURATION_BOUNDS_SECONDS, DURATION_BUCKETS, percentileMs } from '../credits/usage/call-durations.js'
import type { MetricReadings } from './metrics.js'

/** Length of a slot of the history. */
export const SLOT_MS = 300_000
/** Slots of a day. */
export const DAY_SLOTS = 288

/** Bounds the memory: a row takes 23 kB, so that all take less than 5 MB. */
const MAX_ROWS = 200
/** Name of the row that counts the methods for which there was no row left. */
const OTHERS = 'other methods'

const DURATIONS = 'tollgate_call_duration_seconds'
/** The buckets of all calls, and the number of errors. */
const WIDTH = DURATION_BUCKETS + 1

/** Counts of one slot. Latencies in milliseconds; null without calls. */
export interface CallSlot {
  readonly calls: number
  readonly errors: number
  readonly p50Ms: number | null
  readonly p95Ms: number | null
}

/** Selects rows; undefined selects all. */
export interface CallFilter {
  readonly network?: string | undefined
  readonly method?: string | undefined
}

interface CallRow {
  readonly network: string
  readonly method: string
  readonly counts: Uint32Array
  usedSlot: number
}

/**
 * Calls of the last day by network and method, from differences between readings of the metrics. In
 * memory only.
 *
 * Bounds  200 rows; later methods are counted as one
 */
export class CallHistory {
  private readonly rows = new Map<string, CallRow>()
  private totals = new Map<string, CallTotal>()
  private lastMs: number

  constructor(private readonly sinceMs: number) {
    this.lastMs = sinceMs
  }

  /** Counts the calls since the last readings in the slot in which those were taken. */
  *add(readings: MetricReadings, nowMs: number): Steps<void> {
    const slot = slotOf(this.lastMs)
    const totals = yield* totalsOf(readings)
    for (const [key, total] of totals) {
      this.count(slot, total, this.totals.get(key)?.counts)
      yield
    }
    this.totals = totals
    const latestMs = Math.max(this.lastMs, nowMs)
    this.forget(slotOf(latestMs))
    this.lastMs = latestMs
  }

  names(): { networks: string[]; methods: string[] } {
    const rows = [...this.rows.values()]
    const namesOf = (name: 'network' | 'method') => [...new Set(rows.map((row) => row[name]))].sort()
    return { networks: namesOf('network'), methods: namesOf('method') }
  }

  /** The slots since the start, at most a day, with the time of the first. */
  *read({ network, method }: CallFilter): Steps<{ fromMs: number; slots: CallSlot[] }> {
    const last = slotOf(this.lastMs)
    const first = Math.max(slotOf(this.sinceMs), last - DAY_SLOTS + 1)
    const rows = [...this.rows.values()].filter(
      (row) => (network ?? row.network) === row.network && (method ?? row.method) === row.method,
    )
    const slots: CallSlot[] = []
    for (let slot = first; slot <= last; slot++) {
      slots.push(sumOf(rows, slot))
      yield
    }
    return { fromMs: first * SLOT_MS, slots }
  }

  /** A total falls only when counts were lost; nothing is counted then. */
  private count(slot: number, { network, method, counts }: CallTotal, before: Float64Array | undefined): void {
    const added = counts.map((value, index) => Math.max(0, value - (before?.[index] ?? 0)))
    if (added.every((value) => value === 0)) return
    const row = this.rowFor(network, method)
    row.usedSlot = slot
    const at = (slot % DAY_SLOTS) * WIDTH
    for (const [index, value] of added.entries()) row.counts[at + index]! += value
  }

  private rowFor(network: string, method: string): CallRow {
    const key = JSON.stringify([network, method])
    const found = this.rows.get(key)
    if (found !== undefined) return found
    if (this.rows.size >= MAX_ROWS && method !== OTHERS) return this.rowFor(network, OTHERS)
    const row = { network, method, counts: new Uint32Array(DAY_SLOTS * WIDTH), usedSlot: 0 }
    this.rows.set(key, row)
    return row
  }

  /** Clears the slots that begin again, and removes rows without a call in a day. */
  private forget(slot: number): void {
    const begun = Math.min(slot - slotOf(this.lastMs), DAY_SLOTS)
    for (const [key, row] of this.rows) {
      if (slot - row.usedSlot >= DAY_SLOTS) this.rows.delete(key)
      for (let back = 0; back < begun; back++) {
        const at = ((slot - back) % DAY_SLOTS) * WIDTH
        row.counts.fill(0, at, at + WIDTH)
      }
    }
  }
}

const slotOf = (ms: number): number => Math.floor(ms / SLOT_MS)

interface CallTotal {
  readonly network: string
  readonly method: string
  readonly counts: Float64Array
}

/** Totals since the start, by network and method. */
function* totalsOf(readings: MetricReadings): Steps<Map<string, CallTotal>> {
  const totals = new Map<string, CallTotal>()
  const series = readings.find(({ name }) => name === DURATIONS)?.values ?? []
  for (const one of series as { labels: Record<string, string | number>; value: number; metricName?: string }[]) {
    const { network, method, outcome, le } = one.labels
    const key = `${network} ${method}`
    const total = totals.get(key) ?? {
      network: String(network),
      method: String(method),
      counts: new Float64Array(WIDTH),
    }
    totals.set(key, total)
    if (le !== undefined) addBucket(total.counts, le, one.value)
    else if (one.metricName === `${DURATIONS}_count` && outcome !== 'ok') total.counts[DURATION_BUCKETS]! += one.value
    yield
  }
  return totals
}

/** Undoes the cumulation: takes the count from the next larger bucket. */
const addBucket = (counts: Float64Array, le: string | number, value: number): void => {
  const bucket = le === '+Inf' ? DURATION_BUCKETS - 1 : DURATION_BOUNDS_SECONDS.indexOf(Number(le))
  counts[bucket]! += value
  if (bucket + 1 < DURATION_BUCKETS) counts[bucket + 1]! -= value
}

const sumOf = (rows: readonly CallRow[], slot: number): CallSlot => {
  const at = (slot % DAY_SLOTS) * WIDTH
  const sums = new Float64Array(WIDTH)
  for (const { counts } of rows) for (let index = 0; index < WIDTH; index++) sums[index]! += counts[at + index]!
  const buckets = sums.subarray(0, DURATION_BUCKETS)
  const calls = buckets.reduce((all, value) => all + value, 0)
  const percentile = (part: number) => (calls === 0 ? null : percentileMs(buckets, calls, part))
  return { calls, errors: sums[DURATION_BUCKETS]!, p50Ms: percentile(0.5), p95Ms: percentile(0.95) }
}
