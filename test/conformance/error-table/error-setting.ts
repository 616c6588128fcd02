import { systemPorts } from '../../../src/runtime/system-ports.js'
import { FakeCredits, FakeSource, fakeStreams } from '../../support/event-streams.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { ownPort } from '../../support/own-port.js'

/** Time in all tests of the error table: noon, 12 hours before the credits renew. */
export const NOON_MS = Date.UTC(2026, 10, 21, 12)

/** A log of block `block`. */
const logOf = (block: number) => ({
  address: `0x${'aa'.repeat(20)}`,
  topics: [],
  data: '0x',
  blockNumber: `0x${block.toString(16)}`,
  logIndex: '0x0',
  removed: false,
})

/** Returns the answer of a node that has `perBlock` logs in each of the blocks 1 to 100. */
const logNode = (perBlock: number, filter: { fromBlock?: string; toBlock?: string }): FakeReply => {
  const [from, to] = [Number(filter.fromBlock ?? '0x64'), Number(filter.toBlock ?? '0x64')]
  const texts: string[] = []
  for (let block = Math.max(1, from); block <= Math.min(100, to); block++) {
    texts.push(...Array<string>(perBlock).fill(JSON.stringify(logOf(block))))
  }
  return { resultText: `[${texts.join(',')}]` }
}

/** Replies of faulty nodes. Each node is a network of the gateway. */
const nodes: Readonly<Record<string, FakeReply>> = {
  hangs: { hang: true },
  garbage: { raw: '<html>busy</html>' },
  'wrong-id': { json: { jsonrpc: '2.0', id: 2, result: '0x1' } },
}

/** Gateway, node, clock and events that provoke the errors of the table. */
export interface ErrorWorld {
  readonly gateway: TestGateway
  readonly eth: FakeUpstream
  readonly clock: { nowMs: number; bugIn: string | undefined }
  /** Opens the streams of all subscriptions. */
  readonly source: FakeSource
  stop(): Promise<void>
}

export const startErrorWorld = async (): Promise<ErrorWorld> => {
  const clock: ErrorWorld['clock'] = { nowMs: NOON_MS, bugIn: undefined }
  // Number of logs in each block, by the last digit of the filter's first topic.
  const logsPerBlock: Readonly<Record<string, number>> = { 2: 101, 3: 10_001 }
  const eth = await startFakeUpstream(({ json }) => {
    if (json.method === 'eth_blockNumber') return { resultText: '"0x3e8"' }
    if (json.method !== 'eth_getLogs') return { resultText: '"0x01"' }
    const [filter] = json.params
    return logNode(logsPerBlock[filter.topics?.[0]?.at(-1)] ?? 0, filter)
  })
  const faults = await Promise.all(
    Object.entries(nodes).map(async ([name, reply]) => [name, await startFakeUpstream(() => reply)] as const),
  )
  const source = new FakeSource()
  const gateway = await startTestGateway({
    streams: fakeStreams(source, new FakeCredits()),
    networks: {
      eth: { urls: [eth.url] },
      narrow: { upstreams: [{ name: 'node', url: eth.url, maxBlockRange: 2 }] },
      near: { urls: [eth.url], safeTag: false, recentBlocks: 128 },
      sol: { urls: [eth.url], family: 'solana' },
      dead: { urls: [`http://127.0.0.1:${await ownPort()}`] },
      ...Object.fromEntries(faults.map(([name, upstream]) => [name, { urls: [upstream.url] }])),
    },
    plans: {
      slow: { dailyCredits: 3_000_000, creditsPerSecond: 300, burstSeconds: 1 },
      poor: { dailyCredits: 100, creditsPerSecond: 1_000_000 },
      lonely: { dailyCredits: 1_000, creditsPerSecond: 1_000, maxConnections: 1, maxSubscriptions: 1 },
    },
    limits: { maxUpstreamBytes: 20_000_000, maxHeldBytes: 40_000_000 },
    fixedLimits: {
      maxLogParts: 4,
      headersTimeoutMs: 2_500,
      bodyTimeoutMs: 2_500,
      maxHeaderBytes: 4_096,
    },
    ports: {
      nowMs: () => {
        // A bug in one file of the gateway: code there gets an exception when it asks for the time.
        if (clock.bugIn !== undefined && new Error().stack?.includes(clock.bugIn)) throw new Error('injected')
        return clock.nowMs
      },
      afterTurn: systemPorts.afterTurn,
    },
  })
  return {
    gateway,
    eth,
    clock,
    source,
    stop: async () => {
      await gateway.stop()
      await Promise.all([eth.stop(), ...faults.map(([, upstream]) => upstream.stop())])
    },
  }
}
