import { TokenBucket } from '../../runtime/token-bucket.js'
import type { Entitlement } from '../accounts/account.js'

/** Credits per second, and the credits that may be used at once. */
export interface CreditRate {
  readonly creditsPerSecond: number
  readonly burstCredits: number
}

/** Makes a rate; by default one second's worth may be used at once. */
export const creditRate = (creditsPerSecond: number, burstCredits = creditsPerSecond): CreditRate => ({
  creditsPerSecond,
  burstCredits,
})

/** Bounds the credits per second of accounts and keys, which `id` names, over time. */
export interface Throttle {
  /**
   * Takes the whole price or nothing. Returns 0 if it was taken, else the milliseconds until there
   * is enough. `nowMs` is the caller's clock; if it goes back, nothing is refilled.
   */
  take(id: string, rate: CreditRate, priceCredits: number, nowMs: number): number
  /** Returns what `take` took for a call that was not made. */
  giveBack(id: string, priceCredits: number): void
  /**
   * Takes credits that were already used elsewhere. The balance may become negative; later calls
   * then wait.
   */
  takeAnyway(id: string, rate: CreditRate, credits: number, nowMs: number): void
  /** Credits that were taken beyond what the bucket had; 0 if it is not in debt. */
  debt(id: string, creditsPerSecond: number, nowMs: number): number
}

/** A limit for which there were too few credits, and when there will be enough. */
export interface ExceededRate {
  readonly creditsPerSecond: number
  readonly retryAfterMs: number
}

/**
 * Takes credits from the second of a key that has a separate limit, and from its account's second:
 * from both or from none. Returns the limit that is exceeded, the key's first.
 */
export const takeFor = (
  throttle: Pick<Throttle, 'take' | 'giveBack'>,
  entitlement: Entitlement,
  credits: number,
  nowMs: number,
): ExceededRate | undefined => {
  const { account, key } = entitlement
  if (key.creditsPerSecond !== undefined) {
    const retryAfterMs = throttle.take(key.id, creditRate(key.creditsPerSecond), credits, nowMs)
    if (retryAfterMs !== 0) return { creditsPerSecond: key.creditsPerSecond, retryAfterMs }
  }
  const retryAfterMs = throttle.take(account.id, entitlement, credits, nowMs)
  if (retryAfterMs === 0) return undefined
  if (key.creditsPerSecond !== undefined) throttle.giveBack(key.id, credits)
  return { creditsPerSecond: entitlement.creditsPerSecond, retryAfterMs }
}

/** Returns what `takeFor` took. */
export const giveBackFor = (
  throttle: Pick<Throttle, 'giveBack'>,
  { account, key }: Entitlement,
  credits: number,
): void => {
  if (key.creditsPerSecond !== undefined) throttle.giveBack(key.id, credits)
  throttle.giveBack(account.id, credits)
}

/** Takes credits that were already used from account and key. */
export const takeAnywayFor = (
  throttle: Pick<Throttle, 'takeAnyway'>,
  entitlement: Entitlement,
  credits: number,
  nowMs: number,
): void => {
  const { account, key } = entitlement
  throttle.takeAnyway(account.id, entitlement, credits, nowMs)
  if (key.creditsPerSecond !== undefined) throttle.takeAnyway(key.id, creditRate(key.creditsPerSecond), credits, nowMs)
}

/** True if account or key owe more than what their rate gives in `seconds`. */
export const isInDebt = (
  throttle: Pick<Throttle, 'debt'>,
  { account, key, creditsPerSecond }: Entitlement,
  seconds: number,
  nowMs: number,
): boolean => {
  const isOver = (id: string, rate: number): boolean => throttle.debt(id, rate, nowMs) > rate * seconds
  if (isOver(account.id, creditsPerSecond)) return true
  return key.creditsPerSecond !== undefined && isOver(key.id, key.creditsPerSecond)
}

/** A token bucket with the rate and the burst of its last use. */
class Bucket extends TokenBucket implements CreditRate {
  /** Part of the rate that flows into this bucket; other processes get the rest. */
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

/** Token buckets, one per account or key. A bucket that is full again is dropped. */
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

  take(id: string, rate: CreditRate, priceCredits: number, nowMs: number): number {
    const { creditsPerSecond, burstCredits } = rate
    const bucket = this.bucketOf(id, rate, nowMs)
    // More than a full bucket holds is never taken.
    if (priceCredits > burstCredits) return fillMs(burstCredits, creditsPerSecond)
    return bucket.take(priceCredits, creditsPerSecond * bucket.share, burstCredits, nowMs)
  }

  /** Returns the bucket's rate; undefined if the bucket was full and dropped. */
  giveBack(id: string, priceCredits: number): CreditRate | undefined {
    const bucket = this.buckets.get(id)
    bucket?.giveBack(priceCredits)
    return bucket
  }

  takeAnyway(id: string, rate: CreditRate, credits: number, nowMs: number): void {
    const bucket = this.bucketOf(id, rate, nowMs)
    bucket.spend(credits, rate.creditsPerSecond * bucket.share, rate.burstCredits, nowMs)
  }

  debt(id: string, creditsPerSecond: number, nowMs: number): number {
    const bucket = this.buckets.get(id)
    if (bucket === undefined) return 0
    return Math.max(0, -bucket.level(creditsPerSecond * bucket.share, bucket.burstCredits, nowMs))
  }

  /** Sets a bucket's credits and its share of the rate from now on (above 0, at most 1). */
  set(id: string, rate: CreditRate, credits: number, share: number, nowMs: number): void {
    const bucket = this.bucketOf(id, rate, nowMs)
    const level = bucket.level(rate.creditsPerSecond * bucket.share, rate.burstCredits, nowMs)
    bucket.giveBack(credits - level)
    bucket.share = share
  }

  private bucketOf(id: string, { creditsPerSecond, burstCredits }: CreditRate, nowMs: number): Bucket {
    let bucket = this.buckets.get(id)
    if (bucket === undefined) {
      if (this.buckets.size >= this.nextSweep) this.sweep(nowMs)
      bucket = new Bucket(creditsPerSecond, burstCredits)
      this.buckets.set(id, bucket)
    }
    bucket.creditsPerSecond = creditsPerSecond
    bucket.burstCredits = burstCredits
    return bucket
  }

  private sweep(nowMs: number): void {
    for (const [id, bucket] of this.buckets) if (bucket.isFull(nowMs)) this.buckets.delete(id)
    // Twice what is left, so that many busy accounts do not make every new one sweep.
    this.nextSweep = Math.max(this.sweepAt, this.buckets.size * 2)
  }
}

const fillMs = (credits: number, perSecond: number): number => Math.max(1, Math.ceil((credits * 1_000) / perSecond))
