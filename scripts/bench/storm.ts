import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestText, runLoad, runProgram } from './load.js'
import type { Scenario } from './scenarios.js'
import { median, type Row } from './table.js'

const CLIENTS = 1_000
const SATURATING_SECONDS = 4

/**
 * Measures the wait of 1,000 new clients for their first answer while 64 others saturate the
 * server.
 */
export const measureStorm = async (
  scenarios: readonly Scenario[],
  rounds: number,
): Promise<{ columns: string[]; rows: Row[] }> => {
  const rows: Row[] = []
  for (const scenario of scenarios) {
    const storms: { p50: number; p99: number; max: number; failed: number }[] = []
    for (let round = 0; round < rounds; round++) storms.push(await storm(scenario))
    const of = (key: 'p50' | 'p99' | 'max') => median(storms.map((found) => found[key])).toFixed(0)
    const failed = storms.reduce((sum, found) => sum + found.failed, 0)
    rows.push([scenario.name, of('p50'), of('p99'), of('max'), String(failed)])
  }
  return { columns: [`${CLIENTS} clients connect under saturation`, 'p50 ms', 'p99 ms', 'longest ms', 'failed'], rows }
}

const storm = async (scenario: Scenario) => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-storm-'))
  const file = join(folder, 'request')
  writeFileSync(file, requestText(scenario))
  const { path, body, server } = scenario
  const saturating = runLoad({ path, body, port: server.port, connections: 64, seconds: SATURATING_SECONDS })
  try {
    await sleep(1_000)
    const args = ['scripts/bench/storm.mjs', String(server.port), String(CLIENTS), file]
    const found = await runProgram(process.execPath, args, process.env, undefined)
    return JSON.parse(found) as { p50: number; p99: number; max: number; failed: number }
  } finally {
    await saturating
    rmSync(folder, { recursive: true, force: true })
  }
}
