import type { Registry } from 'prom-client'
import { DurationCounts } from './duration-counts.js'
import { LabelledSeries } from './labelled-series.js'
import { registerCounted } from './registration.js'

const LABELS = ['network', 'upstream', 'outcome'] as const
const DURATION = 'tollgate_upstream_attempt_duration_seconds'

/** Counts attempts at upstreams and how long they took. Bounds: one series for each upstream and kind of outcome. */
export class AttemptMeter {
  private readonly series = new LabelledSeries(LABELS, (labels) => ({ labels, times: new DurationCounts() }))

  see(network: string, upstream: string, outcome: string, durationMs: number): void {
    this.series.at(network, upstream, outcome).times.see(durationMs)
  }

  register(registry: Registry): void {
    registerCounted(registry, 'counter', {
      name: 'tollgate_upstream_attempts_total',
      labelNames: LABELS,
      help: 'Attempts at upstreams and partners, by what they came to',
      values: () => this.series.all().map(({ labels, times }) => ({ labels, value: times.count })),
    })
    registerCounted(registry, 'histogram', {
      name: DURATION,
      labelNames: LABELS,
      help: 'Time from beginning an attempt at an upstream or partner to its outcome',
      values: () => this.series.all().flatMap(({ labels, times }) => times.readings(DURATION, labels)),
    })
  }
}
