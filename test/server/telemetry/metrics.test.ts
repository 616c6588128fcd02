import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import type { Observation } from '../../../src/server/pipeline/stages/observe.js'
import { createMetrics } from '../../../src/server/telemetry/metrics.js'
import { idleMetricSources } from '../../support/idle-metric-sources.js'

const observation = fc.record({
  requestId: fc.constant('r'),
  source: fc.constant('203.0.113.9'),
  traceId: fc.constant(undefined),
  status: fc.constant(200),
  transport: fc.constant('http' as const),
  network: fc.constantFrom('eth', 'sol', 'a"b\\c\n'),
  method: fc.constantFrom('eth_chainId', 'unknown', 'constructor'),
  unknownMethod: fc.constant(undefined),
  keyId: fc.constant('key_1'),
  accountId: fc.constant('acc_1'),
  outcome: fc.constantFrom('ok', 'node_error', 'no-upstream'),
  errorCode: fc.constant(undefined),
  servedBy: fc.constant('upstream' as const),
  upstream: fc.constant('node-1'),
  costCredits: fc.constantFrom(0, 80, 255),
  durationMs: fc.oneof(
    fc.constantFrom(0, 1, 2.5, 3, 10_000, 10_001),
    fc.nat({ max: 40_000 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  upstreamMs: fc.constantFrom(0, 0.06, 5),
  paramsBytes: fc.constant(2),
  resultBytes: fc.constant(66),
})

const BUCKETS = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

/** The numbers as prom-client counts them. */
const reference = (observations: readonly Observation[]): Registry => {
  const registry = new Registry()
  const registers = [registry]
  const help = 'x'
  const calls = new Counter({
    name: 'tollgate_calls_total',
    help,
    labelNames: ['network', 'method', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'tollgate_call_duration_seconds',
    help,
    labelNames: ['network', 'method', 'outcome'],
    buckets: BUCKETS,
    registers,
  })
  const [upstream, own] = ['upstream', 'own'].map(
    (part) =>
      new Histogram({
        name: `tollgate_call_${part}_duration_seconds`,
        help,
        labelNames: ['network', 'method', 'outcome'],
        buckets: BUCKETS,
        registers,
      }),
  )
  const credits = new Counter({
    name: 'tollgate_credits_charged_total',
    help,
    labelNames: ['network', 'method'],
    registers,
  })
  for (const { network, method, outcome, costCredits, durationMs, upstreamMs } of observations) {
    calls.inc({ network, method, outcome })
    durations.observe({ network, method, outcome }, durationMs / 1000)
    if (upstreamMs > 0) upstream!.observe({ network, method, outcome }, upstreamMs / 1000)
    own!.observe({ network, method, outcome }, Math.max(0, durationMs - upstreamMs) / 1000)
    if (costCredits > 0) credits.inc({ network, method }, costCredits)
  }
  return registry
}

/** The lines of metrics in any order, labels sorted, and sums as far as floating point goes. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^tollgate_(calls|call_duration|call_upstream|call_own|credits)/.test(line))
    .map((line) => {
      const [, name, labels = '', value] = /^(\w+)\{(.*)\} (\S+)$/.exec(line)!
      const sorted = [...labels.matchAll(/\w+="(?:[^"\\]|\\.)*"/g)].map(([label]) => label).sort()
      return `${name} ${sorted.join()} ${name!.endsWith('_sum') ? Number(value).toFixed(6) : value}`
    })
    .sort()

const fresh = () => createMetrics(idleMetricSources)

describe('the metrics of calls', () => {
  test('are those that prom-client would have counted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(observation, { minLength: 1, maxLength: 60 }), async (observations) => {
        const metrics = fresh()
        for (const each of observations) metrics.calls.observe(each)
        const { text } = await metrics.read()
        const lines = linesOf(text)
        expect(lines.length).toBeGreaterThan(16)
        expect(lines).toEqual(linesOf(await reference(observations).metrics()))
      }),
      { numRuns: 50 },
    )
  })

  test('are there again, grown, when they are read again', async () => {
    const metrics = fresh()
    const line = /^tollgate_upstream_attempts_total\{network="eth",upstream="node-1",outcome="result"\} (\d+)$/m
    for (const total of [1, 2]) {
      metrics.attempts.observe('eth', 'node-1', 'result', 0.2)
      metrics.attempts.observe('eth', 'node-1', 'timed-out', 5_000)
      const { text } = await metrics.read()
      expect(line.exec(text)?.[1]).toBe(String(total))
      expect(text).toContain(
        `tollgate_upstream_attempt_duration_seconds_bucket{le="0.00025",network="eth",upstream="node-1",outcome="result"} ${total}\n`,
      )
    }
  })

  test('come with a help and a type each', async () => {
    const metrics = fresh()
    const { text } = await metrics.read()
    for (const [name, type] of [
      ['tollgate_calls_total', 'counter'],
      ['tollgate_call_duration_seconds', 'histogram'],
      ['tollgate_credits_charged_total', 'counter'],
      ['tollgate_upstream_attempts_total', 'counter'],
      ['tollgate_forwarded_total', 'counter'],
    ])
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S.*\n# TYPE ${name} ${type}$`, 'm'))
  })
})

test('the credits of events are charged credits, by the name of the events in usage', async () => {
  const metrics = fresh()
  const [call] = fc.sample(observation, 1)
  metrics.calls.observe({ ...call!, network: 'eth', method: 'eth_subscribe', costCredits: 5 })
  const logs = 'eth_subscription:logs'
  for (const isFree of [false, false, true]) metrics.subscriptions.sawEvent('eth', logs, isFree, 3, isFree ? 0 : 10)
  const { text } = await metrics.read()
  expect(text.match(/^tollgate_credits_charged_total\{.*$/gm)).toEqual([
    'tollgate_credits_charged_total{network="eth",method="eth_subscribe"} 5',
    `tollgate_credits_charged_total{network="eth",method="${logs}"} 20`,
  ])
})

test('a partner that is up does not hide that a network has no upstream of its own', async () => {
  const shared = { network: 'eth', head: null, lag: null, inFlight: 0 }
  const upstreams = () => [
    { ...shared, upstream: 'node-1', isPartner: false, state: 'down' },
    { ...shared, upstream: 'helpful', isPartner: true, state: 'up' },
  ]
  const { text } = await createMetrics({ ...idleMetricSources, upstreams }).read()
  const shown = [...text.matchAll(/^tollgate_(\w+)_state\{network="eth",upstream="([\w-]+)",state="(\w+)"\} 1$/gm)]
  expect(shown.map(([, kind, name, state]) => `${kind} ${name} ${state}`)).toEqual([
    'upstream node-1 down',
    'partner helpful up',
  ])
})

test('a gateway whose ledger is in trouble is not ready', async () => {
  const ready = async (troubles: string[]) =>
    /^tollgate_ready (\d+)$/m.exec(
      (await createMetrics({ ...idleMetricSources, troubles: () => troubles }).read()).text,
    )?.[1]
  expect([await ready([]), await ready(['ledger: database is locked'])]).toEqual(['1', '0'])
})
