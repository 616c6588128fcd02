import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observation } from '../pipeline/observe.js'

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What /metrics shows. Labels are bounded by the configuration and the contract: never a key, an account or a caller's text. */
export interface Metrics {
  call(observation: Observation): void
  attempt(network: string, upstream: string, outcome: string): void
  forwarded(network: string, method: string): void
  /** The exposition text, and its content type. */
  read(): Promise<{ text: string; contentType: string }>
}

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
  const calls = new Counter({
    name: 'tollgate_calls_total',
    help: 'Calls answered, by outcome: ok, node_error, or the name of the refusal in openrpc.json',
    labelNames: ['network', 'method', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'tollgate_call_duration_seconds',
    help: 'Time from reading a call to having its reply',
    labelNames: ['network', 'method'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  })
  const credits = new Counter({
    name: 'tollgate_credits_charged_total',
    help: 'Credits charged',
    labelNames: ['network', 'method'],
    registers,
  })
  const attempts = new Counter({
    name: 'tollgate_upstream_attempts_total',
    help: 'Attempts at upstreams and partners, by what they came to',
    labelNames: ['network', 'upstream', 'outcome'],
    registers,
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
    call: ({ network, method, outcome, costCredits, durationMs }) => {
      calls.inc({ network, method, outcome })
      durations.observe({ network, method }, durationMs / 1000)
      if (costCredits > 0) credits.inc({ network, method }, costCredits)
    },
    attempt: (network, upstream, outcome) => attempts.inc({ network, upstream, outcome }),
    forwarded: (network, method) => forwarded.inc({ network, method }),
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
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
