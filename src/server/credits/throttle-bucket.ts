import { TokenBucket } from '../../runtime/token-bucket.js'

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

/** A token bucket, and how it was used last. */
class Bucket extends TokenBucket implements Rate {
  /** How much of its rate flows into it; the rest is taken elsewhere. */
  share = 1

  constructor(
    public creditsPerSecond: number,
    public burstCredits: number,
  ) {
    super()
  }

  isFull(nowMs: number): boolean {
    return this.level(this.creditsPerSecond * this.share, this.burstCredits, nowMs) >= this.burstCredits
  }
}

const TAKEN: Taken = { ok: true }

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
    const bucket = this.bucketOf(accountId, creditsPerSecond, nowMs, burstCredits)
    // More than a full bucket holds is never taken.
    if (priceCredits > burstCredits) return { ok: false, retryAfterMs: fillMs(burstCredits, creditsPerSecond) }
    const retryAfterMs = bucket.take(priceCredits, creditsPerSecond * bucket.share, burstCredits, nowMs)
    return retryAfterMs === 0 ? TAKEN : { ok: false, retryAfterMs }
  }

  /** Returns the rate of the bucket; undefined when it is full again and forgotten. */
  giveBack(accountId: string, priceCredits: number): Rate | undefined {
    const bucket = this.buckets.get(accountId)
    bucket?.giveBack(priceCredits)
    return bucket
  }

  takeAnyway(
    accountId: string,
    creditsPerSecond: number,
    credits: number,
    nowMs: number,
    burstCredits = creditsPerSecond,
  ): void {
    const bucket = this.bucketOf(accountId, creditsPerSecond, nowMs, burstCredits)
    bucket.spend(credits, creditsPerSecond * bucket.share, burstCredits, nowMs)
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
    const bucket = this.bucketOf(accountId, creditsPerSecond, nowMs, burstCredits)
    const level = bucket.level(creditsPerSecond * bucket.share, burstCredits, nowMs)
    bucket.giveBack(credits - level)
    bucket.share = share
  }

  private bucketOf(accountId: string, creditsPerSecond: number, nowMs: number, burstCredits: number): Bucket {
    let bucket = this.buckets.get(accountId)
    if (bucket === undefined) {
      if (this.buckets.size >= this.nextSweep) this.sweep(nowMs)
      bucket = new Bucket(creditsPerSecond, burstCredits)
      this.buckets.set(accountId, bucket)
    }
    bucket.creditsPerSecond = creditsPerSecond
    bucket.burstCredits = burstCredits
    return bucket
  }

  private sweep(nowMs: number): void {
    for (const [accountId, bucket] of this.buckets) if (bucket.isFull(nowMs)) this.buckets.delete(accountId)
    // Twice what is left, so that many busy accounts do not make every new one sweep.
    this.nextSweep = Math.max(this.sweepAt, this.buckets.size * 2)
  }
}

const fillMs = (credits: number, perSecond: number): number => Math.ceil((credits * 1_000) / perSecond)
