import { WebSocket } from 'ws'
import type { Load, LoadResult } from './load.js'

let number = 0

/** Sends load over WebSockets, one message under way on each. */
export const runWebSocketLoad = async (load: Load): Promise<LoadResult> => {
  const latencies: number[] = []
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > load.seconds * 1000
  const drive = () =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${load.port}${load.path}`, { perMessageDeflate: false })
      let calls = 0
      let sentAt = 0
      const send = () => {
        if (isOver()) {
          socket.close()
          resolve(calls)
          return
        }
        sentAt = performance.now()
        socket.send(load.body.replace('#NUMBER#', (number++).toString(16).padStart(8, '0')))
      }
      socket.on('open', send)
      socket.on('error', reject)
      socket.on('message', () => {
        calls++
        latencies.push(performance.now() - sentAt)
        send()
      })
    })
  const counts = await Promise.all(Array.from({ length: load.connections }, drive))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    calls: counts.reduce((sum, count) => sum + count, 0),
    seconds: (performance.now() - startedAt) / 1000,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    refused: 0,
  }
}
