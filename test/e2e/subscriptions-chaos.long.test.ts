import { setTimeout as sleep } from 'node:timers/promises'
import { callNode } from '../../src/tools/demo/call-node.js'
import { emitterTopics } from '../support/emitter.js'
import { FaultyNodes, type NodeFault } from '../support/faulty-nodes.js'
import { LawAbidingStream } from '../support/law-abiding-stream.js'
import { seededRandom } from '../support/seeded-random.js'
import {
  createServeFolder,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { countBreaks, type LogEvent } from '../support/stream-law.js'

/** Minutes of each run. Before a release, `TOLLGATE_CHAOS_MINUTES=10` is used. */
const MINUTES = Number(process.env.TOLLGATE_CHAOS_MINUTES ?? 1)
/** Number of cuts of one client: 200 in ten minutes. Other clients are cut too. */
const CUTS = 20 * MINUTES
const SEED = 20261125
const NODES = 3
const BLOCK_MS = 700
const FAULTS: readonly NodeFault[] = ['empty', 'killed', 'cut', 'lying', 'frozen', 'garbage', 'lagging']
const MAX_DEPTH = 8
const REST_MS = 60_000
const CUT_OTHERS_EVERY_MS = 6_000

/** The subscription to all logs, whose client is cut most often. */
const CUT_STREAM = 4

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

/** Returns the filters of twenty subscriptions; undefined means newHeads. */
const filtersOf = (address: string): (object | undefined)[] => [
  ...Array.from({ length: 4 }, () => undefined),
  ...[{}, { address }, { address: [address, `0x${'22'.repeat(20)}`] }, { topics: [emitterTopics.Tick] }],
  ...[{ topics: [[emitterTopics.Tick, emitterTopics.Blob]] }, { topics: [null] }, { topics: [] }],
  ...[0, 1, 2, 3, 10, 50].map((tick) => ({ topics: [null, word(tick)] })),
  { address, topics: [emitterTopics.Tick, [5, 6, 7, 8, 20, 21, 22].map(word)] },
  { address: `0x${'33'.repeat(20)}` },
  { topics: [emitterTopics.Blob] },
]

/** A log as a node has it. */
interface ChainLog extends LogEvent {
  readonly address: string
  readonly topics: readonly string[]
}

const matches = (log: ChainLog, filter: object): boolean => {
  const { address, topics = [] } = filter as { address?: string | string[]; topics?: (string | string[] | null)[] }
  const isOf = (wanted: string | string[] | null | undefined, got: string | undefined) =>
    wanted == null || (got !== undefined && [wanted].flat().includes(got))
  return isOf(address, log.address) && topics.every((wanted, at) => isOf(wanted, log.topics[at]))
}

describe.each([
  { workers: 0, hasSockets: false },
  { workers: 2, hasSockets: true },
])('subscriptions over $workers workers while nodes fail (seed 20261125)', ({ workers, hasSockets }) => {
  const random = seededRandom(SEED)
  let nodes: FaultyNodes
  let folder: ServeFolder
  let serve: ServeProcess
  let streams: LawAbidingStream[]
  let startBlock: number
  let reorganizations = 0
  const suffered: NodeFault[] = []

  beforeAll(async () => {
    nodes = await FaultyNodes.start(NODES, random)
    const network = `family: evm, hosts: [], maxLag: 2, pollMs: 200, upstreams: [${nodes.upstreams({ hasSockets })}]`
    folder = createServeFolder(serveConfig({ eth: network }, 'log: { level: warn }\n'))
    const { key } = await folder.createKey('eth', '--plan', 'growth')
    serve = await startServe(folder.configFile, undefined, workers > 0 ? ['--workers', String(workers)] : [])
    const url = `${serve.url}/eth/ws/v3/${key}`
    streams = filtersOf(nodes.chains.contractAddress).map((filter) => new LawAbidingStream(url, filter))
    for (const stream of streams) await stream.open()
    startBlock = nodes.chains.height + 2
    for (let count = 0; count < MAX_DEPTH + 4; count++) await nodes.chains.mine()
    await run()
    await rest()
  })
  afterAll(async () => {
    for (const stream of streams ?? []) stream.close()
    console.log(summary())
    await serve?.stop()
    await nodes?.stop()
    folder?.remove()
  })

  /** Makes blocks and reorganizations, faults, and cuts at the same time. */
  const run = async () => {
    const endMs = performance.now() + MINUTES * 60_000
    const isOver = () => performance.now() > endMs
    const mine = async () => {
      while (!isOver()) {
        await sleep(BLOCK_MS)
        if (random() < 0.2) {
          reorganizations++
          await nodes.chains.reorganize(1 + Math.floor(random() * MAX_DEPTH))
        } else await nodes.chains.mine()
      }
    }
    const fail = async () => {
      for (let turn = 0; !isOver(); turn++) {
        const fault = FAULTS[turn % FAULTS.length]!
        await nodes.begin(fault, turn % NODES)
        suffered.push(fault)
        await sleep(3_000)
        await nodes.end(fault, turn % NODES)
        await sleep(1_000)
      }
    }
    const cutOne = async () => {
      const everyMs = (MINUTES * 60_000) / CUTS
      const startMs = endMs - MINUTES * 60_000
      for (let count = 0; count < CUTS; count++) {
        await sleep(Math.max(0, startMs + (count + random()) * everyMs - performance.now()))
        await streams[CUT_STREAM]!.cut()
      }
    }
    const cutOthers = async () => {
      while (!isOver()) {
        await sleep(random() * CUT_OTHERS_EVERY_MS)
        await streams[random() < 0.5 ? 0 : 5]!.cut()
      }
    }
    await Promise.all([mine(), fail(), cutOne(), cutOthers()])
  }

  const summary = () =>
    JSON.stringify({
      minutes: MINUTES,
      workers,
      height: nodes.chains.height,
      reorganizations,
      faults: suffered.length,
      cuts: streams.map(({ cuts }) => cuts).filter((cuts) => cuts > 0),
      refusals: streams.reduce((sum, { refusals }) => sum + refusals, 0),
      heads: streams.reduce((sum, { heads }) => sum + heads.events, 0),
      added: streams.reduce((sum, { logs }) => sum + logs.added, 0),
      removed: streams.reduce((sum, { logs }) => sum + logs.removed, 0),
      ...countBreaks(streams.flatMap(({ broken }) => broken)),
      troubles: streams.flatMap(({ troubles }) => troubles),
    })

  /** Waits until every stream is at the chain's end, at most REST_MS. */
  const rest = async () => {
    await nodes.chains.mine()
    const untilMs = performance.now() + REST_MS
    const canonical = await logsOfTheChain()
    const isThere = ({ filter, logs, heads }: LawAbidingStream) =>
      filter === undefined
        ? heads.last?.number === `0x${nodes.chains.height.toString(16)}`
        : logs.last?.blockHash === canonical.findLast((log) => matches(log, filter))?.blockHash
    while (!streams.every(isThere) && performance.now() < untilMs) await sleep(50)
    await sleep(500)
  }

  /**
   * Reads logs from receipts: after a reorganization, anvil's eth_getLogs names blocks that were
   * removed.
   */
  const logsOfTheChain = async () => {
    const logs: ChainLog[] = []
    for (let number = 1; number <= nodes.chains.height; number++) {
      const block = `0x${number.toString(16)}`
      const receipts = (await callNode(nodes.chains.twin(0).url, 'eth_getBlockReceipts', [block])) as {
        logs: ChainLog[]
      }[]
      logs.push(...receipts.flatMap((receipt) => receipt.logs))
    }
    return logs
  }

  test('is a test of something: all faults, reorganizations, cuts and events happened', () => {
    expect(new Set(suffered)).toEqual(new Set(FAULTS))
    expect(reorganizations).toBeGreaterThan(5)
    expect(streams[CUT_STREAM]!.cuts).toBe(CUTS)
    expect(streams[CUT_STREAM]!.logs.added).toBeGreaterThan(100)
    expect(streams[CUT_STREAM]!.logs.removed).toBeGreaterThan(10)
  })

  test('no connection ends that its client did not cut, and no subscription is refused', () => {
    expect(streams.map(({ troubles }) => troubles)).toEqual(streams.map(() => []))
    // anvil forgets blocks that a reorganization removed. Only a process that saw such a block can
    // resume from it.
    if (workers === 0) expect(streams.filter(({ refusals }) => refusals > 0)).toEqual([])
    for (const { refusals, cuts } of streams) expect(refusals).toBeLessThanOrEqual(cuts / 4)
  })

  test('every head has its parent, and the last ones are the chain', async () => {
    const hashes = new Map<number, string>()
    for (let number = startBlock; number <= nodes.chains.height; number++) {
      const block = `0x${number.toString(16)}`
      const { hash } = (await callNode(nodes.chains.twin(0).url, 'eth_getBlockByNumber', [block, false])) as HeadHash
      hashes.set(number, hash)
    }
    for (const { filter, heads } of streams) if (filter === undefined) heads.atRest(hashes)
    expect(streams.flatMap(({ heads }) => heads.broken)).toEqual([])
  })

  test('every log came once, in order, and was removed with its block', async () => {
    const canonical = await logsOfTheChain()
    for (const { filter, logs } of streams)
      if (filter !== undefined)
        logs.atRest(
          canonical.filter((log) => matches(log, filter)),
          startBlock,
        )
    expect(streams.flatMap(({ logs }) => logs.broken)).toEqual([])
  })
})

interface HeadHash {
  readonly hash: string
}
