const WINDOW_MS = 60_000
/** A rate over less time says nothing. */
const MIN_RATE_MS = 5_000
const BUCKET_MS = 1_000

interface SpentBucket {
  readonly atMs: number
  credits: number
}

/** Counts the events of a stream and their credits. */
export class StreamTotals {
  events = 0
  /** Events that took others back: these are free. */
  removed = 0
  credits = 0
  private startedMs = 0
  /** Credits of events by the second, for the last minute. */
  private readonly buckets: SpentBucket[] = []

  subscribed(credits: number, nowMs: number): void {
    this.credits += credits
    this.startedMs = nowMs
    this.buckets.length = 0
  }

  event(credits: number, isRemoved: boolean, nowMs: number): void {
    this.events += 1
    if (isRemoved) {
      this.removed += 1
      return
    }
    this.credits += credits
    const newest = this.buckets.at(-1)
    if (newest !== undefined && nowMs - newest.atMs < BUCKET_MS) newest.credits += credits
    else this.buckets.push({ atMs: nowMs, credits })
    if (this.buckets.length > WINDOW_MS / BUCKET_MS) this.buckets.shift()
  }

  /** Credits of events in the last minute, or at that pace; undefined while it is too early. */
  perMinute(nowMs: number): number | undefined {
    const spanMs = Math.min(nowMs - this.startedMs, WINDOW_MS)
    if (this.startedMs === 0 || spanMs < MIN_RATE_MS) return undefined
    const recent = this.buckets.filter(({ atMs }) => nowMs - atMs < spanMs)
    return Math.round((recent.reduce((sum, { credits }) => sum + credits, 0) * WINDOW_MS) / spanMs)
  }
}
