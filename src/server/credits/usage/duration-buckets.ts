/** From 50 µs, the gateway's own cost of a call, to the longest time limits of the contract. */
export const DURATION_BOUNDS_SECONDS = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]
const BOUNDS_MS = Float64Array.from(DURATION_BOUNDS_SECONDS, (seconds) => seconds * 1000)

/** A bucket for each bound, and one for durations above all bounds. */
export const DURATION_BUCKETS = DURATION_BOUNDS_SECONDS.length + 1

/** The bucket of a duration: that of the smallest bound which it does not exceed. */
export const bucketOf = (durationMs: number): number => {
  let bucket = 0
  while (bucket < BOUNDS_MS.length && durationMs > BOUNDS_MS[bucket]!) bucket++
  return bucket
}

/**
 * A percentile in milliseconds, interpolated in its bucket. Durations above all bounds count as the
 * largest bound. `part` is from 0 to 1; `calls` is the sum of the buckets, at least 1.
 */
export const percentileMs = (buckets: ArrayLike<number>, calls: number, part: number): number => {
  let left = part * calls
  for (const [index, upper] of BOUNDS_MS.entries()) {
    const lower = BOUNDS_MS[index - 1] ?? 0
    const seen = buckets[index]!
    if (seen > 0 && left <= seen) return lower + ((upper - lower) * left) / seen
    left -= seen
  }
  return BOUNDS_MS.at(-1)!
}
