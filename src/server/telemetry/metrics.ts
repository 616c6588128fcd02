import { Registry } from 'prom-client'
import { createEventCounters, type EventCounters } from './event-counters.js'
import { type HttpReadings, registerHttpMetrics } from './http-metrics.js'
import { type LedgerReadings, registerLedgerMetrics } from './ledger-metrics.js'
import { ATTEMPT_LABELS, AttemptMeter, CALL_LABELS, CallMeter, type CallTime, LabelledCounter } from './meters.js'
import { registerNoticeMetrics } from './notices/notice-metrics.js'
import { type NoticeCounts, noLinkRequests } from './notices/notices.js'
import { collectBuildInfo, collectLoopLag, collectProcessMetrics } from './process-metrics.js'
import { descriptionsOf, type MetricDescription, registerCounted, registerGauge } from './registration.js'
import { type ReloadState, registerReloadGauges } from './reload-gauges.js'
import { createSubscriptionMetrics, type SubscriptionMetrics } from './subscription-metrics.js'
import { registerUpstreamGauges, type UpstreamReading } from './upstream-gauges.js'

/**
 * The metrics of /metrics. Labels are bounded by the configuration and the contract: never a key,
 * an account or a caller's text.
 */
export interface Metrics extends EventCounters {
  readonly calls: Pick<CallMeter, 'see'>
  readonly attempts: Pick<AttemptMeter, 'see'>
  readonly subscriptions: SubscriptionMetrics
  /** The cache counts of one method, which its stages keep. */
  cache(network: string, method: string): CacheCounts
  /** The exposition text, and its content type. */
  read(): Promise<{ text: string; contentType: string }>
  readings(): Promise<MetricReadings>
  /** Describes every metric that the gateway defines, in the order of /metrics. */
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

/** Values that are read with /metrics. */
export interface Gauges {
  webSockets(): number
  heldBytes(): number
  cacheBytes(): number
  upstreams(): readonly UpstreamReading[]
  http(): HttpReadings
  reload(): ReloadState
  spans(): SpanCounts
  notices(): NoticeCounts
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
export const createMetrics = (gauges: Gauges): Metrics => {
  const registry = new Registry()
  collectProcessMetrics(registry)
  const calls = new CallMeter(collectLoopLag(registry))
  const attempts = new AttemptMeter()
  const cached = new LabelledCounter(CACHE_LABELS)
  registerCalls(registry, calls)
  registerAttempts(registry, attempts)
  const events = createEventCounters(registry)
  const subscriptions = createSubscriptionMetrics(registry)
  registerCounted(registry, 'counter', {
    name: 'tollgate_cache_total',
    labelNames: CACHE_LABELS,
    help: 'Calls answered from memory (hit) or not found there (miss), and, besides, answered with an identical one in flight (coalesced)',
    values: () => cached.readings(),
  })
  collectBuildInfo(registry)
  registerUpstreamGauges(registry, gauges.upstreams)
  registerGauge(registry, 'tollgate_cache_bytes', 'Memory taken by cached answers', gauges.cacheBytes)
  registerGauge(registry, 'tollgate_websocket_connections', 'Open WebSocket connections', gauges.webSockets)
  registerGauge(registry, 'tollgate_held_answer_bytes', 'Bytes of upstream answers held in memory', gauges.heldBytes)
  registerHttpMetrics(registry, gauges.http)
  registerReloadGauges(registry, gauges.reload)
  registerNoticeMetrics(registry, gauges.notices)
  registerLedgerMetrics(registry, gauges.ledger)
  registerCounted(registry, 'counter', {
    name: 'tollgate_trace_spans_total',
    labelNames: ['outcome'],
    help: 'Spans of recorded traces: exported to the collector, or dropped because it did not take them',
    values: () => Object.entries(gauges.spans()).map(([outcome, value]) => ({ labels: { outcome }, value })),
  })
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

const CALL_TIMES: readonly (readonly [CallTime, string, string])[] = [
  ['total', 'tollgate_call_duration_seconds', 'Time from reading a call to having its reply'],
  [
    'upstream',
    'tollgate_call_upstream_duration_seconds',
    'The part of that time from the first attempt at an upstream to the end of the last; calls that needed none are left out',
  ],
  ['own', 'tollgate_call_own_duration_seconds', 'The part of that time that the gateway took itself'],
]

/** Counted with every call without allocating, and read with /metrics. */
const registerCalls = (registry: Registry, calls: CallMeter): void => {
  registerCounted(registry, 'counter', {
    name: 'tollgate_calls_total',
    labelNames: CALL_LABELS,
    help: 'Calls answered, by outcome: ok, node_error, cancelled (the caller went away), or the name of the refusal in openrpc.json',
    values: () => calls.calls(),
  })
  for (const [time, name, help] of CALL_TIMES) {
    const values = () => calls.durations(name, time)
    registerCounted(registry, 'histogram', { name, labelNames: CALL_LABELS, help, values })
  }
  registerCounted(registry, 'counter', {
    name: 'tollgate_credits_charged_total',
    labelNames: ['network', 'method'],
    help: 'Credits charged',
    values: () => calls.credits(),
  })
}

const ATTEMPT_DURATION = 'tollgate_upstream_attempt_duration_seconds'

/** Counts attempts in the same way. */
const registerAttempts = (registry: Registry, attempts: AttemptMeter): void => {
  registerCounted(registry, 'counter', {
    name: 'tollgate_upstream_attempts_total',
    labelNames: ATTEMPT_LABELS,
    help: 'Attempts at upstreams and partners, by what they came to',
    values: () => attempts.attempts(),
  })
  registerCounted(registry, 'histogram', {
    name: ATTEMPT_DURATION,
    labelNames: ATTEMPT_LABELS,
    help: 'Time from beginning an attempt at an upstream or partner to its outcome',
    values: () => attempts.durations(ATTEMPT_DURATION),
  })
}
