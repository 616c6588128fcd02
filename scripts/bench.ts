/**
 * `npm run bench`: what a call costs and how long it takes, next to nginx (`proxy_pass`,
 * keep-alive) in the same run.
 *
 * Read the ratios: machines are shared and noisy, so every round visits every scenario, CPU time
 * per call is the judge, and the medians are compared. Linux only (/proc). Servers under
 * measurement run on core 1, the load and the node on core 0 (`--no-pin`: wherever the system puts
 * them). nginx and wrk come from the system's packages and are installed when absent.
 *
 * `--against FILE` (the `dist/src/main.js` of another commit, built in another worktree)
 * measures CPU time in both builds, in short bursts in turns, so that it holds on a busy machine,
 * too; `--without-added` where that one takes no documents of further methods, `--match` for some
 * rows. `--against dist/src/main.js` says how much is noise.
 *
 * Options: --rounds N --seconds S --only cpu,latency,memory,storm,block --match PATTERN --no-pin
 * --node PATH --main FILE --against FILE --without-sharing --without-added --docs
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeCertificate } from '../test/support/certificate.js'
import { measureBlock } from './bench/block.js'
import { compareCpu } from './bench/compare.js'
import { measureCpu } from './bench/cpu.js'
import { type GatewaySetting, startBenchGateway } from './bench/gateway.js'
import { measureLatency } from './bench/latency.js'
import { measureMemory } from './bench/memory.js'
import { startNginx } from './bench/nginx.js'
import { type StartOptions, startServer } from './bench/process.js'
import { type Scenario, type Servers, scenariosOf } from './bench/scenarios.js'
import { measureStorm } from './bench/storm.js'
import { requireProgram } from './bench/system-package.js'
import { tableOf } from './bench/table.js'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: 'cpu,latency,memory,storm,block' },
    match: { type: 'string', default: '' },
    'no-pin': { type: 'boolean', default: false },
    node: { type: 'string', default: process.execPath },
    main: { type: 'string', default: 'dist/src/main.js' },
    against: { type: 'string' },
    'without-sharing': { type: 'boolean', default: false },
    'without-added': { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
})
const isPinned = !options['no-pin'] && cpus().length > 1
const rounds = Number(options.rounds)
/** Results of both pairs of processes, for every round. */
const BURSTS = 10
const parts = options.only.split(',')

requireProgram('nginx')
requireProgram('wrk')
// Child processes stay on core 0 with this process, unless they get another core.
if (isPinned) execFileSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)], { stdio: 'ignore' })
const measured: StartOptions = { program: options.node, core: isPinned ? 1 : undefined }

const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-tls-'))
const pair = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
writeCertificate('tollgate bench', pair)

const stops: (() => Promise<void>)[] = []
const keep = <S extends { stop(): Promise<void> }>(server: S): S => {
  stops.unshift(() => server.stop())
  return server
}
const lines: string[] = []
const say = (text: string) => {
  lines.push(text)
  console.log(text)
}
const show = ({ columns, rows }: { columns: string[]; rows: readonly (readonly string[])[] }) =>
  say(`\n${tableOf(columns, rows)}`)

const versionOf = (program: string) => execFileSync(program, ['--version']).toString().trim()

