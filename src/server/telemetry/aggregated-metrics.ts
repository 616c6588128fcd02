import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { MetricReadings } from './metrics.js'
import { registerNoticeMetrics } from './notices/notice-metrics.js'
import type { NoticeCounts } from './notices/notices.js'
import { collectProcessMetrics } from './process-metrics.js'
import { type ReloadState, registerReloadGauges } from './reload-gauges.js'

/** What is measured by looking, when /metrics is read. */
export interface WorkerGauges {
  /** Workers that serve. */
  running(): number
  /** Workers that did not send their readings in time; their last readings stand for them. */
  unheard(): number
  /** What came of the newest configuration, which is this process's to say. */
  reload(): ReloadState
  /** What was sent of notices, which this process does for all. */
  notices(): NoticeCounts
}

const isCount = ({ type }: MetricReadings[number]): boolean =>
  String(type) === 'counter' || String(type) === 'histogram'

/**
 * The metrics of several processes as those of one, added up by the rule that each metric names,
 * which is the sum for all of ours but the heads of upstreams.
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

  /** A worker was replaced. */
  replaced(): void {
    this.replacements.inc()
  }

  /** Keeps what a process counted that is gone, so that no sum ever falls. */
  keep(readings: MetricReadings): void {
    const before = this.kept
    const counts = readings.filter(isCount)
    if (counts.length === 0) return
    this.kept = before.then((old) => AggregatorRegistry.aggregate([old, counts]).getMetricsAsJSON())
  }

  /** The exposition text of the sums of `readings`, of what is kept, and of this process. */
  async add(readings: readonly MetricReadings[]): Promise<{ text: string; contentType: string }> {
    const { registry } = this
    const all = AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...readings, await this.kept])
    return { text: await all.metrics(), contentType: registry.contentType }
  }
}
