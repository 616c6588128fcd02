import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultyFront, startFaultyFront } from '../support/faulty-front.js'
import { seededRandom } from '../support/seeded-random.js'
import {
  createServeFolder,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { type LoadReport, runTruthfulLoad } from '../support/truthful-load.js'
import { TwinChains } from '../support/twin-chains.js'

/** Chaos on three real nodes: every fault in turn, under load, with every answer compared with the truth. */
const SEED = 20261121
const NODES = 3
const CALLS_PER_SECOND = 200
const SECONDS = 60
const FAULT_MS = 5_000
const PAUSE_MS = 4_500
const RECOVERY_MS = 2_000
const BLOCK_MS = 1_000
const MAX_LAG = 2
const FAULTS = ['killed', 'frozen', 'lagging', 'lying', 'garbage'] as const
type ChaosFault = (typeof FAULTS)[number]

/** What was seen of one fault. */
interface Seen {
  readonly fault: ChaosFault
  readonly node: string
  /** States other than `up` while it lasted. */
  readonly states: string[]
  /** All states from its return on. */
  readonly after: string[]
  /** What the log says of its changes while it lasted and in the time to return. */
  readonly log: string[]
  /** From the node's return until it was taken back; infinite when that was not seen in time. */
  recoveredMs: number
}

let chains: TwinChains
let fronts: FaultyFront[]
let folder: ServeFolder
let serve: ServeProcess
let report: LoadReport
const seen: Seen[] = []

const begin: Record<ChaosFault, (node: number) => Promise<void> | void> = {
  killed: async (node) => {
    await chains.leave(node)
    await chains.kill(node)
  },
  frozen: async (node) => {
    await chains.leave(node)
    process.kill(chains.twin(node).pid, 'SIGSTOP')
  },
  lagging: (node) => chains.leave(node),
  lying: (node) => fronts[node]!.suffer('lying'),
  garbage: (node) => fronts[node]!.suffer('garbage'),
}

const end: Record<ChaosFault, (node: number) => Promise<void> | void> = {
  killed: async (node) => {
    await chains.startTwin(node)
    await chains.rejoin(node)
    fronts[node]!.target = chains.twin(node).url
  },
  frozen: async (node) => {
    process.kill(chains.twin(node).pid, 'SIGCONT')
    await chains.rejoin(node)
  },
  lagging: (node) => chains.rejoin(node),
  lying: (node) => fronts[node]!.suffer('none'),
  garbage: (node) => fronts[node]!.suffer('none'),
}

const stateOf = async (node: string): Promise<string> => {
  const text = await (await fetch(`${serve.adminUrl}/metrics`)).text()
  const pattern = new RegExp(`^tollgate_upstream_state\\{[^}]*upstream="${node}"[^}]*state="(\\w+)"[^}]*\\} 1$`, 'm')
  return pattern.exec(text)?.[1] ?? 'unknown'
}

/** Watches a node's state for so long, or until `isDone` says so; every state seen once. */
const watchState = async (node: string, forMs: number, isDone: (state: string) => boolean): Promise<Set<string>> => {
  const states = new Set<string>()
  for (const startedMs = performance.now(); performance.now() - startedMs < forMs; await sleep(50)) {
    const state = await stateOf(node)
    states.add(state)
    if (isDone(state)) break
  }
  return states
}

/**
 * Has a node suffer a fault, and return. One that lags and was `slow` before it returned, which a busy machine can make of any node, is back
 * when it is `behind` no more: its slowness is not what it returned from, and it is asked again.
 */
const cause = async (fault: ChaosFault, index: number): Promise<void> => {
  const node = `node-${index + 1}`
  const logFrom = serve.stderr.length
  await begin[fault](index)
  const states = await watchState(node, FAULT_MS, () => false)
  await end[fault](index)
  const returnedMs = performance.now()
  const isBack = (state: string) => state === 'up' || (fault === 'lagging' && states.has('slow') && state === 'slow')
  const after = await watchState(node, RECOVERY_MS, isBack)
  const recoveredMs = [...after].some(isBack) ? performance.now() - returnedMs : Number.POSITIVE_INFINITY
  const log = serve.stderr.slice(logFrom).split('\n')
  seen.push({
    fault,
    node,
    states: [...states].filter((state) => state !== 'up'),
    after: [...after],
    log: log.filter((line) => line.includes(`"${node}"`)),
    recoveredMs,
  })
}

beforeAll(async () => {
  const random = seededRandom(SEED)
  chains = await TwinChains.start(NODES)
  while (chains.height < 20) await chains.mine()
  fronts = []
  for (let index = 0; index < NODES; index++) fronts.push(await startFaultyFront(chains.twin(index).url, random))
  const upstreams = fronts.map(({ url }, index) => `{ name: node-${index + 1}, url: "${url}" }`)
  const network = `family: evm, hosts: [], maxLag: ${MAX_LAG}, checkAnswers: 1, upstreams: [${upstreams.join(', ')}]`
  folder = createServeFolder(serveConfig({ eth: network }, 'log: { level: warn }\n'))
  const { key } = await folder.createKey('eth', '--plan', 'growth')
  serve = await startServe(folder.configFile)

  let isOver = false
  const mining = (async () => {
    for (let due = performance.now() + BLOCK_MS; !isOver; due += BLOCK_MS) {
      await sleep(Math.max(0, due - performance.now()))
      await chains.mine()
    }
  })()
  const tolerance = { behindBlocks: MAX_LAG + 2, backBlocks: 2 }
  const startedMs = performance.now()
  const load = runTruthfulLoad(`${serve.url}/eth/v3/${key}`, chains, {
    callsPerSecond: CALLS_PER_SECOND,
    random,
    tolerance,
    isOver: () => isOver,
  })
  const turns = [...FAULTS].sort(() => random() - 0.5)
  for (const [turn, fault] of turns.entries()) {
    await sleep(PAUSE_MS)
    await cause(fault, (turn + SEED) % NODES)
  }
  await sleep(Math.max(0, startedMs + SECONDS * 1000 - performance.now()))
  isOver = true
  report = await load
  await mining
})

afterAll(async () => {
  await serve?.stop()
  await Promise.all((fronts ?? []).map((front) => front.stop()))
  await chains?.stop()
  folder?.remove()
})

describe(`60 s of chaos on three nodes (seed ${SEED})`, () => {
  test('is a test of something: the calls were made, and every fault happened', () => {
    expect(report.calls).toBeGreaterThan(CALLS_PER_SECOND * (SECONDS - 2))
    expect(seen.map(({ fault }) => fault).sort()).toEqual([...FAULTS].sort())
  })

  test('gives no wrong answer', () => {
    expect(report.wrong).toEqual([])
  })

  test('leaves no call without a reply', () => {
    expect(report.unanswered).toBe(0)
  })

  test('answers at least 99.9 % of the calls, since a healthy node was always there', () => {
    const enough = report.answered >= 0.999 * report.calls
    // Compared as a whole, so that a failing run shows what was said instead of an answer.
    expect({ enough, failures: enough ? [] : report.failures.slice(0, 50) }).toEqual({ enough: true, failures: [] })
  })

  test('notices a node that is killed, frozen, behind or talking nonsense', () => {
    const noticed = seen.filter(({ states }) => states.length > 0).map(({ fault }) => fault)
    expect(noticed).toEqual(expect.arrayContaining(['killed', 'frozen', 'lagging', 'garbage']))
  })

  test('takes every node back within 2 s of its return', () => {
    expect(seen.filter(({ recoveredMs }) => recoveredMs > RECOVERY_MS)).toEqual([])
  })
})
