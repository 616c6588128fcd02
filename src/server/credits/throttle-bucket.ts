/** Credits are there, or will be after `retryAfterMs`. */
type Taken = { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number }

/**
 * Bounds how many credits an account uses each second, over time; at once it may use
 * `burstCredits`, left out one second's worth.
 */
export interface Throttle {
  /**
   * Takes the price at once or not at all. `nowMs` is the caller's clock; one that goes back
   * refills nothing.
   */
  take(accountId: string, creditsPerSecond: number, priceCredits: number, nowMs: number, burstCredits?: number): Taken
  /** Puts back what `take` took for a call that was not made after all. */
  giveBack(accountId: string, priceCredits: number): void
  /**
   * Takes credits that were used elsewhere already, below nothing if need be: what is missing is
   * waited for by the calls that come.
   */
  takeAnyway(accountId: string, creditsPerSecond: number, credits: number, nowMs: number, burstCredits?: number): void
  /** How many accounts are remembered. */
  readonly size: number
}

/** How fast a bucket fills, and what it holds when it is full. */
interface Rate {
  readonly creditsPerSecond: number
  readonly burstCredits: number
}

interface Bucket {
  credits: number
  /** How much of its rate flows into it; the rest is taken elsewhere. */
  share: number
  filledAtMs: number
  creditsPerSecond: number
  /** What it holds when it is full. */
  burstCredits: number
}

const TAKEN: Taken = { ok: true }
const FILL_MS = 1_000

/**
 * Token buckets, one for each account that called within the time that its burst takes to come
 * back: one that is full again is dropped.
 */
export class BucketThrottle implements Throttle {
  private readonly buckets = new Map<string, Bucket>()
  private nextSweep: number

  /** `sweepAt` is how many accounts are remembered before the full ones are looked for. */
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

  /** Returns the rate of the bucket; undefined when it is full again and forgotten. */
  giveBack(accountId: string, priceCredits: number): Rate | undefined {
    const bucket = this.buckets.get(accountId)
    // What is above the burst, the next `take` cuts off.
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

  /**
   * Sets what a bucket holds, and which share of its rate flows into it from now on: above 0, at
   * most 1.
   */
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

  /** The account's bucket, with what has flown into it until now. */
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