try {
  const upstream = keep(await startServer(['scripts/bench/upstream.mjs'], Number))
  const setting: GatewaySetting = {
    ...measured,
    upstreamPort: upstream.port,
    main: options.main,
    isWithoutSharing: options['without-sharing'],
    isWithoutAdded: options['without-added'],
  }
  const servers: Servers = {
    upstream,
    pair,
    nginx: keep(await startNginx(upstream.port, pair, measured)),
    proxy: keep(
      await startServer(['scripts/bench/plain-proxy.mjs', `http://127.0.0.1:${upstream.port}`], Number, measured),
    ),
    gateway: keep(await startBenchGateway(setting)),
    tlsGateway: keep(await startBenchGateway({ ...setting, tls: pair })),
  }
  const possibleOf = (all: Servers) =>
    scenariosOf(all).filter(
      ({ name }) =>
        !(options['without-sharing'] && /shared round trips/.test(name)) &&
        !((options['without-sharing'] || options['without-added']) && /added method/.test(name)),
    )
  const scenarios = possibleOf(servers)
  const named = (name: string) => scenarios.find((scenario) => scenario.name === name)!
  const wanted = scenarios.filter(({ name }) => new RegExp(options.match).test(name))
  const needed = withReferences(wanted, scenarios)
  const chosen = scenarios.filter((scenario) => needed.has(scenario))

  const where = isPinned ? 'measured servers on core 1, load and node on core 0' : 'not pinned to cores'
  const load =
    options.against === undefined
      ? `medians of ${rounds} rounds of ${options.seconds} s; 64 connections unless said`
      : `medians of ${2 * BURSTS * rounds} bursts, half of them in each of two pairs of processes`
  say(`${cpus().length} cores, ${cpus()[0]?.model.trim()}; Node ${versionOf(options.node)}; ${where};`)
  say(load)
  if (options.against !== undefined) {
    const { against } = options
    const startServers = async (main: string): Promise<Servers> => ({
      ...servers,
      gateway: await startBenchGateway({ ...setting, main }),
      tlsGateway: await startBenchGateway({ ...setting, main, tls: pair }),
    })
    /**
     * Starts a process of each build; the order is given, as the one that is started first may be
     * faster.
     */
    const startPair = (isBaseFirst: boolean) => async () => {
      const first = await startServers(isBaseFirst ? against : options.main)
      const second = await startServers(isBaseFirst ? options.main : against)
      const [base, own] = isBaseFirst ? [first, second] : [second, first]
      const bases = new Map(possibleOf(base).map((scenario) => [scenario.name, scenario]))
      const ours = possibleOf(own).filter(({ name }) => new RegExp(options.match).test(name))
      const pairs = ours
        .filter(({ server }) => server === own.gateway || server === own.tlsGateway)
        .map((scenario) => ({ own: scenario, base: bases.get(scenario.name)! }))
      const stop = async () => {
        for (const { gateway, tlsGateway } of [first, second]) for (const one of [gateway, tlsGateway]) await one.stop()
      }
      return { pairs, stop }
    }
    show(await compareCpu([startPair(true), startPair(false)], BURSTS * rounds))
  } else if (parts.includes('cpu')) show(await measureCpu(chosen, rounds, Number(options.seconds)))
  if (options.against !== undefined) parts.length = 0
  if (parts.includes('latency')) {
    const three = [named('direct to the node'), named('nginx: small call'), named('forwarded call')] as const
    show(await measureLatency(three, Math.max(3, rounds)))
  }
  if (parts.includes('storm')) show(await measureStorm([named('nginx: small call'), named('forwarded call')], 3))
  if (parts.includes('memory')) show(await measureMemory(setting))
  if (parts.includes('block')) show(await measureBlock(setting, 2 * Number(options.seconds)))
  if (options.docs) writePage(lines.join('\n'))
} finally {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Scenarios, those they are compared with, and those that these are compared with. */
function withReferences(wanted: readonly Scenario[], all: readonly Scenario[]): ReadonlySet<Scenario> {
  const found = new Set(wanted)
  for (const { reference, singles = [] } of found)
    for (const scenario of all) if (scenario.name === reference || singles.includes(scenario.name)) found.add(scenario)
  return found
}

function writePage(text: string): void {
  const path = 'docs/performance.md'
  const page = readFileSync(path, 'utf8')
  const marked = /<!-- bench -->[\s\S]*<!-- \/bench -->/
  if (!marked.test(page)) throw new Error(`${path} has no <!-- bench --> markers`)
  writeFileSync(
    path,
    page.replace(marked, () => `<!-- bench -->\n${text}\n<!-- /bench -->`),
  )
}
