import { Gauge, type Metric, type Registry } from 'prom-client'
import type { Reading } from './meters.js'

/** What a metric is called, what it counts and by what, for the reference page. */
export interface MetricDescription {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labelNames: readonly string[]
}

interface Counted {
  readonly name: string
  readonly labelNames: readonly string[]
  readonly help: string
  readonly values: () => Reading[]
}

/**
 * Registers a metric that is counted elsewhere, and read when /metrics is: of prom-client's metrics
 * the registry needs no more than `get`.
 */
export const registerCounted = (
  registry: Registry,
  type: 'counter' | 'histogram',
  { name, labelNames, help, values }: Counted,
): void => {
  const metric = {
    name,
    type,
    help,
    get: async () => ({ name, help, type, values: values(), aggregator: 'sum' }),
    labelNames,
    reset: () => {},
  }
  registry.registerMetric(metric as unknown as Metric)
}

/**
 * Registers a number without labels that is read when /metrics is. `aggregator`: how those of
 * several workers become one.
 */
export const registerGauge = (
  registry: Registry,
  name: string,
  help: string,
  read: () => number,
  aggregator: 'sum' | 'max' | 'first' = 'sum',
): void => {
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

const OF_THE_PROCESS = /^(process|nodejs)_/

/** Describes every metric of the gateway's own, in the order of /metrics. */
export const descriptionsOf = (registry: Registry): MetricDescription[] =>
  (registry.getMetricsAsArray() as unknown as (MetricDescription & { constructor: { name: string } })[])
    .filter(({ name }) => !OF_THE_PROCESS.test(name))
    .map((metric) => ({
      name: metric.name,
      type: metric.type ?? metric.constructor.name.toLowerCase(),
      help: metric.help,
      labelNames: metric.labelNames,
    }))
