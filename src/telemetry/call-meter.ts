import type { Observation } from '../pipeline/stages/observe.js'
import { DurationCounts } from './duration-counts.js'
import { LabelledSeries } from './labelled-series.js'
import type { Reading } from './reading.js'

/** Which of a call's times: all of it, the part that it waited for upstreams, the rest. */
export type CallTime = 'total' | 'upstream' | 'own'

type CallLabels = Readonly<Record<'network' | 'method', string>>

/** What is known of the calls of one network and method that came to one outcome. */
interface Series {
  readonly labels: CallLabels
  readonly times: Readonly<Record<CallTime, DurationCounts>>
  credits: number
}

/** The labels of what is counted of calls. */
export const CALL_LABELS = ['network', 'method', 'outcome'] as const

/**
 * Counts calls: how many came to what, how long they took and where, what they cost. Made to be fed with every call; read now and then.
 *
 * Bounds  one series for each network, method and outcome, which observations take from the configuration and the contract
 */
export class CallMeter {
  private readonly series = new LabelledSeries<Series>(CALL_LABELS, (labels) => ({
    labels: labels as CallLabels,
    times: { total: new DurationCounts(), upstream: new DurationCounts(), own: new DurationCounts() },
    credits: 0,
  }))

  see({ network, method, outcome, durationMs, upstreamMs, costCredits }: Observation): void {
    const series = this.series.at(network, method, outcome)
    const { total, upstream, own } = series.times
    total.see(durationMs)
    if (upstreamMs > 0) upstream.see(upstreamMs)
    // A call that joined a flight waited for less of it than the flight took.
    own.see(upstreamMs < durationMs ? durationMs - upstreamMs : 0)
    series.credits += costCredits
  }

  /** Calls by network, method and outcome. */
  calls(): Reading[] {
    return this.series.all().map(({ labels, times }) => ({ labels, value: times.total.count }))
  }

  /** The series of the histogram `name`, which shows this time of the calls. */
  durations(name: string, time: CallTime): Reading[] {
    return this.series.all().flatMap(({ labels, times }) => times[time].readings(name, labels))
  }

  /** Credits by network and method, where anything was charged. */
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
