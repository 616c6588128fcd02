import { BoundedCache } from './bounded-cache.js'
import { sourceName } from './source-range.js'

const MAX_SOURCES = 10_000

/** Counts the failures of each source address against a budget that fills again with time. */
export interface SourceThrottle {
  /** Whether the source's budget has something left. */
  hasLeft(source: string): boolean
  /** Takes one from the source's budget; false, and nothing taken, when it is empty. */
  take(source: string): boolean
  /** Gives back what `take` took: it was no failure after all. */
  giveBack(source: string): void
}

/** How fast a budget fills, and how much it holds; `perSecond` may change while it runs. `nowMs` counts from 1970. */
export interface SourceBudget {
  perSecond(): number
  /** Seconds' worth of `perSecond` that a budget holds. */
  readonly burstSeconds: number
  nowMs(): number
}

interface SourceBucket {
  left: number
  filledAtMs: number
}

/** Token buckets by source; the 10,000 sources seen last are remembered. */
export const createSourceThrottle = ({ perSecond, burstSeconds, nowMs }: SourceBudget): SourceThrottle => {
  const buckets = new BoundedCache<SourceBucket>(MAX_SOURCES)
  const size = () => Math.max(1, perSecond() * burstSeconds)

  const filled = (source: string): SourceBucket => {
    const name = sourceName(source)
    const now = nowMs()
    let bucket = buckets.get(name)
    if (bucket === undefined) {
      bucket = { left: size(), filledAtMs: now }
      buckets.set(name, bucket)
      return bucket
    }
    const elapsedMs = Math.max(0, now - bucket.filledAtMs)
    bucket.left = Math.min(size(), bucket.left + (elapsedMs * perSecond()) / 1000)
    bucket.filledAtMs = Math.max(now, bucket.filledAtMs)
    return bucket
  }

  return {
    hasLeft: (source) => filled(source).left >= 1,
    take: (source) => {
      const bucket = filled(source)
      if (bucket.left < 1) return false
      bucket.left -= 1
      return true
    },
    giveBack: (source) => {
      const bucket = filled(source)
      bucket.left = Math.min(size(), bucket.left + 1)
    },
  }
}
