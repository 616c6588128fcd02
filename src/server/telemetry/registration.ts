import type { Metric, Registry } from 'prom-client'

export interface MetricDescription {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labelNames: readonly string[]
}

/** One number and its labels, as prom-client writes it. */
export interface Reading {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** The series' name if it differs from the metric's (`…_bucket`). */
  readonly metricName?: string
}

/** A metric whose values are kept elsewhere and read with /metrics. */
export interface ReadMetric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labels?: readonly string[]
  readonly help: string
  /** The function that combines the values of several workers; by default, the sum. */
  readonly aggregator?: 'sum' | 'min' | 'max' | 'first'
  /** The series, or the value of a metric without labels. `name` is the metric's. */
  readonly read: (name: string) => readonly Reading[] | number
}

/** Registers metrics in the order of /metrics. Of a prom-client metric the registry needs `get`. */
export const registerRead = (registry: Registry, metrics: readonly ReadMetric[]): void => {
  for (const { name, type, labels = [], help, aggregator = 'sum', read } of metrics) {
    const values = (): readonly Reading[] => {
      const value = read(name)
      return typeof value === 'number' ? [{ labels: {}, value }] : value
    }
    const get = async () => ({ name, help, type, values: values(), aggregator })
    registry.registerMetric({ name, type, help, labelNames: labels, get, reset: () => {} } as unknown as Metric)
  }
}

export const readingsBy = (label: string, counts: Iterable<readonly [string | number, number]>): Reading[] =>
  Array.from(counts, ([one, value]) => ({ labels: { [label]: one }, value }))

const OF_THE_PROCESS = /^(process|nodejs)_/

export const descriptionsOf = (registry: Registry): MetricDescription[] =>
  (registry.getMetricsAsArray() as unknown as (MetricDescription & { constructor: { name: string } })[])
    .filter(({ name }) => !OF_THE_PROCESS.test(name))
    .map((metric) => ({
      name: metric.name,
      type: metric.type ?? metric.constructor.name.toLowerCase(),
      help: metric.help,
      labelNames: metric.labelNames,
    }))
