import { Gauge, type Metric, type Registry } from 'prom-client'
import type { Reading } from './meters.js'

/** Name, help and labels of a metric, for the reference page. */
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
 * Registers a metric that is counted elsewhere and read with /metrics: of a prom-client metric the
 * registry needs only `get`.
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
 * Registers a gauge without labels that is read with /metrics. `aggregator` combines the values of
 * several workers.
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

/** Describes every metric that the gateway defines, in the order of /metrics. */
export const descriptionsOf = (registry: Registry): MetricDescription[] =>
  (registry.getMetricsAsArray() as unknown as (MetricDescription & { constructor: { name: string } })[])
    .filter(({ name }) => !OF_THE_PROCESS.test(name))
    .map((metric) => ({
      name: metric.name,
      type: metric.type ?? metric.constructor.name.toLowerCase(),
      help: metric.help,
      labelNames: metric.labelNames,
    }))
