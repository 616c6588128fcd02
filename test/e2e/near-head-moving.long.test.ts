import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl } from '../support/addresses.js'
import { deployEmitter, type Emitter } from '../support/emitter.js'
import type { FakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'
import { startProxy } from '../support/proxy.js'
import { much } from '../support/runs.js'

const WINDOW = 128
const CALLERS = 4
const RUN_MS = much(5_000, 1_500)
/**
 * Milliseconds after which a run ends. On a busy machine the head moves on between two looks, so
 * that fewer calls meet the edge.
 */
const LONGEST_RUN_MS = 30_000
const ENOUGH = 10
const hex = (number: number) => `0x${number.toString(16)}`

let anvil: Anvil
/** A node over a slow connection: its answer to eth_blockNumber is old when it arrives. */
let far: FakeUpstream
let gateway: TestGateway
let emitter: Emitter
let key: string
let isMining = true
let mining: Promise<void>

/**
 * Blocks come without a pause, each with another value in storage. The node keeps all of them, so
 * that only the gateway refuses blocks.
 */
beforeAll(async () => {
  anvil = await startAnvil()
  far = await startProxy(anvil.url, ({ method }, answer) =>
    method === 'eth_blockNumber' ? { json: answer, delayMs: 60 } : undefined,
  )
  gateway = await startTestGateway({
    networks: {
      recent: { urls: [anvil.url], recentBlocks: WINDOW, cache: false },
      far: { urls: [far.url], recentBlocks: WINDOW, cache: false },
    },
    plans: {
      core: { dailyCredits: 100_000_000, creditsPerSecond: 10_000_000 },
    },
  })
  key = await gateway.addKey()
  emitter = await deployEmitter(anvil.url)
  for (let block = 0; block < WINDOW + 5; block++) await emitter.emitTicks(1)
  mining = (async () => {
    while (isMining) await emitter.emitTicks(1)
  })()
})
afterAll(async () => {
  isMining = false
  await mining
  await gateway.stop()
  await far.stop()
  await anvil.stop()
})

const head = async () => Number(await callNode(anvil.url, 'eth_blockNumber'))
const ask = (network: string, method: string, params: unknown[]) =>
  post(httpUrl(gateway, network, key), callOf(method, params))

/** One call for a block close to the edge of the window, between two looks at the head. */
interface Round {
  readonly block: number
  readonly before: number
  readonly after: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the gateway answered
  readonly json: any
}

/**
 * Returns the rounds of all callers. They call for RUN_MS, and then until `isEnough`, but no longer
 * than LONGEST_RUN_MS.
 */
const roundsOf = async (
  method: string,
  paramsOf: (block: string) => unknown[],
  network = 'recent',
  isEnough: (rounds: readonly Round[]) => boolean = hasMetEdge,
): Promise<Round[]> => {
  const rounds: Round[] = []
  const startedMs = performance.now()
  const isOver = () => {
    const ranMs = performance.now() - startedMs
    return ranMs >= LONGEST_RUN_MS || (ranMs >= RUN_MS && isEnough(rounds))
  }
  const call = async (caller: number) => {
    for (let round = caller; !isOver(); round++) {
      const before = await head()
      const block = before - WINDOW + (round % 5) - 1
      const { json } = await ask(network, method, paramsOf(hex(block)))
      rounds.push({ block, before, after: await head(), json })
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)))
  return rounds
}

/** Returns how many calls met the edge itself: the 128th latest block served, the 129th refused. */
const edgeOf = (rounds: readonly Round[]) => ({
  served: rounds.filter(({ json, block, before }) => json.error === undefined && block === before - WINDOW + 1).length,
  refused: rounds.filter(({ json, block }) => json.error && block === Number(json.error.data?.oldestBlock) - 1).length,
})

const hasMetEdge = (rounds: readonly Round[]): boolean => {
  const { served, refused } = edgeOf(rounds)
  return served >= ENOUGH && refused >= ENOUGH
}

const checkRounds = (rounds: readonly Round[]) => {
  const refused = rounds.filter(({ json }) => json.error !== undefined)
  const served = rounds.filter(({ json }) => json.error === undefined)
  for (const { block, before, after, json } of refused) {
    const latest = Number(json.error.data?.latestBlock)
    // `latest` was the head at some moment of the call. The block is older than the window of that
    // head.
    expect({
      block,
      before,
      after,
      latest,
      isWithin: before <= latest && latest <= after,
    }).toMatchObject({
      isWithin: true,
    })
    expect(json.error).toEqual({
      code: -32002,
      message: 'only the latest 128 blocks are available on this network',
      data: { name: 'outside-window', oldestBlock: hex(latest - WINDOW + 1), latestBlock: hex(latest) },
    })
    expect(block).toBeLessThan(latest - WINDOW + 1)
  }
  for (const { block, before } of served) expect(block).toBeGreaterThanOrEqual(before - WINDOW + 1)
  return { served, refused }
}

const checkEdge = (rounds: readonly Round[]) => {
  const { served } = checkRounds(rounds)
  expect({ ...edgeOf(rounds), areEnough: hasMetEdge(rounds) }).toMatchObject({ areEnough: true })
  return served
}

test('while blocks are mined the 128th latest is served with its value, the 129th refused with where the window is', async () => {
  const started = await head()
  const all = await roundsOf('eth_getStorageAt', (block) => [emitter.contractAddress, '0x0', block])
  expect((await head()) - started).toBeGreaterThan(50)
  const served = checkEdge(all)
  const values = new Set<string>()
  for (const { block, json } of served) {
    values.add(json.result)
    expect([block, json.result]).toEqual([
      block,
      await callNode(anvil.url, 'eth_getStorageAt', [emitter.contractAddress, '0x0', hex(block)]),
    ])
  }
  expect(values.size).toBeGreaterThan(20)
})

test('so are ranges of logs that start there', async () => {
  const all = await roundsOf('eth_getLogs', (block) => [{ fromBlock: block, toBlock: block }])
  for (const { block, json } of checkEdge(all))
    expect(json.result).toEqual([expect.objectContaining({ blockNumber: hex(block) })])
})

test('so it is when the node\u2019s word on its head takes its time: no call is judged by an answer to an earlier one', async () => {
  const refusedOf = (rounds: readonly Round[]) => rounds.filter(({ json }) => json.error !== undefined)
  // By the time the head is known most of these blocks have left the window.
  const areEnough = (rounds: readonly Round[]) => refusedOf(rounds).length > 50
  const params = (block: string) => [emitter.contractAddress, '0x0', block]
  const all = await roundsOf('eth_getStorageAt', params, 'far', areEnough)
  const { served, refused } = checkRounds(all)
  expect([areEnough(all), served.length + refused.length]).toEqual([true, all.length])
})
