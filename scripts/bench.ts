/**
 * `npm run bench`: calls per second and CPU time per call, next to a direct connection and to a plain proxy, in one run.
 *
 * Read the ratios: machines are shared and noisy, so every round visits every variant and the medians are compared. Linux only
 * (/proc). The load comes from this process, which also sets the ceiling: it shares the machine with what it measures.
 */
import { cpus } from 'node:os'
import { startBenchGateway } from './bench/gateway.js'
import { runLoad } from './bench/load.js'
import { cpuNanoseconds, residentMiB, type Server, startServer } from './bench/process.js'
import { readAnswer } from './bench/read-answer.js'
import { runWebSocketLoad } from './bench/websocket-load.js'

const ROUNDS = 5
const SECONDS = 1.5
const CONNECTIONS = 32
const storage =
  '{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x5fbdb2315678afecb367f032d93f642f64180aa3","0x0","latest"]}'
const receipt = `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["0x${'11'.repeat(32)}"]}`
const invalid = '{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x5f"]}'

interface Sample {
  readonly callsPerSecond: number
  readonly cpuMicros: number
  readonly medianMs: number
  readonly p99Ms: number
}

interface Variant {
  readonly name: string
  readonly server: Server
  readonly path: string
  readonly body: string
  /** Calls in one body. */
  readonly batch?: number
  readonly overWebSocket?: boolean
}

const measure = async (variant: Variant): Promise<Sample> => {
  const before = cpuNanoseconds(variant.server.pid)
  const load = { ...variant, port: variant.server.port, connections: CONNECTIONS, seconds: SECONDS }
  const result = await (variant.overWebSocket ? runWebSocketLoad(load) : runLoad(load))
  const calls = result.calls * (variant.batch ?? 1)
  return {
    callsPerSecond: calls / result.seconds,
    cpuMicros: Number(cpuNanoseconds(variant.server.pid) - before) / 1000 / calls,
    medianMs: result.medianMs,
    p99Ms: result.p99Ms,
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

const summarize = (samples: readonly Sample[]): Sample & { spread: number } => {
  const of = (key: keyof Sample) => median(samples.map((sample) => sample[key]))
  const cpu = samples.map((sample) => sample.cpuMicros)
  return {
    callsPerSecond: of('callsPerSecond'),
    cpuMicros: of('cpuMicros'),
    medianMs: of('medianMs'),
    p99Ms: of('p99Ms'),
    spread: (Math.max(...cpu) - Math.min(...cpu)) / 2 / of('cpuMicros'),
  }
}

const upstream = await startServer(['scripts/bench/upstream.mjs'], Number)
const proxy = await startServer(['scripts/bench/plain-proxy.mjs', `http://127.0.0.1:${upstream.port}`], Number)
const gateway = await startBenchGateway(upstream.port)
const path = `/eth/v3/${gateway.keyText}`
const variants: Variant[] = [
  { name: 'direct to the node', server: upstream, path: '/', body: storage },
  { name: 'plain proxy (node:http, undici, JSON.parse; the baseline)', server: proxy, path: '/', body: storage },
  { name: 'forwarded call', server: gateway, path, body: storage },
  {
    name: 'forwarded call over WebSocket',
    server: gateway,
    path: path.replace('/v3', '/ws/v3'),
    body: storage,
    overWebSocket: true,
  },
  { name: 'batch of 10, each call', server: gateway, path, body: `[${Array(10).fill(storage).join()}]`, batch: 10 },
  { name: '18 KB receipt', server: gateway, path, body: receipt },
  { name: '18 KB receipt, plain proxy', server: proxy, path: '/', body: receipt },
  { name: 'refused: invalid params', server: gateway, path, body: invalid },
  { name: 'refused: unknown key', server: gateway, path: `${path}x`, body: storage },
]

try {
  for (const variant of variants) await measure(variant)
  const samples = new Map<string, Sample[]>(variants.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const variant of round % 2 === 0 ? variants : [...variants].reverse()) {
      samples.get(variant.name)!.push(await measure(variant))
    }
  }
  const baseline = summarize(samples.get(variants[1]!.name)!).cpuMicros
  console.log(
    `${cpus().length} cores, ${cpus()[0]?.model.trim()}; Node ${process.version}; ${CONNECTIONS} connections; medians of ${ROUNDS} rounds of ${SECONDS} s\n`,
  )
  console.log('| scenario | calls/s | CPU µs a call | ± | against the baseline | p50 ms | p99 ms |')
  console.log('|---|---|---|---|---|---|---|')
  for (const { name } of variants) {
    const { callsPerSecond, cpuMicros, spread, medianMs, p99Ms } = summarize(samples.get(name)!)
    const cells = [
      name,
      Math.round(callsPerSecond),
      cpuMicros.toFixed(1),
      `${Math.round(spread * 100)} %`,
      `${(cpuMicros / baseline).toFixed(2)} ×`,
      medianMs.toFixed(2),
      p99Ms.toFixed(2),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log('\n| one large answer | bytes | seconds | resident before, MiB | peak growth, MiB |')
  console.log('|---|---|---|---|---|')
  const logs = `{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{}]}`
  const accounts = `{"jsonrpc":"2.0","id":1,"method":"getTokenAccountsByOwner","params":["4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F",{"mint":"3wyAj7Rt1TWVPZVteFJPLa26JmLvdb1CAKEFZm3NY75E"}]}`
  for (const [name, target, body] of [
    ['8,200 logs, held until counted', path, logs],
    ['50 MB, handed on while it arrives', path.replace('/eth', '/sol'), accounts],
  ] as const) {
    const before = residentMiB(gateway.pid)
    const { bytes, seconds, peak } = await readAnswer(gateway.port, target, body, () => residentMiB(gateway.pid))
    console.log(
      `| ${name} | ${bytes} | ${seconds.toFixed(2)} | ${before.toFixed(0)} | ${Math.max(0, peak - before).toFixed(0)} |`,
    )
  }
} finally {
  await gateway.stop()
  await proxy.stop()
  await upstream.stop()
}
