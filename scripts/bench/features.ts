/**
 * `npm run bench:features`: what compression and tracing cost a call, switched on against off, in
 * one build.
 *
 * Each row starts two gateways, warms both in the same way, and sends them short bursts of calls in
 * turns. Other load on the machine slows both, so the median of the pairs' ratios is exact although
 * no burst is. The first row compares two gateways of one configuration, and so shows the noise.
 * Metrics are always counted; the last line shows the cost of reading them.
 *
 * Options: --bursts N  --match PATTERN  --node PATH
 */
import { execFileSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { AT_ONCE, burstMicros, ratioText } from './bursts.js'
import { type BenchGateway, type GatewaySetting, startBenchGateway } from './gateway.js'
import { cpuNanoseconds, startServer } from './process.js'
import { median, tableOf } from './table.js'

const { values: options } = parseArgs({
  options: {
    bursts: { type: 'string', default: '400' },
    match: { type: 'string', default: '' },
    node: { type: 'string', default: process.execPath },
  },
})
const BURST_CALLS = 256
/** Bursts in which the engine compiles the code, before any is measured. */
const WARMING_BURSTS = 40
const SCRAPES = 50

/** CPU time of asking for the gateway's metrics once, in milliseconds. */
const scrapeMs = async ({ line, pid }: BenchGateway): Promise<number> => {
  const { adminUrl } = JSON.parse(line) as { adminUrl: string }
  const before = cpuNanoseconds(pid)
  for (let asked = 0; asked < SCRAPES; asked++) await (await fetch(`${adminUrl}/metrics`)).arrayBuffer()
  return Number(cpuNanoseconds(pid) - before) / 1e6 / SCRAPES
}

const SMALL = `{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x5fbdb2315678afecb367f032d93f642f64180aa3","0x${'0'.repeat(56)}#NUMBER#","latest"]}`
const RECEIPT = `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["0x${'11'.repeat(28)}#NUMBER#"]}`

/** The features of a row, the headers of its callers, and the coding of their answers. */
interface FeatureRow {
  readonly name: string
  readonly more?: NonNullable<GatewaySetting['more']>
  readonly body?: string
  readonly acceptEncoding?: string
  readonly encoding?: string
}

const hasZstd =
  execFileSync(options.node, ['-p', "'createZstdCompress' in require('zlib')"]).toString().trim() === 'true'

const rowsOf = (endpoint: string): readonly FeatureRow[] => {
  const traced = (ratio: number) => ({ tracing: { endpoint, ratio } })
  const compression = true
  return [
    { name: 'nothing (noise)' },
    { name: 'compression and tracing; callers take none, no call is recorded', more: { compression, ...traced(0) } },
    {
      name: 'compression; callers take gzip, replies are small',
      more: { compression },
      acceptEncoding: 'gzip, deflate',
    },
    { name: 'tracing; one call of a hundred is recorded', more: traced(0.01) },
    { name: 'tracing; every call is recorded', more: traced(1) },
    ...['gzip', 'br', ...(hasZstd ? ['zstd'] : [])].map((encoding) => ({
      name: `compression; a receipt of 20 KB in ${encoding}`,
      more: { compression },
      body: RECEIPT,
      acceptEncoding: encoding,
      encoding,
    })),
  ]
}

let number = 0
const scrapes: number[] = []

/** One call. Errors: another status or coding than the row is about. */
const ask = (gateway: BenchGateway, agent: Agent, row: FeatureRow, encoding: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const { acceptEncoding } = row
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }
    const to = { host: '127.0.0.1', port: gateway.port, path: `/eth/v3/${gateway.keyText}`, method: 'POST' }
    const outgoing = request({ ...to, agent, headers }, (response) => {
      const found = response.headers['content-encoding']
      if (response.statusCode !== 200 || found !== encoding)
        reject(new Error(`"${row.name}" is answered with ${response.statusCode}, ${found}`))
      response.resume().on('end', resolve)
    })
    outgoing.on('error', reject)
    // Another number each time: no call may take another one's answer.
    outgoing.end((row.body ?? SMALL).replace('#NUMBER#', (++number).toString(16).padStart(8, '0')))
  })

/** CPU time of a call in a burst of them, in microseconds. */
const burst = (gateway: BenchGateway, agent: Agent, row: FeatureRow, encoding: string | undefined) =>
  burstMicros(gateway.pid, BURST_CALLS, () => ask(gateway, agent, row, encoding))

/** Compares two gateways that differ in the row's features, and stops them. */
const compare = async (row: FeatureRow, node: GatewaySetting): Promise<readonly string[]> => {
  const off = await startBenchGateway(node)
  const on = await startBenchGateway({ ...node, ...(row.more && { more: row.more }) })
  const agents = { off: new Agent({ keepAlive: true }), on: new Agent({ keepAlive: true }) }
  const pairs: { off: number; on: number }[] = []
  try {
    for (let turn = -WARMING_BURSTS; turn < Number(options.bursts); turn++) {
      const pair = { off: 0, on: 0 }
      for (const which of turn % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const))
        pair[which] =
          which === 'off' ? await burst(off, agents.off, row, undefined) : await burst(on, agents.on, row, row.encoding)
      if (turn >= 0) pairs.push(pair)
    }
    scrapes.push(await scrapeMs(on))
  } finally {
    for (const agent of Object.values(agents)) agent.destroy()
    await off.stop()
    await on.stop()
  }
  const ratios = pairs.map((pair) => pair.on / pair.off)
  const micros = (which: 'off' | 'on') => median(pairs.map((pair) => pair[which])).toFixed(1)
  return [row.name, micros('off'), micros('on'), ratioText(ratios, 3)]
}

const upstream = await startServer(['scripts/bench/upstream.mjs'], Number)
const collector = await startServer(['scripts/bench/collector.mjs'], Number)
try {
  const node = { program: options.node, upstreamPort: upstream.port }
  const rows: (readonly string[])[] = []
  for (const row of rowsOf(`http://127.0.0.1:${collector.port}/v1/traces`))
    if (new RegExp(options.match).test(row.name)) {
      rows.push(await compare(row, node))
      console.error(rows.at(-1)!.join('  '))
    }
  const version = execFileSync(options.node, ['--version']).toString().trim()
  console.log(
    `Node ${version}; medians of ${options.bursts} pairs of bursts of ${BURST_CALLS} calls, ${AT_ONCE} at once\n`,
  )
  console.log(tableOf(['switched on', 'CPU µs a call, off', 'on', 'on / off (middle half of the pairs)'], rows))
  console.log(`\nAsking for the metrics once: ${median(scrapes).toFixed(1)} ms of CPU time`)
} finally {
  await upstream.stop()
  await collector.stop()
}
