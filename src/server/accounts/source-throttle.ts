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

interface SourceBucket {
  left: number
  filledAtMs: number
}

/** Counts failures of each source address in token buckets, for the 10,000 sources seen last. */
export class SourceThrottle {
  private readonly buckets = new BoundedCache<SourceBucket>(MAX_SOURCES)

  constructor(private readonly budget: SourceBudget) {}

  /** True if the source's budget is not empty. */
  hasLeft(source: string): boolean {
    return this.filled(source).left >= 1
  }

  /** Takes one from the source's budget; false, without taking, if it is empty. */
  take(source: string): boolean {
    const bucket = this.filled(source)
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }

  /** Returns what `take` took for something that was not a failure. */
  giveBack(source: string): void {
    const bucket = this.filled(source)
    bucket.left = Math.min(this.size(), bucket.left + 1)
  }

  private size(): number {
    return Math.max(1, this.budget.perSecond() * this.budget.burstSeconds)
  }

  private filled(source: string): SourceBucket {
    const name = sourceName(source)
    const now = this.budget.nowMs()
    let bucket = this.buckets.get(name)
    if (bucket === undefined) {
      bucket = { left: this.size(), filledAtMs: now }
      this.buckets.set(name, bucket)
      return bucket
    }
    const elapsedMs = Math.max(0, now - bucket.filledAtMs)
    bucket.left = Math.min(this.size(), bucket.left + (elapsedMs * this.budget.perSecond()) / 1000)
    bucket.filledAtMs = Math.max(now, bucket.filledAtMs)
    return bucket
  }
}
