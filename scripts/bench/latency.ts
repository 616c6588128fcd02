import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestText, runProgram } from './load.js'
import { waitedNanoseconds } from './process.js'
import type { Scenario } from './scenarios.js'
import { median, type Row } from './table.js'

const CALLS_PER_SECOND = 4_000
const SECONDS = 6
const CONNECTIONS = 64

interface Latency {
  readonly p50: number
  readonly p99: number
  /**
   * Milliseconds in a second for which the server was ready to run and something else had its core.
   */
  readonly waited: number
}

/**
 * Measures the latency that a server adds to calls at a fixed rate: the median of the rounds, less
 * the latency of the node alone.
 *
 * An uncounted round at this rate comes first: compilers that still work share the server's core.
 * If a server waits for its core for more than a few milliseconds a second, other programs ran, and
 * p99 shows their load rather than the server.
 */
export const measureLatency = async (
  [direct, nginx, gateway]: readonly [Scenario, Scenario, Scenario],
  rounds: number,
): Promise<{ columns: string[]; rows: Row[] }> => {
  const all = [direct, nginx, gateway]
  const samples = new Map<Scenario, Latency[]>(all.map((scenario) => [scenario, []]))
  for (const scenario of all) await pace(scenario)
  for (let round = 0; round < rounds; round++) {
    for (const scenario of round % 2 === 0 ? all : [...all].reverse()) samples.get(scenario)!.push(await pace(scenario))
  }
  const of = (scenario: Scenario, key: keyof Latency) => median(samples.get(scenario)!.map((sample) => sample[key]))
  const added = (scenario: Scenario, key: keyof Latency) => of(scenario, key) - of(direct, key)
  const rows = all.map((scenario) => [
    scenario.name,
    of(scenario, 'p50').toFixed(3),
    of(scenario, 'p99').toFixed(3),
    of(scenario, 'waited').toFixed(1),
    ...(scenario === direct
      ? ['', '', '', '']
      : [
          `${(added(scenario, 'p50') * 1000).toFixed(0)}`,
          `${(added(scenario, 'p99') * 1000).toFixed(0)}`,
          `${(added(scenario, 'p50') / added(nginx, 'p50')).toFixed(2)} ×`,
          `${(added(scenario, 'p99') / added(nginx, 'p99')).toFixed(2)} ×`,
        ]),
  ])
  return {
    columns: [
      `at ${CALLS_PER_SECOND} calls/s`,
      'p50 ms',
      'p99 ms',
      'waited for its core, ms/s',
      'added p50 µs',
      'added p99 µs',
      'p50, nginx = 1',
      'p99, nginx = 1',
    ],
    rows,
  }
}

const pace = async (scenario: Scenario): Promise<Latency> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-pace-'))
  const file = join(folder, 'request')
  writeFileSync(file, requestText(scenario))
  const { port, pid } = scenario.server
  const args = ['scripts/bench/paced-load.mjs', port, CALLS_PER_SECOND, SECONDS, CONNECTIONS, file]
  const before = waitedNanoseconds(pid)
  try {
    const output = await runProgram(process.execPath, args.map(String), process.env, undefined)
    const waited = Number(waitedNanoseconds(pid) - before) / 1e6 / SECONDS
    return { ...(JSON.parse(output) as { p50: number; p99: number }), waited }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
