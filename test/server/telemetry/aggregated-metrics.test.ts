import { AggregatedMetrics } from '../../../src/server/telemetry/aggregated-metrics.js'
import { createMetrics } from '../../../src/server/telemetry/metrics.js'
import type { UpstreamStatus } from '../../../src/server/upstreams/upstream-status.js'
import { idleMetricSources } from '../../support/idle-metric-sources.js'

const upstreamAt = (head: string): UpstreamStatus => ({
  network: 'eth',
  upstream: 'node-1',
  isPartner: false,
  state: 'up',
  reason: 'answers',
  measuredState: 'up',
  cordonedUntil: null,
  lastFailure: null,
  head,
  lag: '0',
  inFlight: 0,
  calls: 0,
  p50Ms: null,
  p95Ms: null,
  errorRate: 0,
  takenOut: {},
  circuit: 'closed',
})

const workerAt = (head: string) =>
  createMetrics({ ...idleMetricSources, webSockets: () => 3, upstreams: () => [upstreamAt(head)] }).readings()

const aggregated = (troubles: readonly string[]) =>
  new AggregatedMetrics({
    running: () => 2,
    unheard: () => 0,
    reload: () => ({ isTaken: false, takenAtMs: 7_000 }),
    troubles: () => troubles,
    notices: idleMetricSources.notices,
  })

test('of several workers, counts are added up, and the head of an upstream is the newest that one of them saw', async () => {
  const added = aggregated([])
  const { text } = await added.add([await workerAt('100'), await workerAt('102')])
  expect(text).toMatch(/^tollgate_websocket_connections 6$/m)
  expect(text).toMatch(/^tollgate_upstream_head\{.*upstream="node-1".*\} 102$/m)
  expect(text).toMatch(/^tollgate_upstream_state\{.*state="up".*\} 2$/m)
  // The primary says whether the configuration was taken.
  expect(text).toMatch(/^tollgate_config_last_reload_successful 0$/m)
  expect(text).toMatch(/^tollgate_config_last_reload_success_timestamp_seconds 7$/m)
})

test('of several workers, the first process says whether the gateway is ready', async () => {
  const troubled = await createMetrics({ ...idleMetricSources, troubles: () => ['ledger: away'] }).readings()
  const well = await createMetrics(idleMetricSources).readings()
  const oneServes = await aggregated([]).add([troubled, well])
  expect(oneServes.text).toMatch(/^tollgate_ready 1$/m)
  const noneServes = await aggregated(['worker 1: ledger: away']).add([troubled, well])
  expect(noneServes.text).toMatch(/^tollgate_ready 0$/m)
})

test('of several workers, the first process says when the gateway started', async () => {
  const { text } = await aggregated([]).add([await createMetrics(idleMetricSources).readings()])
  const startSeconds = Number(/^process_start_time_seconds (\d+)$/m.exec(text)?.[1])
  expect(startSeconds).toBeGreaterThan(0)
  expect(startSeconds).toBeLessThanOrEqual(Date.now() / 1000 + 1)
})
