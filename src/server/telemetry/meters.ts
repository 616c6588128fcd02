import { bucketOf, DURATION_BOUNDS_SECONDS, DURATION_BUCKETS } from '../credits/usage/call-durations.js'
import type { Observation } from '../pipeline/stages/observe.js'
import type { LoopLag } from './process-metrics.js'
import type { Reading } from './registration.js'

type ThreeLabels = Readonly<Record<string, string>>

/**
 * Keeps a value for each set of three labels. Look-ups allocate no label object and no key, which
 * is where prom-client's metrics spend their time.
 */
export class LabelledSeries<Kept> {
  private readonly kept = new Map<string, Map<string, Map<string, Kept>>>()
  /** The last value is usually asked for again. */
  private last: Kept | undefined
  private lastFirst = ''
  private lastSecond = ''
  private lastThird = ''

  constructor(
    private readonly labelNames: readonly [string, string, string],
    private readonly make: (labels: ThreeLabels) => Kept,
  ) {}

  at(first: string, second: string, third: string): Kept {
    if (this.last === undefined || third !== this.lastThird || second !== this.lastSecond || first !== this.lastFirst) {
      this.last = this.kept.get(first)?.get(second)?.get(third) ?? this.begin(first, second, third)
      this.lastFirst = first
      this.lastSecond = second
      this.lastThird = third
    }
    return this.last
  }

  all(): Kept[] {
    return [...this.kept.values()].flatMap((seconds) => [...seconds.values()].flatMap((thirds) => [...thirds.values()]))
  }

  private begin(first: string, second: string, third: string): Kept {
    const seconds = this.kept.get(first) ?? new Map<string, Map<string, Kept>>()
    const thirds = seconds.get(second) ?? new Map<string, Kept>()
    const [a, b, c] = this.labelNames
    const made = this.make({ [a]: first, [b]: second, [c]: third })
    thirds.set(third, made)
    seconds.set(second, thirds)
    this.kept.set(first, seconds)
    return made
  }
}

interface Count {
  readonly labels: Readonly<Record<string, string>>
  value: number
}

export class LabelledCounter {
  private readonly counts: LabelledSeries<Count>

  constructor(labelNames: readonly [string, string, string]) {
    this.counts = new LabelledSeries(labelNames, (labels) => ({ labels, value: 0 }))
  }

  /** Returns a counter for fixed labels; its series appears with the first count. */
  counter(first: string, second: string, third: string): () => void {
    let count: Count | undefined
    return () => {
      count ??= this.counts.at(first, second, third)
      count.value++
    }
  }

  readings(): Reading[] {
    return this.counts.all()
  }
}

/** The counts of one series of a histogram of durations. Counting does not allocate. */
export class DurationCounts {
  count = 0
  /** Counts by smallest bound; the last one is for durations above all bounds. */
  private readonly buckets = new Float64Array(DURATION_BUCKETS)
  private sumMs = 0

  observe(durationMs: number): void {
    this.buckets[bucketOf(durationMs)]!++
    this.sumMs += durationMs
    this.count++
  }

  /**
   * The series of the histogram `name`, with cumulative buckets; empty before the first duration.
   */
  readings(name: string, labels: Reading['labels']): Reading[] {
    if (this.count === 0) return []
    let count = 0
    const bounded = Array.from(this.buckets, (seen, index) => {
      count += seen
      return {
        labels: { le: DURATION_BOUNDS_SECONDS[index] ?? '+Inf', ...labels },
        value: count,
        metricName: `${name}_bucket`,
      }
    })
    return [
      ...bounded,
      { labels, value: this.sumMs / 1000, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ]
  }
}

/** A call's whole time, the part spent waiting for upstreams, and the rest. */
export type CallTime = 'total' | 'upstream' | 'own'

type CallLabels = Readonly<Record<'network' | 'method', string>>

interface Series {
  readonly labels: CallLabels
  readonly times: Readonly<Record<CallTime, DurationCounts>>
  credits: number
}

export const CALL_LABELS = ['network', 'method', 'outcome'] as const

/**
 * Counts calls, durations and credits; written with every call and read rarely.
 *
 * Bounds  one series per network, method and outcome, which the configuration and the contract
 *         bound
 */
export class CallMeter {
  private readonly series = new LabelledSeries<Series>(CALL_LABELS, (labels) => ({
    labels: labels as CallLabels,
    times: { total: new DurationCounts(), upstream: new DurationCounts(), own: new DurationCounts() },
    credits: 0,
  }))

  /** `lag` is measured while there are calls. */
  constructor(private readonly lag: LoopLag) {}

  observe({ network, method, outcome, durationMs, upstreamMs, costCredits }: Observation): void {
    this.lag.use()
    const series = this.series.at(network, method, outcome)
    const { total, upstream, own } = series.times
    total.observe(durationMs)
    if (upstreamMs > 0) upstream.observe(upstreamMs)
    // Both are rounded, and stopwatches shared.
    own.observe(upstreamMs < durationMs ? durationMs - upstreamMs : 0)
    series.credits += costCredits
  }

  calls(): Reading[] {
    return this.series.all().map(({ labels, times }) => ({ labels, value: times.total.count }))
  }

  /** The series of the histogram `name` for this part of the calls' time. */
  durations(name: string, time: CallTime): Reading[] {
    return this.series.all().flatMap(({ labels, times }) => times[time].readings(name, labels))
  }

  credits(): Reading[] {
    const sums = new Map<string, { labels: CallLabels; value: number }>()
    for (const { labels, credits } of this.series.all()) {
      if (credits === 0) continue
      const { network, method } = labels
      const key = JSON.stringify([network, method])
      const sum = sums.get(key) ?? { labels: { network, method }, value: 0 }
      sum.value += credits
      sums.set(key, sum)
    }
    return [...sums.values()]
  }
}

export const ATTEMPT_LABELS = ['network', 'upstream', 'outcome'] as const

/**
 * Counts attempts at upstreams and their durations. Bounds: one series per upstream and outcome.
 */
export class AttemptMeter {
  private readonly series = new LabelledSeries(ATTEMPT_LABELS, (labels) => ({ labels, times: new DurationCounts() }))

  observe(network: string, upstream: string, outcome: string, durationMs: number): void {
    this.series.at(network, upstream, outcome).times.observe(durationMs)
  }

  attempts(): Reading[] {
    return this.series.all().map(({ labels, times }) => ({ labels, value: times.count }))
  }

  /** The series of the histogram `name` for the attempts' durations. */
  durations(name: string): Reading[] {
    return this.series.all().flatMap(({ labels, times }) => times.readings(name, labels))
  }
}
