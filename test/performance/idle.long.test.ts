import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Server, startServer } from '../../scripts/bench/process.js'
import { type FakeChainNode, startChainNode } from '../support/fake-chain.js'
import {
  createServeFolder,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'

/**
 * What an idle gateway costs: one process, two upstreams polled once a second, and no call. Processor time, in ticks of the system.
 *
 * On a machine that others use, too, a wake-up costs several times as much: the processor's caches are cold. So a Node process that does
 * nothing but wake up is measured in the same minute, and where that one costs more than on a quiet machine, so may the gateway.
 */
const MINUTE_MS = 60_000
/** V8 tidies up in the first half minute after a start. */
const SETTLED_MS = 45_000
/** 0.1 % of a minute's 6,000. */
const TICKS_AT_MOST = 6
/** As many as the gateway has; on a quiet machine they take three ticks a minute. */
const BARE_PROGRAM = 'setInterval(() => {}, 250); console.log("up")'
const BARE_SHARE = 2

let nodes: FakeChainNode[]
let folder: ServeFolder
let gateway: ServeProcess
let bare: Server

/** Processor time of a process so far, that of all its threads, in ticks. */
const ticksOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

beforeAll(async () => {
  nodes = [await startChainNode(), await startChainNode()]
  const upstreams = nodes.map(({ url }, index) => `{ name: node-${index + 1}, url: "${url}" }`).join(', ')
  folder = createServeFolder(serveConfig({ eth: `family: evm, hosts: [], upstreams: [${upstreams}]` }))
  gateway = await startServe(folder.configFile)
  bare = await startServer(['-e', BARE_PROGRAM], () => 0, { env: { NODE_OPTIONS: '' } })
})
afterAll(async () => {
  await gateway?.stop()
  await bare?.stop()
  for (const node of nodes ?? []) await node.stop()
  folder?.remove()
})

const onLinux = process.platform === 'linux' ? test : test.skip

onLinux('an idle gateway with two upstreams takes no more than 0.1 % of a core', async () => {
  await sleep(SETTLED_MS)
  const pids = [gateway.pid, bare.pid]
  const before = pids.map(ticksOf)
  const polls = nodes[0]!.requests.length
  await sleep(MINUTE_MS)
  const [own, least] = pids.map((pid, index) => ticksOf(pid) - before[index]!)
  console.log(`idle for a minute: ${own} ticks of processor time; a process that only wakes up: ${least}`)
  // It did what it is there for.
  expect(nodes[0]!.requests.length - polls).toBeGreaterThan(50)
  expect(own).toBeLessThanOrEqual(Math.max(TICKS_AT_MOST, BARE_SHARE * least!))
})
