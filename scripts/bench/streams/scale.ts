import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { turnsOf } from '../block.js'
import { type BenchGateway, startBenchGateway } from '../gateway.js'
import { requestText, runProgram } from '../load.js'
import { cpuNanoseconds, startServer } from '../process.js'
import type { Row } from '../table.js'
import { askedOf, type StreamSetting, startChain } from './setting.js'

const BLOCK_MS = 2_000
const LOGS = 500
const ACCOUNTS = 10
const PACE = { callsPerSecond: 100, connections: 16 }
const STORAGE = `{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x5fbdb2315678afecb367f032d93f642f64180aa3","0x${'0'.repeat(56)}#NUMBER#","latest"]}`

/** Addresses among which the filters are shared out; with few of them each log is sent to many. */
const loads = [
  { name: 'each filter matches a log of every 20th block', addresses: 10_000 },
  { name: 'each filter matches a log of every block', addresses: 500 },
]

/** Many subscribers of one network, and the calls of an account that has none of them. */
export const measureScale = async (
  setting: StreamSetting,
  sockets: number,
  blocks: number,
): Promise<{ columns: Row; rows: Row[] }> => {
  const rows: Row[] = []
  for (const load of loads) rows.push(await measureLoad(setting, load, sockets, blocks))
  return {
    columns: [
      `${sockets.toLocaleString('en')} WebSockets × 10 filters, ${LOGS} logs every ${BLOCK_MS / 1_000} s`,
      'events of a block',
      'CPU µs an event (goal 5)',
      'turn of the event loop, ms: p99.9',
      'longest (goal 20)',
      'longest, on the CPU',
      "another's calls, p99 ms: without streams",
      'with them (goal twice)',
      'asked for a block: blocks and logs',
    ],
    rows,
  }
}

const measureLoad = async (
  setting: StreamSetting,
  load: (typeof loads)[number],
  sockets: number,
  blocks: number,
): Promise<Row> => {
  const chain = await startChain(setting, { blockMs: BLOCK_MS, logs: LOGS, addresses: load.addresses })
  const file = join(setting.folder, 'turns.json')
  const gateway = await startBenchGateway({
    upstreamPort: chain.port,
    main: setting.main,
    core: setting.gatewayCore,
    env: { BENCH_TURNS: file },
    nodeArguments: ['--import', './scripts/bench/turns.mjs'],
    more: { plan: { maxSubscriptions: 10_000_000 } },
    moreAccounts: ACCOUNTS,
  })
  const seconds = (blocks * BLOCK_MS) / 1_000
  await callsBeside(setting, gateway, seconds / 4)
  const polled = await askedOf(chain)
  const idle = await callsBeside(setting, gateway, seconds)
  const polls = await askedOf(chain)
  const urls = gateway.moreKeyTexts.map((key) => `ws://127.0.0.1:${gateway.port}/eth/ws/v3/${key}`)
  const args = ['scripts/bench/streams/clients.mjs', sockets, load.addresses, ...urls].map(String)
  const clients = await startServer(args, Number, { core: setting.clientCore })
  const eventsSince = async () => Number(await (await fetch(`http://127.0.0.1:${clients.port}`)).text())
  await sleep(3 * BLOCK_MS)

  await eventsSince()
  const before = { asked: await askedOf(chain), cpu: cpuNanoseconds(gateway.pid) }
  let beside = idle
  const turns = await turnsOf(gateway, file, async () => {
    beside = await callsBeside(setting, gateway, seconds)
  })
  const cpu = Number(cpuNanoseconds(gateway.pid) - before.cpu) - idle.cpu
  const events = await eventsSince()
  const asked = await askedOf(chain)
  // Without the polls of an idle gateway.
  const perBlock = (method: string) =>
    ((growth(method, before.asked, asked) - growth(method, polled, polls)) / blocks).toFixed(1)
  const row = [
    load.name,
    Math.round(events / blocks).toLocaleString('en'),
    (cpu / events / 1_000).toFixed(1),
    turns.all.p999.toFixed(1),
    turns.all.longest.toFixed(1),
    turns.onCpu.longest.toFixed(1),
    idle.p99.toFixed(2),
    beside.p99.toFixed(2),
    `${perBlock('eth_getBlockByNumber')} and ${perBlock('eth_getLogs')}`,
  ]
  await clients.stop()
  await gateway.stop()
  await chain.stop()
  return row
}

type Counts = Readonly<Record<string, number>>

const growth = (name: string, before: Counts, after: Counts): number => (after[name] ?? 0) - (before[name] ?? 0)

/** Calls of an account without subscriptions, at a fixed rate, and the gateway's CPU time. */
const callsBeside = async (
  { folder }: StreamSetting,
  { port, pid, keyText }: BenchGateway,
  seconds: number,
): Promise<{ p99: number; cpu: number }> => {
  const file = join(folder, 'request')
  writeFileSync(file, requestText({ path: `/eth/v3/${keyText}`, body: STORAGE }))
  const { callsPerSecond, connections } = PACE
  const args = ['scripts/bench/paced-load.mjs', port, callsPerSecond, seconds, connections, file].map(String)
  const before = cpuNanoseconds(pid)
  const output = await runProgram(process.execPath, args, process.env, undefined)
  return { ...(JSON.parse(output) as { p99: number }), cpu: Number(cpuNanoseconds(pid) - before) }
}
