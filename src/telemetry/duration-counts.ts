import type { Reading } from './reading.js'

/** From 50 µs, which is what a call costs the gateway itself, to the longest time limits of the contract. */
const BOUNDS_SECONDS = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]
const BOUNDS_MS = Float64Array.from(BOUNDS_SECONDS, (seconds) => seconds * 1000)

/** The counts of one series of a histogram of durations. Counting makes nothing. */
export class DurationCounts {
  /** How many durations there were. */
  count = 0
  /** By the first bound that a duration met; the last are those that met none. */
  private readonly buckets = new Float64Array(BOUNDS_MS.length + 1)
  private sumMs = 0

  see(durationMs: number): void {
    let bucket = 0
    while (bucket < BOUNDS_MS.length && durationMs > BOUNDS_MS[bucket]!) bucket++
    this.buckets[bucket]!++
    this.sumMs += durationMs
    this.count++
  }

  /** The series of the histogram `name`, its buckets cumulative; nothing before the first duration. */
  readings(name: string, labels: Reading['labels']): Reading[] {
    if (this.count === 0) return []
    let count = 0
    const bounded = Array.from(this.buckets, (seen, index) => {
      count += seen
      return { labels: { le: BOUNDS_SECONDS[index] ?? '+Inf', ...labels }, value: count, metricName: `${name}_bucket` }
    })
    return [
      ...bounded,
      { labels, value: this.sumMs / 1000, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ]
  }
}
