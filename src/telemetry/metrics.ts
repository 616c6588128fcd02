import { Counter, Gauge, type Metric, Registry } from 'prom-client'
import type { Observation } from '../pipeline/stages/observe.js'
import { CallMeter } from './call-meter.js'
import { LabelledCounter, type Reading } from './labelled-counter.js'
import { collectBuildInfo, collectLoopLag, collectProcessMetrics } from './process-metrics.js'

/** What /metrics shows. Labels are bounded by the configuration and the contract: never a key, an account or a caller's text. */
export interface Metrics {
  call(observation: Observation): void
  attempt(network: string, upstream: string, outcome: string): void
  forwarded(network: string, method: string): void
  /** A second attempt at a slow call; `outcome`: won, lost, or denied by the budget. */
  hedge(network: string, outcome: string): void
  /** An upstream's state changed; `reason` is from a closed list. */
  upstreamState(network: string, upstream: string, state: string, reason: string): void
  /** An upstream's answer broke the contract. */
  violation(network: string, upstream: string, method: string): void
  /** Upstreams agreed in an answer that the contract does not foresee, or something was missing in one. */
  gap(method: string, schemaPath: string): void
  /** A partner's answer was looked at; `outcome`: proven, unproven or wrong. */
  proof(network: string, outcome: string): void
  /** The counts of one method's cached answers, for the chain to keep. */
  cache(network: string, method: string): CacheCounts
  /** The exposition text, and its content type. */
  read(): Promise<{ text: string; contentType: string }>
  readings(): Promise<MetricReadings>
  /** Of every metric of the gateway's own, in the order of /metrics. */
  descriptions(): MetricDescription[]
}

/** Counts of calls answered from memory, not found there, and (counted besides) answered with an identical one in flight. */
export interface CacheCounts {
  hit(): void
  miss(): void
  coalesced(): void
}

/** All metrics as plain data, to be added up with those of other processes. */
export type MetricReadings = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** What is measured by looking, when /metrics is read. */
export interface Gauges {
  webSockets(): number
  heldBytes(): number
  cacheBytes(): number
  upstreams(): readonly { network: string; upstream: string; state: string; head: string | null }[]
}

const ATTEMPT_LABELS = ['network', 'upstream', 'outcome'] as const
const CACHE_LABELS = ['network', 'method', 'outcome'] as const

/** What a metric is called, what it counts and by what, for the reference page. */
export interface MetricDescription {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labelNames: readonly string[]
}

/** Makes a fresh set of metrics; a process may hold several (tests). */
export const createMetrics = (gauges: Gauges): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectProcessMetrics(registry)
  const lag = collectLoopLag(registry)
  const calls = new CallMeter()
  const attempts = new LabelledCounter(ATTEMPT_LABELS)
  const cached = new LabelledCounter(CACHE_LABELS)
  readCalls(registry, calls, attempts)
  const { forwarded, hedges, stateChanges, violations, gaps, proofs } = rareCounters(registers)
  read(registry, 'counter', {
    name: 'tollgate_cache_total',
    labelNames: CACHE_LABELS,
    help: 'Calls answered from memory (hit) or not found there (miss), and, besides, answered with an identical one in flight (coalesced)',
    values: () => cached.readings(),
  })
  collectBuildInfo(registry)
  upstreamGauges(gauges, registers)
  gauge('tollgate_cache_bytes', 'Memory taken by cached answers', gauges.cacheBytes, registers)
  gauge('tollgate_websocket_connections', 'Open WebSocket connections', gauges.webSockets, registers)
  gauge('tollgate_held_answer_bytes', 'Bytes of upstream answers held in memory', gauges.heldBytes, registers)
  return {
    call: (observation) => {
      lag.use()
      calls.see(observation)
    },
    attempt: (network, upstream, outcome) => attempts.add(network, upstream, outcome),
    forwarded: (network, method) => forwarded.inc({ network, method }),
    hedge: (network, outcome) => hedges.inc({ network, outcome }),
    upstreamState: (network, upstream, state, reason) => stateChanges.inc({ network, upstream, state, reason }),
    violation: (network, upstream, method) => violations.inc({ network, upstream, method }),
    gap: (method, schemaPath) => gaps.inc({ method, schemaPath }),
    proof: (network, outcome) => proofs.inc({ network, outcome }),
    cache: (network, method) => {
      const count = (outcome: keyof CacheCounts) => cached.counter(network, method, outcome)
      return { hit: count('hit'), miss: count('miss'), coalesced: count('coalesced') }
    },
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    readings: () => registry.getMetricsAsJSON(),
    descriptions: () => descriptionsOf(registry),
  }
}

