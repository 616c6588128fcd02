/**
 * Measures the CPU time of one call to a node, by transport: `npm run bench:upstreams`.
 *
 * Only the transports, driven by this process, so that nothing else is in the way; every round
 * visits each, in turns from both ends. Read the ratios to undici. Linux only, because the node
 * runs in another process.
 */
import { connectUpstream } from '../../src/server/upstreams/transport/connect.js'
import type { UpstreamTransport } from '../../src/server/upstreams/transport/transport.js'
import { createUndiciTransport } from '../../test/support/undici-transport.js'
import { startServer } from './process.js'

const ROUNDS = 7
const CALL_START = '{"jsonrpc":"2.0","id":1,'
const storage =
  '{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x5fbdb2315678afecb367f032d93f642f64180aa3","0x0","latest"]}'
const receipt = `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["0x${'11'.repeat(32)}"]}`
const logs = '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{}]}'
const loads = [
  { name: 'small call, 64 at once', body: storage, atOnce: 64, calls: 30_000 },
  { name: 'small call, 1 at once', body: storage, atOnce: 1, calls: 4_000 },
  { name: '18 KB receipt, 32 at once', body: receipt, atOnce: 32, calls: 6_000 },
  { name: '5 MB of logs, 4 at once', body: logs, atOnce: 4, calls: 40 },
] as const

/** Asks `calls` times; returns CPU microseconds for each. */
const drive = async (transport: UpstreamTransport, load: (typeof loads)[number]): Promise<number> => {
  // In the two pieces without which a call shares no round trip.
  const body = [load.body.slice(0, CALL_START.length), load.body.slice(CALL_START.length)]
  let started = 0
  let ended = 0
  const before = process.cpuUsage()
  await new Promise<void>((resolve, reject) => {
    const next = () => {
      if (started === load.calls) return
      started++
      transport.exchange(
        body,
        {
          head: () => {},
          chunk: () => true,
          end: () => {
            if (++ended === load.calls) resolve()
            else next()
          },
          fail: reject,
        },
        true,
      )
    }
    for (let slot = 0; slot < load.atOnce; slot++) next()
  })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / load.calls
}

const node = await startServer(['scripts/bench/upstream.mjs'], Number)
const setting = {
  maxConnections: 256,
  maxWaiting: 1_000,
  maxAnswerBytes: 268_435_456,
  onSharing: () => {},
} as const
const url = `http://127.0.0.1:${node.port}`
const transports = {
  undici: createUndiciTransport(url, setting.maxConnections),
  tollgate: connectUpstream({ url, share: 'off' }, setting),
  'tollgate, share: batch': connectUpstream({ url, share: 'batch' }, setting),
}
const names = Object.keys(transports) as (keyof typeof transports)[]
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

console.log(`| load | ${names.join(' | ')} |`)
console.log(`|---|${names.map(() => '---').join('|')}|`)
for (const load of loads) {
  const isShared = load.body === storage
  const visited = isShared ? names : names.slice(0, 2)
  const micros = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of round % 2 === 0 ? visited : [...visited].reverse()) {
      const each = await drive(transports[name], load)
      // The first round warms up.
      if (round > 0) micros.get(name)!.push(each)
    }
  }
  const base = median(micros.get('undici')!)
  const cells = names.map((name) => {
    const values = micros.get(name)!
    return values.length === 0 ? '' : `${median(values).toFixed(1)} µs (${(median(values) / base).toFixed(2)} ×)`
  })
  console.log(`| ${load.name} | ${cells.join(' | ')} |`)
}
for (const transport of Object.values(transports)) await transport.close()
await node.stop()
