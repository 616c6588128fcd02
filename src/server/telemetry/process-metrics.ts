import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { packageManifest } from '../../runtime/package-files.js'
import { nodeVersion, stopwatchMs } from '../../runtime/system-ports.js'
import { IdleInterval } from '../../runtime/timers.js'
import type { ReadMetric } from './registration.js'

/** The longest delay of a timer. */
const NEVER_MS = 2 ** 31 - 1
const SAMPLE_MS = 20
const SAMPLE_NANOSECONDS = SAMPLE_MS * 1e6
/** So that one reader does not take the lag away from another. */
const LAG_WINDOW_MS = 30_000
const BOUNDS = { lowest: 1_000, highest: 3600e9, figures: 2 } as const

/**
 * Shown statistics of the event loop's lag, in nanoseconds, and how the values of several processes
 * are aggregated.
 */
const SHOWN: readonly {
  part: string
  help: string
  aggregator: 'min' | 'max' | 'average'
  read(times: RecordableHistogram): number
}[] = [
  { part: 'min', help: 'the least', aggregator: 'min', read: (times) => times.min - SAMPLE_NANOSECONDS },
  { part: 'max', help: 'the most', aggregator: 'max', read: (times) => times.max - SAMPLE_NANOSECONDS },
  { part: 'mean', help: 'the mean', aggregator: 'average', read: (times) => times.mean - SAMPLE_NANOSECONDS },
  { part: 'stddev', help: 'the standard deviation', aggregator: 'average', read: (times) => times.stddev },
  ...[50, 90, 99].map((percent) => ({
    part: `p${percent}`,
    help: `the ${percent}th percentile`,
    aggregator: 'average' as const,
    read: (times: RecordableHistogram) => times.percentile(percent) - SAMPLE_NANOSECONDS,
  })),
]

const lagMetricName = (part: string): string => `nodejs_eventloop_lag_${part}_seconds`

/**
 * prom-client's metrics of the process, except the percentiles of event loop lag: they use a timer
 * that runs 100 times a second even when idle, half of what an idle process cost.
 */
export const collectProcessMetrics = (register: Registry): void => {
  // prom-client has no option to leave them out.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: NEVER_MS })
  // With workers, counts begin with the first process; prom-client would leave the time out.
  Object.assign(register.getSingleMetric('process_start_time_seconds')!, { aggregator: 'first' })
  for (const { part } of SHOWN) register.removeSingleMetric(lagMetricName(part))
  // Gauges named like counters (`promtool check metrics`); the same numbers exist by type.
  for (const active of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${active}_total`)
}

/** The running version, so that a dashboard can mark when it changed. */
export const BUILD_INFO: ReadMetric = {
  name: 'tollgate_build_info',
  type: 'gauge',
  labels: ['version', 'node'],
  help: 'Always 1; its labels are the version of Tollgate and that of Node',
  // One value for all workers instead of their sum.
  aggregator: 'max',
  read: () => [{ labels: { version: packageManifest().version, node: nodeVersion }, value: 1 }],
}

/** Measures how late the event loop runs its timers, while it is used. */
export interface LoopLag {
  /** Call it for every call. */
  use(): void
}

/**
 * Shows the event loop's lag of one to two windows, or since the last read if that is longer, under
 * prom-client's names; it is measured only while calls are made.
 */
export const collectLoopLag = (register: Registry, windowMs = LAG_WINDOW_MS): LoopLag => {
  const all = createHistogram(BOUNDS)
  let [older, newer] = [createHistogram(BOUNDS), createHistogram(BOUNDS)]
  let newerSinceMs = stopwatchMs()
  /** Since the last idle time, which does not count as lag. */
  const recent = createHistogram(BOUNDS)
  const gather = () => {
    if (recent.count > 0) newer.add(recent)
    recent.reset()
  }
  const endWindow = () => {
    const ageMs = stopwatchMs() - newerSinceMs
    if (ageMs < windowMs) return
    ;[older, newer] = [newer, older]
    newer.reset()
    if (ageMs >= 2 * windowMs) older.reset()
    newerSinceMs += ageMs
  }
  let shown: readonly number[] = []
  const sample = () => {
    recent.recordDelta()
    return false
  }
  const sampling = new IdleInterval(SAMPLE_MS, sample, gather)
  const read = () => {
    // Includes a stall that only the next timer would show; measuring goes on from here.
    if (!sampling.isResting) sample()
    gather()
    if (!sampling.isResting) sample()
    all.reset()
    for (const part of [older, newer]) if (part.count > 0) all.add(part)
    shown = SHOWN.map(({ read }) => (all.count === 0 ? 0 : Math.max(0, read(all)) / 1e9))
    endWindow()
  }
  for (const [at, { part, help, aggregator }] of SHOWN.entries()) {
    new Gauge({
      name: lagMetricName(part),
      help: `How late the event loop came to its timers while there were calls, in the last 30 to 60 s, or since the last read if that is longer: ${help}`,
      aggregator,
      registers: [register],
      collect() {
        // prom-client reads the gauges in order, and together.
        if (at === 0) read()
        this.set(shown[at] ?? 0)
      },
    })
  }
  return sampling
}
