/**
 * `npm run bench:start`: what a start takes until the gateway is ready, and the memory that it then
 * holds, without and with the contracts that come with Tollgate. Linux only (/proc).
 *
 * Every round starts each once, in turns, and medians are compared. CPU time is the judge:
 * neighbours lengthen the time until ready more. `--against FILE` (the `dist/src/main.js` of
 * another commit, built in another worktree) measures that build in the same rounds.
 *
 * Options: --rounds N  --against FILE
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { residentMiB, startServer } from './process.js'
import { median, tableOf } from './table.js'

/** By then, a ready gateway has ended the first polls of its node. */
const SETTLED_MS = 1_500
/** The unit of /proc/PID/stat on every Linux that Node runs on. */
const MS_PER_TICK = 10

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, against: { type: 'string' } },
})

/** CPU time of a process, of threads that have ended too. */
const cpuMs = (pid: number): number => {
  // The name, which may have blanks in it, stands in brackets before.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

const configText = (contracts: readonly string[]): string =>
  JSON.stringify({
    listen: { port: 0 },
    admin: { port: 0 },
    plans: { core: { dailyCredits: 3_000_000, creditsPerSecond: 500 } },
    networks: { eth: { family: 'evm', upstreams: [{ name: 'node', url: 'http://127.0.0.1:1' }] } },
    contracts: contracts.map((name) => ({ name })),
    // That its node does not answer is of no interest here.
    log: { level: 'error' },
  })

const CONTRACTS = { 'built-in contract': [], 'with both shipped contracts': ['ethereum', 'solana'] }

interface Start {
  readonly readyMs: number
  readonly cpuMs: number
  readonly residentMiB: number
}

/** Starts a build in a new folder, and stops it after its first polls. */
const startOnce = async (main: string, contracts: readonly string[]): Promise<Start> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-start-'))
  const config = join(folder, 'tollgate.yaml')
  writeFileSync(config, configText(contracts))
  const beganMs = performance.now()
  const server = await startServer([main, 'serve', '--json', '--config', config], () => 0, {
    // The gateway must not inherit the environment of this script, nor write to its log.
    env: { NODE_OPTIONS: '' },
  })
  try {
    const [readyMs, spentMs] = [performance.now() - beganMs, cpuMs(server.pid)]
    await sleep(SETTLED_MS)
    return { readyMs, cpuMs: spentMs, residentMiB: residentMiB(server.pid) }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const builds = { ...(options.against !== undefined && { before: options.against }), now: 'dist/src/main.js' }
const cases = Object.entries(builds).flatMap(([build, main]) =>
  Object.entries(CONTRACTS).map(([name, contracts]) => ({
    name: options.against === undefined ? name : `${name}, ${build}`,
    main,
    contracts,
    starts: [] as Start[],
  })),
)
for (let round = 0; round < Number(options.rounds); round++)
  for (const { main, contracts, starts } of cases) starts.push(await startOnce(main, contracts))

const rows = cases.map(({ name, starts }) => {
  const of = (key: keyof Start) => median(starts.map((start) => start[key])).toFixed(0)
  return [name, `${of('cpuMs')} ms`, `${of('readyMs')} ms`, `${of('residentMiB')} MiB`]
})
console.log(tableOf(['start', 'CPU time until ready', 'until ready', 'resident memory'], rows))
