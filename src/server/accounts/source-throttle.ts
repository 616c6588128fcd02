import { TokenBucket } from '../../runtime/token-bucket.js'
import { BoundedCache } from './bounded-cache.js'
import { sourceName } from './source-range.js'

const MAX_SOURCES = 10_000

/**
 * How fast a budget fills, and how much it holds; `perSecond` may change while it runs. `nowMs`
 * counts from 1970.
 */
export interface SourceBudget {
  perSecond(): number
  /** Seconds' worth of `perSecond` that a budget holds. */
  readonly burstSeconds: number
  nowMs(): number
}

/**
 * Counts the failures of each source address against a budget that fills again with time: token
 * buckets, of the 10,000 sources seen last.
 */
export class SourceThrottle {
  private readonly buckets = new BoundedCache<TokenBucket>(MAX_SOURCES)

  constructor(private readonly budget: SourceBudget) {}

  /** Whether the source's budget has something left. */
  hasLeft(source: string): boolean {
    return this.bucketOf(source).level(this.budget.perSecond(), this.size(), this.budget.nowMs()) >= 1
  }

  /** Takes one from the source's budget; false, and nothing taken, when it is empty. */
  take(source: string): boolean {
    return this.bucketOf(source).take(1, this.budget.perSecond(), this.size(), this.budget.nowMs()) === 0
  }

  /** Gives back what `take` took: it was no failure after all. */
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
