import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { ADDRESS, callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'

const HEALTHY_MS = 20
const CALLS_PER_SECOND = 150
/** Of 1,500 calls the p99 is the sixteenth slowest. */
const CALLS = 1_500
const SEED = 4711

const state = { isFrozen: false }
let healthy: FakeUpstream
let freezing: FakeUpstream
let gateway: TestGateway
let key: string
let nextSlot = 0

/** An ordinary node: its chain stands still at block 0x10. */
const answer = (method: string) => {
  if (method === 'eth_chainId') return { resultText: '"0x1"' }
  if (method.startsWith('eth_getBlock')) {
    const hash = `0x${'ab'.repeat(32)}`
    return { resultText: `{"number":"0x10","hash":"${hash}","parentHash":"${hash}","timestamp":"0x64000000"}` }
  }
  return { resultText: method === 'eth_blockNumber' ? '"0x10"' : '"0x1"' }
}

beforeAll(async () => {
  healthy = await startFakeUpstream(({ json }) => ({ ...answer(json.method), delayMs: HEALTHY_MS }))
  freezing = await startFakeUpstream(({ json }) =>
    state.isFrozen ? { hang: true } : { ...answer(json.method), delayMs: HEALTHY_MS },
  )
  const polled = { pollMs: 1_000 }
  gateway = await startTestGateway({
    networks: {
      alone: { urls: [healthy.url], ...polled },
      pool: { urls: [freezing.url, healthy.url], ...polled },
    },
  })
  key = await gateway.addKey()
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([healthy.stop(), freezing.stop()])
})

/** The same numbers every time (mulberry32). */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** Sends calls at random times, whether answers come or not; how long each took, the shortest first. Every call asks for another slot. */
const load = async (network: string, calls: number): Promise<number[]> => {
  const random = randomFrom(SEED)
  const tookMs: number[] = []
  const replies: Promise<void>[] = []
  const startedMs = performance.now()
  let dueMs = 0
  for (let call = 0; call < calls; call++) {
    dueMs += (-Math.log(1 - random()) * 1_000) / CALLS_PER_SECOND
    const waitMs = startedMs + dueMs - performance.now()
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const slot = `0x${(++nextSlot).toString(16)}`
    const sentMs = performance.now()
    const reply = post(`${gateway.url}/${network}/v3/${key}`, callOf('eth_getStorageAt', [ADDRESS, slot, 'latest']))
    replies.push(
      reply.then(({ json }) => {
        expect(json).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
        tookMs.push(performance.now() - sentMs)
      }),
    )
  }
  await Promise.all(replies)
  return tookMs.sort((a, b) => a - b)
}
const UP = 'tollgate_upstream_state{network="pool",upstream="node-1",state="up"} 1'
const metricsText = async () => (await fetch(`${gateway.adminUrl}/metrics`)).text()
const p99 = (sorted: readonly number[]) => sorted[Math.ceil(sorted.length * 0.99) - 1]!

/** Both networks under the same load at the same time, so that the machine's own noise is in both measurements. */
const compare = async (calls: number) => {
  const [alone, pool] = await Promise.all([load('alone', calls), load('pool', calls)])
  return { alone: p99(alone), pool: p99(pool), slowest: pool.at(-1)! }
}

test('a frozen upstream beside a healthy one: p99 within twice that of the healthy one alone, from the moment it freezes', async () => {
  await compare(300)
  // A machine that stalled just now may have made it `slow`: then nobody would ask it, and nothing be tested.
  while (!(await metricsText()).includes(UP)) await new Promise((resolve) => setTimeout(resolve, 100))
  state.isFrozen = true
  // The very calls that were under way, and those until it was noticed, are among them.
  const justFrozen = await compare(CALLS)
  const steady = await compare(CALLS)
  for (const { alone, pool } of [justFrozen, steady]) expect(pool / alone).toBeLessThanOrEqual(2)
  // Nobody waited for the frozen node's share of the ten seconds.
  expect(justFrozen.slowest).toBeLessThan(4_000)
  expect(await metricsText()).toMatch(/tollgate_hedges_total\{network="pool",outcome="won"\} [1-9]/)
}, 60_000)
