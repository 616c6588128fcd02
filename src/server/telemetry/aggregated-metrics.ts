import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { MetricReadings } from './metrics.js'
import { registerNoticeMetrics } from './notices/notice-metrics.js'
import type { NoticeCounts } from './notices/notices.js'
import { collectProcessMetrics } from './process-metrics.js'
import { type ReloadState, registerReloadGauges } from './reload-gauges.js'

/** Values that are read with /metrics. */
export interface WorkerGauges {
  /** Number of serving workers. */
  running(): number
  /** Workers whose readings came too late; their last readings are used. */
  unheard(): number
  /** State of the newest configuration, reported by this process only. */
  reload(): ReloadState
  /** Notices sent by this process for all. */
  notices(): NoticeCounts
}

const isCount = ({ type }: MetricReadings[number]): boolean =>
  String(type) === 'counter' || String(type) === 'histogram'

/**
 * The metrics of several processes as those of one, aggregated by each metric's rule: the sum,
 * except for the heads of upstreams.
 */
export class AggregatedMetrics {
  private readonly registry = new Registry()
  private readonly replacements: Counter
  private kept: Promise<MetricReadings> = Promise.resolve([])

  constructor(gauges: WorkerGauges) {
    const { registry } = this
    const registers = [registry]
    collectProcessMetrics(registry)
    this.replacements = new Counter({
      name: 'tollgate_worker_replacements_total',
      help: 'Workers that ended before their time',
      registers,
    })
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    gauge('tollgate_workers', 'Workers that serve', gauges.running)
    gauge(
      'tollgate_workers_unheard',
      'Workers whose readings here are old: they did not answer in time',
      gauges.unheard,
    )
    registerReloadGauges(registry, gauges.reload)
    registerNoticeMetrics(registry, gauges.notices)
  }

  /** Counts a replaced worker. */
  replaced(): void {
    this.replacements.inc()
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
