import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import type { Observation } from '../pipeline/observe.js'
import { CallMeter } from './call-meter.js'
import { type Reading, Tally } from './tally.js'

/** What /metrics shows. Labels are bounded by the configuration and the contract: never a key, an account or a caller's text. */
export interface Metrics {
  call(observation: Observation): void
  attempt(network: string, upstream: string, outcome: string): void
  forwarded(network: string, method: string): void
  /** The exposition text, and its content type. */
  read(): Promise<{ text: string; contentType: string }>
  readings(): Promise<MetricReadings>
}

/** All metrics as plain data, to be added up with those of other processes. */
export type MetricReadings = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** What is measured by looking, when /metrics is read. */
export interface Gauges {
  webSockets(): number
  heldBytes(): number
}

/** Makes a fresh set of metrics; a process may hold several (tests). */
export const createMetrics = (gauges: Gauges): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'tollgate_' })
  const calls = new CallMeter()
  const attempts = new Tally(['network', 'upstream', 'outcome'])
  const duration = 'tollgate_call_duration_seconds'
  read(registry, 'counter', {
    name: 'tollgate_calls_total',
    help: 'Calls answered, by outcome: ok, node_error, or the name of the refusal in openrpc.json',
    values: () => calls.calls(),
  })
  read(registry, 'histogram', {
    name: duration,
    help: 'Time from reading a call to having its reply',
    values: () => calls.durations(duration),
  })
  read(registry, 'counter', {
    name: 'tollgate_credits_charged_total',
    help: 'Credits charged',
    values: () => calls.credits(),
  })
  read(registry, 'counter', {
    name: 'tollgate_upstream_attempts_total',
    help: 'Attempts at upstreams and partners, by what they came to',
    values: () => attempts.readings(),
  })
  const forwarded = new Counter({
    name: 'tollgate_forwarded_total',
    help: 'Calls that went to a partner because no upstream of the network could answer',
    labelNames: ['network', 'method'],
    registers,
  })
  gauge('tollgate_websocket_connections', 'Open WebSocket connections', gauges.webSockets, registers)
  gauge('tollgate_held_answer_bytes', 'Bytes of upstream answers held in memory', gauges.heldBytes, registers)
  return {
    call: (observation) => calls.see(observation),
    attempt: (network, upstream, outcome) => attempts.add(network, upstream, outcome),
    forwarded: (network, method) => forwarded.inc({ network, method }),
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    readings: () => registry.getMetricsAsJSON(),
  }
}

const gauge = (name: string, help: string, read: () => number, registers: Registry[]): void => {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
}

interface Read {
  readonly name: string
  readonly help: string
  readonly values: () => Reading[]
}

/** A metric that is counted elsewhere, and read when somebody asks: of prom-client's metrics the registry needs no more than `get`. */
const read = (registry: Registry, type: 'counter' | 'histogram', { name, help, values }: Read): void => {
  const metric = {
    name,
    get: async () => ({ name, help, type, values: values(), aggregator: 'sum' }),
    reset: () => {},
  }
  registry.registerMetric(metric as unknown as Metric)
}
