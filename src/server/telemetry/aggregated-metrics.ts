import { AggregatorRegistry, Registry } from 'prom-client'
import { type GatewaySources, gatewayMetrics } from './gateway-metrics.js'
import type { MetricReadings } from './metrics.js'
import { collectProcessMetrics } from './process-metrics.js'
import { registerRead } from './registration.js'

/** Parts of the primary whose values are read with /metrics. */
export interface WorkerMetricSources extends GatewaySources {
  /** Number of serving workers. */
  running(): number
  /** Workers whose readings came too late; their last readings are used. */
  unheard(): number
}

const isCount = ({ type }: MetricReadings[number]): boolean =>
  String(type) === 'counter' || String(type) === 'histogram'

/**
 * The metrics of several processes as those of one, aggregated by each metric's rule: the sum,
 * except for the heads of upstreams.
 */
export class AggregatedMetrics {
  private readonly registry = new Registry()
  private replacements = 0
  private kept: Promise<MetricReadings> = Promise.resolve([])

  constructor(sources: WorkerMetricSources) {
    collectProcessMetrics(this.registry)
    registerRead(this.registry, [
      {
        name: 'tollgate_worker_replacements_total',
        type: 'counter',
        help: 'Workers that ended before their time',
        read: () => this.replacements,
      },
      { name: 'tollgate_workers', type: 'gauge', help: 'Workers that serve', read: sources.running },
      {
        name: 'tollgate_workers_unheard',
        type: 'gauge',
        help: 'Workers whose readings here are old: they did not answer in time',
        read: sources.unheard,
      },
      ...gatewayMetrics(sources),
    ])
  }

  replaced(): void {
    this.replacements++
  }

  /** Keeps the counts of a process that ended, so that no sum ever falls. */
  keep(readings: MetricReadings): void {
    const before = this.kept
    const counts = readings.filter(isCount)
    if (counts.length === 0) return
    this.kept = before.then((old) => AggregatorRegistry.aggregate([old, counts]).getMetricsAsJSON())
  }

  /** The exposition text of `readings`, the kept counts, and this process, added up. */
  async add(readings: readonly MetricReadings[]): Promise<{ text: string; contentType: string }> {
    const all = await this.sum(readings)
    return { text: await all.metrics(), contentType: this.registry.contentType }
  }

  /** The sums of `add` as plain data. */
  async addReadings(readings: readonly MetricReadings[]): Promise<MetricReadings> {
    return (await this.sum(readings)).getMetricsAsJSON()
  }

  private async sum(readings: readonly MetricReadings[]): Promise<Registry> {
    return AggregatorRegistry.aggregate([await this.registry.getMetricsAsJSON(), ...readings, await this.kept])
  }
}
