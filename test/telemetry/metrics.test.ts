import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import type { Observation } from '../../src/pipeline/stages/observe.js'
import { createMetrics } from '../../src/telemetry/metrics.js'

const observation = fc.record({
  requestId: fc.constant('r'),
  transport: fc.constant('http' as const),
  network: fc.constantFrom('eth', 'sol', 'a"b\\c\n'),
  method: fc.constantFrom('eth_chainId', 'unknown', 'constructor'),
  keyId: fc.constant('key_1'),
  accountId: fc.constant('acc_1'),
  outcome: fc.constantFrom('ok', 'node_error', 'no-upstream'),
  errorCode: fc.constant(undefined),
  servedBy: fc.constant('upstream' as const),
  upstream: fc.constant('node-1'),
  costCredits: fc.constantFrom(0, 80, 255),
  durationMs: fc.oneof(fc.constantFrom(0, 1, 2.5, 3, 10_000, 10_001), fc.nat({ max: 20_000 })),
})

/** The same numbers counted by prom-client itself. */
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
    labelNames: ['network', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const credits = new Counter({
    name: 'tollgate_credits_charged_total',
    help,
    labelNames: ['network', 'method'],
    registers,
  })
  for (const { network, method, outcome, costCredits, durationMs } of observations) {
    calls.inc({ network, method, outcome })
    durations.observe({ network, method }, durationMs / 1000)
    if (costCredits > 0) credits.inc({ network, method }, costCredits)
  }
  return registry
}

/** The lines of metrics in any order, labels sorted, and sums as far as floating point goes. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^tollgate_(calls|call_duration|credits)/.test(line))
    .map((line) => {
      const [, name, labels = '', value] = /^(\w+)\{(.*)\} (\S+)$/.exec(line)!
      const sorted = [...labels.matchAll(/\w+="(?:[^"\\]|\\.)*"/g)].map(([label]) => label).sort()
      return `${name} ${sorted.join()} ${name!.endsWith('_sum') ? Number(value).toFixed(6) : value}`
    })
    .sort()

const fresh = () => createMetrics({ webSockets: () => 0, heldBytes: () => 0, cacheBytes: () => 0, upstreams: () => [] })

describe('the metrics of calls', () => {
  test('are those that prom-client would have counted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(observation, { minLength: 1, maxLength: 60 }), async (observations) => {
        const metrics = fresh()
        for (const each of observations) metrics.call(each)
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
      metrics.attempt('eth', 'node-1', 'result')
      metrics.attempt('eth', 'node-1', 'timed-out')
      expect(line.exec((await metrics.read()).text)?.[1]).toBe(String(total))
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
