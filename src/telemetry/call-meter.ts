import type { Observation } from '../pipeline/stages/observe.js'
import { LabelledCounter, type Reading } from './labelled-counter.js'

const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BOUNDS_MS = BOUNDS_SECONDS.map((seconds) => seconds * 1000)

/** What is known of one network's method. */
interface Series {
  readonly labels: { readonly network: string; readonly method: string }
  /** Calls by the first bound that they met; the last are those that met none. */
  readonly buckets: number[]
  sumMs: number
  credits: number
}

/**
 * Counts calls: how many came to what, how long they took, what they cost. Made to be fed with every call; read now and then.
 *
 * Bounds  one series for each network and method, which observations take from the configuration and the contract
 */
export class CallMeter {
  private readonly outcomes = new LabelledCounter(['network', 'method', 'outcome'])
  private readonly series = new Map<string, Map<string, Series>>()
  /** That of the call before, which mostly is the next one's, too. */
  private last: Series | undefined

  see({ network, method, outcome, durationMs, costCredits }: Observation): void {
    this.outcomes.add(network, method, outcome)
    let series = this.last
    if (series?.labels.network !== network || series.labels.method !== method)
      series = this.series.get(network)?.get(method) ?? this.begin(network, method)
    this.last = series
    let bucket = 0
    while (bucket < BOUNDS_MS.length && durationMs > BOUNDS_MS[bucket]!) bucket++
    series.buckets[bucket]!++
    series.sumMs += durationMs
    series.credits += costCredits
  }

  /** Calls by network, method and outcome. */
  calls(): Reading[] {
    return this.outcomes.readings()
  }

  /** A histogram's series, its buckets cumulative. */
  durations(name: string): Reading[] {
    return this.all().flatMap(({ labels, buckets, sumMs }) => {
      let count = 0
      const bounded = buckets.map((calls, index) => {
        count += calls
        return {
          labels: { le: BOUNDS_SECONDS[index] ?? '+Inf', ...labels },
          value: count,
          metricName: `${name}_bucket`,
        }
      })
      return [
        ...bounded,
        { labels, value: sumMs / 1000, metricName: `${name}_sum` },
        { labels, value: count, metricName: `${name}_count` },
      ]
    })
  }

  /** Credits by network and method, where anything was charged. */
  credits(): Reading[] {
    return this.all().flatMap(({ labels, credits }) => (credits > 0 ? [{ labels, value: credits }] : []))
  }

  private all(): Series[] {
    return [...this.series.values()].flatMap((methods) => [...methods.values()])
  }

  private begin(network: string, method: string): Series {
    const methods = this.series.get(network) ?? new Map<string, Series>()
    const buckets = Array<number>(BOUNDS_MS.length + 1).fill(0)
    const series: Series = { labels: { network, method }, buckets, sumMs: 0, credits: 0 }
    methods.set(method, series)
    this.series.set(network, methods)
    return series
  }
}
