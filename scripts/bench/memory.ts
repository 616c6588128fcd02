import { setTimeout as sleep } from 'node:timers/promises'
import { type GatewaySetting, startBenchGateway } from './gateway.js'
import { residentMiB, startServer } from './process.js'
import { readAnswer } from './read-answer.js'
import type { Row } from './table.js'

const IDLE_SOCKETS = 10_000
const LARGE_AT_ONCE = 8
const SETTLE_MS = 2_000
const accounts = `{"jsonrpc":"2.0","id":1,"method":"getTokenAccountsByOwner","params":["4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F",{"mint":"3wyAj7Rt1TWVPZVteFJPLa26JmLvdb1CAKEFZm3NY75E"}]}`

/**
 * Resident memory of three fresh gateways: one idle, one with silent WebSockets, and one while
 * large answers pass.
 */
export const measureMemory = async (setting: GatewaySetting): Promise<{ columns: string[]; rows: Row[] }> => ({
  columns: ['resident memory', 'measured', 'goal'],
  rows: [...(await idleAndSockets(setting)), await largeAnswers(setting)],
})

const idleAndSockets = async (setting: GatewaySetting): Promise<Row[]> => {
  const gateway = await startBenchGateway(setting)
  try {
    await sleep(SETTLE_MS)
    const idle = residentMiB(gateway.pid)
    const address = `ws://127.0.0.1:${gateway.port}/eth/ws/v3/${gateway.keyText}`
    const clients = await startServer(['scripts/bench/idle-sockets.mjs', address, String(IDLE_SOCKETS)], () => 0)
    await sleep(SETTLE_MS)
    const each = ((residentMiB(gateway.pid) - idle) * 1024) / IDLE_SOCKETS
    await clients.stop()
    return [
      ['idle process', `${idle.toFixed(0)} MiB`, '≤ 90 MB (floor 110)'],
      [`each of ${IDLE_SOCKETS.toLocaleString('en')} idle WebSockets`, `${each.toFixed(1)} KiB`, '≤ 8 KB (10)'],
    ]
  } finally {
    await gateway.stop()
  }
}

const largeAnswers = async (setting: GatewaySetting): Promise<Row> => {
  const gateway = await startBenchGateway(setting)
  try {
    const path = `/sol/v3/${gateway.keyText}`
    const look = () => residentMiB(gateway.pid)
    const reads = Array.from({ length: LARGE_AT_ONCE }, () => readAnswer(gateway.port, path, accounts, look))
    const peak = Math.max(...(await Promise.all(reads)).map((read) => read.peak))
    return [`${LARGE_AT_ONCE} × 50 MB at once, peak`, `${peak.toFixed(0)} MiB`, '≤ 150 MB (200)']
  } finally {
    await gateway.stop()
  }
}
