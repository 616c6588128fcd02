import { Agent, request as httpRequest } from 'node:http'
import { request as httpsRequest, Agent as TlsAgent } from 'node:https'
import { WebSocket } from 'ws'
import { AT_ONCE, burstMicros, ratioText } from './bursts.js'
import type { Scenario } from './scenarios.js'
import { median, type Row } from './table.js'

/** A way to send a scenario's call and wait for its reply, over connections that stay open. */
interface Caller {
  ask(): Promise<void>
  close(): void
}

/** Compares one scenario in another build and in this one. */
export interface ScenarioPair {
  readonly base: Scenario
  readonly own: Scenario
}

const BURST_CALLS = 256
/** For scenarios that take milliseconds each. */
const LARGE_CALLS = 8
/** Bursts in which the engine compiles the code, before any is measured. */
const WARMING_BURSTS = 30

let number = 0
/** Another number each time: no call may take another one's answer. */
const bodyOf = ({ body }: Scenario): string =>
  body.replaceAll('#NUMBER#', () => (++number).toString(16).padStart(8, '0'))

const httpCaller = (scenario: Scenario): Caller => {
  const { server, path, isTls, status = 200, expected, name } = scenario
  const agent = isTls ? new TlsAgent({ keepAlive: true, rejectUnauthorized: false }) : new Agent({ keepAlive: true })
  const to = { host: '127.0.0.1', port: scenario.port ?? server.port, path, method: 'POST', agent }
  const start = isTls ? httpsRequest : httpRequest
  let isVerified = false
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const outgoing = start(to, (response) => {
        let text = ''
        if (response.statusCode !== status) reject(new Error(`"${name}" is answered with ${response.statusCode}`))
        response.on('data', (data: Buffer) => {
          if (!isVerified) text += data.toString('latin1')
        })
        response.on('end', () => {
          if (!isVerified && !text.includes(expected)) return reject(new Error(`"${name}" is answered with ${text}`))
          isVerified = true
          resolve()
        })
      })
      outgoing.on('error', reject)
      outgoing.end(bodyOf(scenario))
    })
  return { ask, close: () => agent.destroy() }
}

const webSocketCaller = async (scenario: Scenario): Promise<Caller> => {
  const { server, path } = scenario
  const sockets = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { perMessageDeflate: false })
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      return socket
    }),
  )
  let next = 0
  const ask = () =>
    new Promise<void>((resolve) => {
      const socket = sockets[next++ % AT_ONCE]!
      socket.once('message', () => resolve())
      socket.send(bodyOf(scenario))
    })
  return {
    ask,
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

/** CPU time of bursts, in microseconds a call. */
export interface Bursts {
  readonly base: number[]
  readonly own: number[]
}

/**
 * Sends short bursts of a scenario's calls in turns to another build and to this one. Other load on
 * the machine slows both builds, so the median of the pairs' ratios is exact although no burst is.
 * Errors: rejects when a reply is not what the scenario says.
 */
const compareBursts = async ({ base, own }: ScenarioPair, bursts: number): Promise<Bursts> => {
  const open = (scenario: Scenario) => (scenario.overWebSocket ? webSocketCaller(scenario) : httpCaller(scenario))
  const callers = { base: await open(base), own: await open(own) }
  const { batch = 1, body } = own
  const calls = /eth_getLogs/.test(body) ? LARGE_CALLS : Math.ceil(BURST_CALLS / batch)
  const burst = async (which: 'base' | 'own') =>
    (await burstMicros((which === 'base' ? base : own).server.pid, calls, callers[which].ask)) / batch
  const found: Bursts = { base: [], own: [] }
  try {
    for (let turn = -WARMING_BURSTS; turn < bursts; turn++)
      for (const which of turn % 2 === 0 ? (['base', 'own'] as const) : (['own', 'base'] as const)) {
        const micros = await burst(which)
        if (turn >= 0) found[which].push(micros)
      }
  } finally {
    for (const caller of Object.values(callers)) caller.close()
  }
  return found
}

/**
 * Compares each scenario in each of several pairs of processes: where a process lies in memory
 * alone makes some of them slower.
 */
export const compareCpu = async (
  startPairs: readonly (() => Promise<{ readonly pairs: readonly ScenarioPair[]; stop(): Promise<void> }>)[],
  bursts: number,
): Promise<{ columns: string[]; rows: Row[] }> => {
  const all = new Map<string, Bursts>()
  for (const start of startPairs) {
    const { pairs, stop } = await start()
    try {
      for (const pair of pairs) {
        const { base, own } = await compareBursts(pair, bursts)
        const before = all.get(pair.own.name) ?? { base: [], own: [] }
        all.set(pair.own.name, { base: [...before.base, ...base], own: [...before.own, ...own] })
      }
    } finally {
      await stop()
    }
  }
  const rows = [...all].map(([name, { base, own }]) => {
    const ratios = own.map((micros, turn) => micros / base[turn]!)
    return [name, median(base).toFixed(1), median(own).toFixed(1), ratioText(ratios, 3)]
  })
  return { columns: ['scenario', 'CPU µs a call, base', 'here', 'here / base (middle half of the bursts)'], rows }
}
