import { setTimeout as sleep } from 'node:timers/promises'
import { FaultyNodes } from './faulty-nodes.js'
import { seededRandom } from './seeded-random.js'
import { createServeFolder, type ServeFolder, type ServeProcess, serveConfig, startServe } from './serve-process.js'
import { stopwatch } from './stopwatch.js'
import { type LoadReport, runTruthfulLoad } from './truthful-load.js'

const SEED = 20261121
const NODES = 3
const CALLS_PER_SECOND = 200
const BLOCK_MS = 1_000
const MAX_LAG = 2
/** Faults of nodes. */
export const FAULTS = ['killed', 'frozen', 'lagging', 'lying', 'garbage'] as const
type ChaosFault = (typeof FAULTS)[number]

/** Faults to cause one after the other, how long each lasts, and the pause before each. */
export interface ChaosSetting {
  readonly faults: readonly ChaosFault[]
  readonly faultMs: number
  readonly pauseMs: number
  /** Milliseconds within which the gateway must use a returned node again. */
  readonly recoveryMs: number
}

/** Observations of one fault. */
interface Seen {
  readonly fault: ChaosFault
  readonly node: string
  /** States of the node other than `up` while the fault lasted. */
  readonly states: string[]
  /** All states of the node from its return on. */
  readonly after: string[]
  /** Lines of the gateway's log about the node, from the fault's start to the last state seen. */
  readonly log: string[]
  /**
   * From the node's return until it was used again, by `stopwatch`; infinite if that was not seen
   * in time.
   */
  recoveredMs: number
}

let nodes: FaultyNodes
let folder: ServeFolder
let serve: ServeProcess
let report: LoadReport
const seen: Seen[] = []

const stateOf = async (node: string): Promise<string> => {
  const text = await (await fetch(`${serve.adminUrl}/metrics`)).text()
  const pattern = new RegExp(`^tollgate_upstream_state\\{[^}]*upstream="${node}"[^}]*state="(\\w+)"[^}]*\\} 1$`, 'm')
  return pattern.exec(text)?.[1] ?? 'unknown'
}

/**
 * Watches a node's state for `forMs` by `stopwatch`, or until `isDone`; returns the states seen. It
 * looks again after a stall, however long.
 */
const watchState = async (node: string, forMs: number, isDone: (state: string) => boolean): Promise<Set<string>> => {
  const states = new Set<string>()
  const spentMs = stopwatch()
  for (; spentMs('go on') < forMs; await sleep(50)) {
    const state = await stateOf(node)
    states.add(state)
    if (isDone(state)) break
  }
  spentMs()
  return states
}

/**
 * Causes a fault of a node, and ends it. A busy machine can make any node `slow`, and the gateway
 * still asks slow nodes after the others. So a node that was not frozen is back when it is `slow`,
 * too.
 */
const cause = async (fault: ChaosFault, index: number, { faultMs, recoveryMs }: ChaosSetting): Promise<void> => {
  const node = `node-${index + 1}`
  const logFrom = serve.stderr.length
  await nodes.begin(fault, index)
  const states = await watchState(node, faultMs, () => false)
  await nodes.end(fault, index)
  const spentMs = stopwatch()
  const isBack = (state: string) => state === 'up' || (fault !== 'frozen' && state === 'slow')
  const after = await watchState(node, recoveryMs, isBack)
  const tookMs = spentMs()
  const recoveredMs = [...after].some(isBack) ? tookMs : Number.POSITIVE_INFINITY
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

const start = async (random: () => number): Promise<string> => {
  nodes = await FaultyNodes.start(NODES, random)
  const upstreams = nodes.upstreams({ hasSockets: false })
  const network = `family: evm, hosts: [], maxLag: ${MAX_LAG}, checkAnswers: 1, upstreams: [${upstreams}]`
  folder = createServeFolder(serveConfig({ eth: network }, 'log: { level: warn }\n'))
  const { key } = await folder.createKey('eth', '--plan', 'growth')
  serve = await startServe(folder.configFile)
  return `${serve.url}/eth/v3/${key}`
}

/**
 * Mines, sends the load and causes the faults at the same time. If one of them fails, all end, and
 * its error is thrown.
 */
const run = async (url: string, random: () => number, setting: ChaosSetting): Promise<void> => {
  let isOver = false
  const mine = async () => {
    for (let due = performance.now() + BLOCK_MS; !isOver; due += BLOCK_MS) {
      await sleep(Math.max(0, due - performance.now()))
      await nodes.chains.mine()
    }
  }
  const load = async () => {
    const tolerance = { behindBlocks: MAX_LAG + 2, backBlocks: 2 }
    const pace = { callsPerSecond: CALLS_PER_SECOND, random, tolerance, isOver: () => isOver }
    report = await runTruthfulLoad(url, nodes.chains, pace)
  }
  const causeAll = async () => {
    const { faults, pauseMs } = setting
    const turns = [...faults].sort(() => random() - 0.5)
    for (const [turn, fault] of turns.entries()) {
      await sleep(pauseMs)
      if (isOver) return
      await cause(fault, (turn + SEED) % NODES, setting)
    }
    await sleep(pauseMs)
  }
  const ends = [mine, load, causeAll].map((each) =>
    each().finally(() => {
      isOver = true
    }),
  )
  for (const end of await Promise.allSettled(ends)) if (end.status === 'rejected') throw end.reason
}

/**
 * Chaos on three real nodes: faults in turn, under load, with every answer compared with the truth.
 */
export const describeChaos = (setting: ChaosSetting): void => {
  const { faults, faultMs, pauseMs, recoveryMs } = setting
  const seconds = (faults.length * (faultMs + pauseMs) + pauseMs) / 1000
  const notable = faults.filter((fault) => fault !== 'lying')

  describe(`${seconds} s of chaos on three nodes (seed ${SEED})`, () => {
    beforeAll(async () => {
      const random = seededRandom(SEED)
      await run(await start(random), random, setting)
    })
    afterAll(async () => {
      await serve?.stop()
      await nodes?.stop()
      folder?.remove()
    })

    test('is a test of something: the calls were due and most were made, and every fault happened', () => {
      expect(report.calls + report.skipped).toBeGreaterThan(CALLS_PER_SECOND * (seconds - 2))
      expect(report.calls).toBeGreaterThan((CALLS_PER_SECOND * seconds) / 2)
      expect(seen.map(({ fault }) => fault).sort()).toEqual([...faults].sort())
    })

    test('gives no wrong answer', () => {
      expect(report.wrong).toEqual([])
    })

    test('leaves no call without a reply', () => {
      expect(report.unanswered).toBe(0)
    })

    test('answers at least 99.9 % of the calls, since a healthy node was always there', () => {
      const enough = report.answered >= 0.999 * report.calls
      // Compared as a whole, so that a failing run shows the error in the place of an answer.
      expect({ enough, failures: enough ? [] : report.failures.slice(0, 50) }).toEqual({ enough: true, failures: [] })
    })

    test(`notices a node that is ${notable.join(', ')}`, () => {
      const noticed = seen.filter(({ states }) => states.length > 0).map(({ fault }) => fault)
      expect(noticed).toEqual(expect.arrayContaining(notable))
    })

    test(`takes every node back within ${recoveryMs} ms of its return`, () => {
      expect(seen.filter(({ recoveredMs }) => recoveredMs > recoveryMs)).toEqual([])
    })
  })
}
