import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { startBenchGateway } from '../gateway.js'
import { median, type Row } from '../table.js'
import { type StreamSetting, startChain } from './setting.js'

const BLOCK_MS = 250
const LOGS = 50
const BLOCKS = 200
/** Blocks in which code is compiled; their events do not count. */
const COLD_BLOCKS = 10

interface Notification {
  readonly params: {
    readonly result: { readonly hash?: string; readonly blockHash?: string; readonly logIndex?: string }
  }
}

/** The delay of events through the gateway, against events from its node to the same client. */
export const measureDelay = async (setting: StreamSetting): Promise<{ columns: Row; rows: Row[] }> => {
  const rows: Row[] = []
  for (const hasHints of [true, false]) {
    const chain = await startChain(setting, { blockMs: BLOCK_MS, logs: LOGS, addresses: LOGS })
    const direct = `ws://127.0.0.1:${chain.port}`
    const more = hasHints ? { upstream: { wsUrl: direct } } : {}
    const { main, gatewayCore: core } = setting
    const gateway = await startBenchGateway({ upstreamPort: chain.port, main, core, more })
    const ours = `ws://127.0.0.1:${gateway.port}/eth/ws/v3/${gateway.keyText}`
    for (const kind of ['newHeads', 'logs'] as const) {
      const [early, late] = await Promise.all([arrivals(direct, kind), arrivals(ours, kind)])
      await sleep(COLD_BLOCKS * BLOCK_MS)
      late.times.clear()
      await sleep(BLOCKS * BLOCK_MS)
      const delays = [...late.times].flatMap(([name, atMs]) => {
        const directMs = early.times.get(name)
        return directMs === undefined ? [] : [atMs - directMs]
      })
      early.close()
      late.close()
      const sorted = delays.sort((a, b) => a - b)
      const cells = [median(sorted), sorted[Math.floor(sorted.length * 0.99)]!].map((ms) => ms.toFixed(1))
      const goal = kind === 'newHeads' ? '2 and 10' : '5 and 20'
      const name = `${kind}, the node ${hasHints ? 'has a wsUrl' : 'is polled every second'}`
      rows.push([name, String(delays.length), ...cells, hasHints ? goal : 'half a poll'])
    }
    await gateway.stop()
    await chain.stop()
  }
  return {
    columns: [
      `later than the node's own subscription, ${LOGS} logs every ${BLOCK_MS} ms`,
      'events',
      'p50 ms',
      'p99',
      'goal',
    ],
    rows,
  }
}

/** When each event came to a subscriber. */
const arrivals = async (url: string, kind: string): Promise<{ times: Map<string, number>; close(): void }> => {
  const times = new Map<string, number>()
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('message', (data) => {
    const atMs = performance.now()
    const { params } = JSON.parse(String(data)) as Partial<Notification>
    if (params === undefined) return
    const { hash, blockHash, logIndex } = params.result
    times.set(hash ?? `${blockHash} ${logIndex}`, atMs)
  })
  const params = kind === 'logs' ? [kind, {}] : [kind]
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
  return { times, close: () => socket.close() }
}
