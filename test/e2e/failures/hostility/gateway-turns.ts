import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** CPU milliseconds of turns of the event loop: a quantile, and the longest one. */
export interface CpuTurns {
  readonly p999: number
  readonly longest: number
}

/** Measures the turns of a gateway's processes; see scripts/bench/turns.mjs. */
export interface GatewayTurns {
  /** The environment of a gateway that is measured. */
  readonly variables: Readonly<Record<string, string>>
  /** The longest turns of any process since it was asked before. */
  take(pids: readonly number[]): Promise<CpuTurns>
  remove(): void
}

const MAX_WAIT_MS = 10_000

export const measureTurns = (): GatewayTurns => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-turns-'))
  const fileOf = (pid: number | '%p') => join(folder, `${pid}.json`)
  const takeOf = async (pid: number): Promise<CpuTurns> => {
    rmSync(fileOf(pid), { force: true })
    process.kill(pid, 'SIGUSR2')
    const untilMs = performance.now() + MAX_WAIT_MS
    while (!existsSync(fileOf(pid))) {
      if (performance.now() > untilMs) throw new Error(`process ${pid} does not tell its turns`)
      await sleep(10)
    }
    return (JSON.parse(readFileSync(fileOf(pid), 'utf8')) as { onCpu: CpuTurns }).onCpu
  }
  return {
    variables: {
      BENCH_TURNS: fileOf('%p'),
      NODE_OPTIONS: `${process.env.PROF ?? ''} --import ${resolve('scripts/bench/turns.mjs')}`,
    },
    take: async (pids) => {
      const all = await Promise.all(pids.map(takeOf))
      return {
        p999: Math.max(...all.map(({ p999 }) => p999)),
        longest: Math.max(...all.map(({ longest }) => longest)),
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
