/** The credits were taken, or will be available after `retryAfterMs`. */
type Taken = { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number }

/**
 * Bounds an account's credits per second over time. At once it may use `burstCredits`, by default
 * one second's worth.
 */
export interface Throttle {
  /**
   * Takes the whole price or nothing. `nowMs` is the caller's clock; if it goes back, nothing is
   * refilled.
   */
  take(accountId: string, creditsPerSecond: number, priceCredits: number, nowMs: number, burstCredits?: number): Taken
  /** Returns what `take` took for a call that was not made. */
  giveBack(accountId: string, priceCredits: number): void
  /**
   * Takes credits that were already used elsewhere. The balance may become negative; later calls
   * then wait.
   */
  takeAnyway(accountId: string, creditsPerSecond: number, credits: number, nowMs: number, burstCredits?: number): void
  /** Number of remembered accounts. */
  readonly size: number
}

/** A bucket's fill rate and capacity. */
interface Rate {
  readonly creditsPerSecond: number
  readonly burstCredits: number
}

interface Bucket {
  credits: number
  /** Part of the rate that flows into this bucket; other processes get the rest. */
  share: number
  filledAtMs: number
  creditsPerSecond: number
  /** Capacity. */
  burstCredits: number
}

const TAKEN: Taken = { ok: true }
const FILL_MS = 1_000

/** Token buckets, one per account. A bucket that is full again is dropped. */
export class BucketThrottle implements Throttle {
  private readonly buckets = new Map<string, Bucket>()
  private nextSweep: number

  /** `sweepAt` is the number of buckets at which full ones are dropped. */
  constructor(private readonly sweepAt = 10_000) {
    this.nextSweep = sweepAt
  }

  get size(): number {
    return this.buckets.size
  }

  take(
    accountId: string,
    creditsPerSecond: number,
    priceCredits: number,
    nowMs: number,
    burstCredits = creditsPerSecond,
  ): Taken {
    const bucket = this.filled(accountId, creditsPerSecond, nowMs, burstCredits)
    if (bucket.credits >= priceCredits) {
      bucket.credits -= priceCredits
      return TAKEN
    }
    const missing = Math.min(priceCredits, burstCredits) - bucket.credits
    return {
      ok: false,
      retryAfterMs: Math.max(1, Math.ceil((missing * FILL_MS) / (creditsPerSecond * bucket.share))),
    }
  }

  /** Returns the bucket's rate; undefined if the bucket was full and dropped. */
  giveBack(accountId: string, priceCredits: number): Rate | undefined {
    const bucket = this.buckets.get(accountId)
    // The next `take` cuts off what exceeds the burst.
    if (bucket !== undefined) bucket.credits += priceCredits
    return bucket
  }

  takeAnyway(
    accountId: string,
    creditsPerSecond: number,
    credits: number,
    nowMs: number,
    burstCredits = creditsPerSecond,
  ): void {
    this.filled(accountId, creditsPerSecond, nowMs, burstCredits).credits -= credits
  }

  /** Sets a bucket's credits and its share of the rate from now on (above 0, at most 1). */
  set(
    accountId: string,
    creditsPerSecond: number,
    burstCredits: number,
    credits: number,
    share: number,
    nowMs: number,
  ): void {
    const bucket = this.filled(accountId, creditsPerSecond, nowMs, burstCredits)
    bucket.credits = Math.min(burstCredits, credits)
    bucket.share = share
  }

  /** The account's bucket, refilled until now. */
  private filled(accountId: string, creditsPerSecond: number, nowMs: number, burstCredits: number): Bucket {
    let bucket = this.buckets.get(accountId)
    if (bucket === undefined) {
      if (this.buckets.size >= this.nextSweep) this.sweep(nowMs)
      bucket = { credits: burstCredits, share: 1, filledAtMs: nowMs, creditsPerSecond, burstCredits }
      this.buckets.set(accountId, bucket)
    }
    const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs)
    const flown = (elapsedMs * bucket.creditsPerSecond * bucket.share) / FILL_MS
    bucket.credits = Math.min(burstCredits, bucket.credits + flown)
    bucket.filledAtMs = Math.max(nowMs, bucket.filledAtMs)
    bucket.creditsPerSecond = creditsPerSecond
    bucket.burstCredits = burstCredits
    return bucket
  }

  private sweep(nowMs: number): void {
    for (const [accountId, { credits, creditsPerSecond, burstCredits, filledAtMs, share }] of this.buckets) {
      const missing = burstCredits - credits
      if ((nowMs - filledAtMs) * creditsPerSecond * share >= missing * FILL_MS) this.buckets.delete(accountId)
    }
    // Twice what is left, so that many busy accounts do not make every new one sweep.
    this.nextSweep = Math.max(this.sweepAt, this.buckets.size * 2)
  }
}
