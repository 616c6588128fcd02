import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import { readingsBy, registerRead } from '../../../src/server/telemetry/registration.js'

test('a metric that is read looks as one that prom-client keeps, also when workers are added up', async () => {
  const [own, reference] = [new Registry(), new Registry()]
  const registers = [reference]
  registerRead(own, [
    { name: 'one', type: 'gauge', help: 'no "label"\n', read: () => 1.5 },
    {
      name: 'heads',
      type: 'gauge',
      labels: ['at'],
      help: 'h',
      aggregator: 'max',
      read: () => readingsBy('at', [['a"\\', 7]]),
    },
    { name: 'none', type: 'gauge', labels: ['at'], help: 'h', read: () => [] },
    {
      name: 'sum_total',
      type: 'counter',
      labels: ['status'],
      help: 'c',
      read: () =>
        readingsBy(
          'status',
          new Map([
            [200, 3],
            [404, 1],
          ]),
        ),
    },
  ])
  new Gauge({ name: 'one', help: 'no "label"\n', registers }).set(1.5)
  new Gauge({ name: 'heads', help: 'h', labelNames: ['at'], aggregator: 'max', registers }).set({ at: 'a"\\' }, 7)
  new Gauge({ name: 'none', help: 'h', labelNames: ['at'], registers })
  const sum = new Counter({ name: 'sum_total', help: 'c', labelNames: ['status'], registers })
  sum.inc({ status: 200 }, 3)
  sum.inc({ status: 404 })
  expect(await own.metrics()).toBe(await reference.metrics())
  const twice = async (registry: Registry) => {
    const readings = [await registry.getMetricsAsJSON(), await registry.getMetricsAsJSON()]
    return AggregatorRegistry.aggregate(readings).metrics()
  }
  expect(await twice(own)).toBe(await twice(reference))
  expect(await twice(own)).toMatch(/^heads\{.*\} 7$/m)
})
