import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchGateway, type GatewaySetting, startBenchGateway } from './gateway.js'
import { runLoad } from './load.js'
import { type Server, startServer } from './process.js'
import type { Row } from './table.js'

const WARM_SECONDS = 2
/** The wait for a server that reports what it measured. */
const MAX_WAIT_MS = 5_000
const ADDRESS = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const storage = `{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${ADDRESS}","0x${'0'.repeat(56)}#NUMBER#","latest"]}`
const logsOf = (blocks: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"address":"${ADDRESS}",${blocks}"topics":["0x${'ab'.repeat(28)}#NUMBER#"]}]}`

interface Work {
  readonly name: string
  readonly body?: string
  readonly connections: number
  readonly goal?: string
}

const GOAL = '≤ 2 ms (floor 5)'
const COMPUTING: Work = { name: 'a process that only computes, 1 ms a turn', connections: 0 }
const works: readonly Work[] = [
  { name: 'idle gateway', connections: 0 },
  { name: 'small calls, 64 at once', body: storage, connections: 64 },
  { name: '10,000 logs, 1 at once', body: logsOf('"fromBlock":"latest",'), connections: 1, goal: GOAL },
  { name: '5 MB logs, 8 at once', body: logsOf(''), connections: 8, goal: GOAL },
]

/** In milliseconds. */
export interface Quantiles {
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly longest: number
}

/** The measurements that scripts/bench/turns.mjs writes. */
export interface Turns {
  readonly turns: number
  readonly all: Quantiles
  readonly onCpu: Quantiles
}

/**
 * For how long a turn of the gateway's event loop keeps all others waiting.
 *
 * Read it next to the first row, a process that only computes, a millisecond a turn: what its turns
 * are longer, the machine took, and it takes as much from our work. On the CPU: without the time
 * when the process was ready and another one had the core; what a hypervisor takes the system
 * counts as the process's own.
 */
export const measureBlock = async (
  setting: GatewaySetting,
  seconds: number,
): Promise<{ columns: string[]; rows: Row[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-turns-'))
  const file = join(folder, 'turns.json')
  const nodeArguments = [...(setting.nodeArguments ?? []), '--import', './scripts/bench/turns.mjs']
  const loaded = { ...setting, env: { ...setting.env, BENCH_TURNS: file } }
  const rows: Row[] = []
  try {
    const busy = await startServer([...nodeArguments, 'scripts/bench/busy.mjs'], () => 0, loaded)
    rows.push(rowOf(COMPUTING, await turnsOf(busy, file, () => sleep(seconds * 1000))))
    await busy.stop()
    const gateway = await startBenchGateway({ ...loaded, nodeArguments })
    try {
      for (const work of works) {
        await run(gateway, work, WARM_SECONDS)
        rows.push(rowOf(work, await turnsOf(gateway, file, () => run(gateway, work, seconds))))
      }
    } finally {
      await gateway.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const names = ['p50 ms', 'p99', 'p99.9', 'longest', 'on the CPU: p99', 'p99.9', 'longest']
  return { columns: ['turns of the event loop', 'turns', ...names, 'goal'], rows }
}

const rowOf = ({ name, goal }: Work, { turns, all, onCpu }: Turns): Row => {
  const cells = [all.p50, all.p99, all.p999, all.longest, onCpu.p99, onCpu.p999, onCpu.longest]
  return [name, turns.toLocaleString('en'), ...cells.map((ms) => ms.toFixed(2)), goal ?? '']
}

const run = async (
  { port, keyText }: BenchGateway,
  { name, body, connections }: Work,
  seconds: number,
): Promise<void> => {
  if (body === undefined) return sleep(seconds * 1000)
  const { refused } = await runLoad({ port, path: `/eth/v3/${keyText}`, body, connections, seconds })
  if (refused > 0) throw new Error(`${name} was refused ${refused} times`)
}

/** The turns of a server during `work`. */
export const turnsOf = async ({ pid }: Server, file: string, work: () => Promise<void>): Promise<Turns> => {
  await told(pid, file)
  await work()
  return told(pid, file)
}

/** The turns since it was asked before. */
const told = async (pid: number, file: string): Promise<Turns> => {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  const until = performance.now() + MAX_WAIT_MS
  while (!existsSync(file)) {
    if (performance.now() > until) throw new Error('the server does not tell its turns')
    await sleep(10)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Turns
}
