import { Counter, Registry } from 'prom-client'
import { type GatewaySources, gatewayMetrics } from './gateway-metrics.js'
import { type HttpReadings, httpMetrics } from './http-metrics.js'
import { type LedgerReadings, ledgerMetrics } from './ledger-metrics.js'
import { ATTEMPT_LABELS, AttemptMeter, CALL_LABELS, CallMeter, LabelledCounter } from './meters.js'
import { type NoticeCounts, noLinkRequests } from './notices/notices.js'
import { BUILD_INFO, collectLoopLag, collectProcessMetrics } from './process-metrics.js'
import {
  descriptionsOf,
  type MetricDescription,
  type Reading,
  type ReadMetric,
  readingsBy,
  registerRead,
} from './registration.js'
import { createSubscriptionMetrics, type SubscriptionMetrics } from './subscription-metrics.js'
import { type UpstreamReading, upstreamMetrics } from './upstream-gauges.js'

/**
 * The metrics of /metrics. Labels are bounded by the configuration and the contract: never a key,
 * an account or a caller's text.
 */
export interface Metrics extends EventCounters {
  readonly calls: Pick<CallMeter, 'observe'>
  readonly attempts: Pick<AttemptMeter, 'observe'>
  readonly subscriptions: SubscriptionMetrics
  cache(network: string, method: string): CacheCounts
  read(): Promise<{ text: string; contentType: string }>
  readings(): Promise<MetricReadings>
  descriptions(): MetricDescription[]
}

/**
 * Calls answered from memory, calls not found there, and (counted separately) calls answered with
 * an identical one in flight.
 */
export interface CacheCounts {
  hit(): void
  miss(): void
  coalesced(): void
}

/** All metrics as plain data, to be aggregated with those of other processes. */
export type MetricReadings = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Spans that the collector accepted, and spans that were dropped. */
export interface SpanCounts {
  exported: number
  dropped: number
}

/** Parts of the process whose values are read with /metrics. */
export interface MetricSources extends GatewaySources {
  webSockets(): number
  heldBytes(): number
  cacheBytes(): number
  upstreams(): readonly UpstreamReading[]
  http(): HttpReadings
  spans(): SpanCounts
  ledger(): LedgerReadings
}

/** For a process that sends no notices. */
export const NO_NOTICES: NoticeCounts = {
  webhooks: { delivered: 0, retried: 0, dropped: 0 },
  creditWarnings: new Map(),
  linkRequests: noLinkRequests(),
}

const CACHE_LABELS = ['network', 'method', 'outcome'] as const

/** Makes a fresh set of metrics; a process may hold several (tests). */
export const createMetrics = (sources: MetricSources): Metrics => {
  const registry = new Registry()
  collectProcessMetrics(registry)
  const calls = new CallMeter(collectLoopLag(registry))
  const attempts = new AttemptMeter()
  const cached = new LabelledCounter(CACHE_LABELS)
  registerRead(registry, [...callMetrics(calls, () => subscriptions.credits()), ...attemptMetrics(attempts)])
  const events = createEventCounters(registry)
  const subscriptions = createSubscriptionMetrics(registry)
  registerRead(registry, [
    {
      name: 'tollgate_cache_total',
      type: 'counter',
      labels: CACHE_LABELS,
      help: 'Calls answered from memory (hit) or not found there (miss), and, besides, answered with an identical one in flight (coalesced)',
      read: () => cached.readings(),
    },
    BUILD_INFO,
    ...upstreamMetrics(sources.upstreams),
    { name: 'tollgate_cache_bytes', type: 'gauge', help: 'Memory taken by cached answers', read: sources.cacheBytes },
    {
      name: 'tollgate_websocket_connections',
      type: 'gauge',
      help: 'Open WebSocket connections',
      read: sources.webSockets,
    },
    {
      name: 'tollgate_held_answer_bytes',
      type: 'gauge',
      help: 'Bytes of upstream answers held in memory',
      read: sources.heldBytes,
    },
    ...httpMetrics(sources.http),
    ...gatewayMetrics(sources),
    ...ledgerMetrics(sources.ledger),
    {
      name: 'tollgate_trace_spans_total',
      type: 'counter',
      labels: ['outcome'],
      help: 'Spans of recorded traces: exported to the collector, or dropped because it did not take them or too many waited',
      read: () => readingsBy('outcome', Object.entries(sources.spans())),
    },
  ])
  return {
    calls,
    attempts,
    subscriptions,
    ...events,
    cache: (network, method) => {
      const count = (outcome: keyof CacheCounts) => cached.counter(network, method, outcome)
      return { hit: count('hit'), miss: count('miss'), coalesced: count('coalesced') }
    },
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    readings: () => registry.getMetricsAsJSON(),
    descriptions: () => descriptionsOf(registry),
  }
}

