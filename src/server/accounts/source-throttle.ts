import { TokenBucket } from '../../runtime/token-bucket.js'
import { BoundedCache } from './bounded-cache.js'
import { sourceName } from './source-range.js'

const MAX_SOURCES = 10_000

/** Fill rate and size of a budget; `perSecond` may change at run time. `nowMs` counts from 1970. */
export interface SourceBudget {
  perSecond(): number
  /** Size of the budget in seconds of `perSecond`. */
  readonly burstSeconds: number
  nowMs(): number
}

/** Counts failures of each source address in token buckets, for the 10,000 sources seen last. */
export class SourceThrottle {
  private readonly buckets = new BoundedCache<TokenBucket>(MAX_SOURCES)

  constructor(private readonly budget: SourceBudget) {}

  hasLeft(source: string): boolean {
    return this.bucketOf(source).level(this.budget.perSecond(), this.size(), this.budget.nowMs()) >= 1
  }

  /** Takes one from the source's budget; false, without taking, if it is empty. */
  take(source: string): boolean {
    return this.bucketOf(source).take(1, this.budget.perSecond(), this.size(), this.budget.nowMs()) === 0
  }

  /** Returns what `take` took for something that was not a failure. */
  giveBack(source: string): void {
    this.bucketOf(source).giveBack(1)
  }

  private size(): number {
    return Math.max(1, this.budget.perSecond() * this.budget.burstSeconds)
  }

  private bucketOf(source: string): TokenBucket {
    const name = sourceName(source)
    const known = this.buckets.get(name)
    if (known !== undefined) return known
    const bucket = new TokenBucket()
    this.buckets.set(name, bucket)
    return bucket
  }
}