/** Counted with every call, without an object for it, and read when /metrics is asked. */
const readCalls = (registry: Registry, calls: CallMeter, attempts: LabelledCounter): void => {
  const duration = 'tollgate_call_duration_seconds'
  read(registry, 'counter', {
    name: 'tollgate_calls_total',
    labelNames: ['network', 'method', 'outcome'],
    help: 'Calls answered, by outcome: ok, node_error, cancelled (the caller went away), or the name of the refusal in openrpc.json',
    values: () => calls.calls(),
  })
  read(registry, 'histogram', {
    name: duration,
    labelNames: ['network', 'method'],
    help: 'Time from reading a call to having its reply',
    values: () => calls.durations(duration),
  })
  read(registry, 'counter', {
    name: 'tollgate_credits_charged_total',
    labelNames: ['network', 'method'],
    help: 'Credits charged',
    values: () => calls.credits(),
  })
  read(registry, 'counter', {
    name: 'tollgate_upstream_attempts_total',
    labelNames: ATTEMPT_LABELS,
    help: 'Attempts at upstreams and partners, by what they came to',
    values: () => attempts.readings(),
  })
}

/** What happens to few calls. */
const rareCounters = (registers: Registry[]) => ({
  forwarded: new Counter({
    name: 'tollgate_forwarded_total',
    help: 'Calls that went to a partner because no upstream of the network could answer',
    labelNames: ['network', 'method'],
    registers,
  }),
  hedges: new Counter({
    name: 'tollgate_hedges_total',
    help: 'Second attempts at slow calls: won, lost against the first, or denied because the budget was used up',
    labelNames: ['network', 'outcome'],
    registers,
  }),
  stateChanges: new Counter({
    name: 'tollgate_upstream_state_changes_total',
    help: "Changes of upstreams' states, by the state they came to and why",
    labelNames: ['network', 'upstream', 'state', 'reason'],
    registers,
  }),
  violations: new Counter({
    name: 'tollgate_answer_violations_total',
    help: "Answers of the wrong kind by the contract's result schema, by distinct params, of those that were checked: another upstream's fitted, or there is none",
    labelNames: ['network', 'upstream', 'method'],
    registers,
  }),
  gaps: new Counter({
    name: 'tollgate_contract_gaps_total',
    help: 'Answers that the contract does not foresee, by distinct params and by the place in its schemas: something is missing, or upstreams agree',
    labelNames: ['method', 'schemaPath'],
    registers,
  }),
  proofs: new Counter({
    name: 'tollgate_proofs_total',
    help: "Partners' answers looked at: proven against a state root of the network's own nodes, unproven, or wrong",
    labelNames: ['network', 'outcome'],
    registers,
  }),
})

const OF_THE_PROCESS = /^tollgate_(process|nodejs)_/

const descriptionsOf = (registry: Registry): MetricDescription[] =>
  (registry.getMetricsAsArray() as unknown as (MetricDescription & { constructor: { name: string } })[])
    .filter(({ name }) => !OF_THE_PROCESS.test(name))
    .map((metric) => ({
      name: metric.name,
      type: metric.type ?? metric.constructor.name.toLowerCase(),
      help: metric.help,
      labelNames: metric.labelNames,
    }))

const STATES = ['up', 'slow', 'behind', 'down']

/** Read anew each time, so that upstreams that left the configuration are gone. */
const upstreamGauges = (gauges: Gauges, registers: Registry[]): void => {
  new Gauge({
    name: 'tollgate_upstream_state',
    help: '1 for the state that the upstream is in, 0 for the others',
    labelNames: ['network', 'upstream', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { network, upstream, state } of gauges.upstreams())
        for (const one of STATES) this.set({ network, upstream, state: one }, one === state ? 1 : 0)
    },
  })
  new Gauge({
    name: 'tollgate_upstream_head',
    help: 'The newest block (slot on Solana) that the upstream has, as of its last poll',
    labelNames: ['network', 'upstream'],
    // Each worker has a view of its own, and a sum of them means nothing.
    aggregator: 'max',
    registers,
    collect() {
      this.reset()
      for (const { network, upstream, head } of gauges.upstreams())
        if (head !== null) this.set({ network, upstream }, Number(head))
    },
  })
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
  readonly labelNames: readonly string[]
  readonly help: string
  readonly values: () => Reading[]
}

/** A metric that is counted elsewhere, and read when /metrics is: of prom-client's metrics the registry needs no more than `get`. */
const read = (registry: Registry, type: 'counter' | 'histogram', { name, labelNames, help, values }: Read): void => {
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