/** Counted with every call without allocating. Events cost credits, too, and are no calls. */
const callMetrics = (calls: CallMeter, creditsOfEvents: () => Reading[]): ReadMetric[] => [
  {
    name: 'tollgate_calls_total',
    type: 'counter',
    labels: CALL_LABELS,
    help: 'Calls answered, by outcome: ok, node_error, cancelled (its connection ended before the answer), or the name of the refusal in openrpc.json',
    read: () => calls.calls(),
  },
  {
    name: 'tollgate_call_duration_seconds',
    type: 'histogram',
    labels: CALL_LABELS,
    help: 'Time from reading a call to having its reply',
    read: (name) => calls.durations(name, 'total'),
  },
  {
    name: 'tollgate_call_upstream_duration_seconds',
    type: 'histogram',
    labels: CALL_LABELS,
    help: 'The part of that time in which the call waited for upstreams; calls that waited for none are left out',
    read: (name) => calls.durations(name, 'upstream'),
  },
  {
    name: 'tollgate_call_own_duration_seconds',
    type: 'histogram',
    labels: CALL_LABELS,
    help: 'The rest of that time: what the gateway took itself, and waits for the store and a shared cache',
    read: (name) => calls.durations(name, 'own'),
  },
  {
    name: 'tollgate_credits_charged_total',
    type: 'counter',
    labels: ['network', 'method'],
    help: 'Credits charged for calls and for events sent, by method as in usage; later refunds are not taken off',
    read: () => [...calls.credits(), ...creditsOfEvents()],
  },
]

/** Counted with every attempt in the same way. */
const attemptMetrics = (attempts: AttemptMeter): ReadMetric[] => [
  {
    name: 'tollgate_upstream_attempts_total',
    type: 'counter',
    labels: ATTEMPT_LABELS,
    help: 'Attempts at upstreams and partners, by what they came to',
    read: () => attempts.attempts(),
  },
  {
    name: 'tollgate_upstream_attempt_duration_seconds',
    type: 'histogram',
    labels: ATTEMPT_LABELS,
    help: 'Time from beginning an attempt at an upstream or partner to its outcome',
    read: (name) => attempts.durations(name),
  },
]

/** Counters of rare events; the help text of each says what it counts. */
export type EventCounters = Readonly<ReturnType<typeof createEventCounters>>

const createEventCounters = (registry: Registry) => {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  return {
    forwarded: counter(
      'tollgate_forwarded_total',
      'Calls that went to a partner because no upstream of the network could answer',
      ['network', 'method'],
    ),
    hedges: counter(
      'tollgate_hedges_total',
      'Second attempts at slow calls: won, lost against the first, or denied because the budget was used up',
      ['network', 'outcome'],
    ),
    stateChanges: counter(
      'tollgate_upstream_state_changes_total',
      "Changes of upstreams' states, by the state they came to and why",
      ['network', 'upstream', 'state', 'reason'],
    ),
    violations: counter(
      'tollgate_answer_violations_total',
      "Answers of the wrong kind by the contract's result schema, by distinct params, of those that were checked: another upstream's fitted, or there is none",
      ['network', 'upstream', 'method'],
    ),
    gaps: counter(
      'tollgate_contract_gaps_total',
      'Answers that the contract does not foresee, by distinct params and by the place in its schemas: something is missing, or upstreams agree',
      ['method', 'schema_path'],
    ),
    proofs: counter(
      'tollgate_proofs_total',
      "Partners' answers looked at: proven against a state root of the network's own nodes, unproven, or wrong",
      ['network', 'outcome'],
    ),
  }
}
