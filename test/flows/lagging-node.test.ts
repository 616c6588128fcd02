import { JsonRpcProvider } from 'ethers'
import { createPublicClient, http } from 'viem'
import { httpUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeChainNode, startChainNode } from '../support/fake-chain.js'
import { startTestGateway } from '../support/gateway.js'
import { startedEach } from '../support/started.js'

/** Clients that poll a network of two healthy nodes, of which one gets each block later. */
const FIRST = 1_000
const BLOCKS = [1_001, 1_002, 1_003, 1_004]
const POLLING_MS = 30
const address = `0x${'5f'.repeat(20)}` as const

let first: FakeChainNode
let late: FakeChainNode
const gateway = startedEach(async () => {
  ;[first, late] = await Promise.all([startChainNode({ head: FIRST }), startChainNode({ head: FIRST })])
  return startTestGateway({ networks: { evm: { urls: [first.url, late.url], pollMs: 200 } } })
})
afterEach(async () => {
  for (const node of [first, late]) await node.stop()
})

/** Waits for calls of the client's, each of which goes to the next node. */
const calls = async (count: number) => {
  const answered = () => gateway.logLines.filter(({ method }) => method === 'eth_blockNumber').length
  const before = answered()
  await expectSoon(() => answered() >= before + count, true, 20_000)
}
/** Lets the chain grow; the late node gets a block after callers have asked it some more. */
const grow = async (seen: readonly number[]) => {
  for (const block of BLOCKS) {
    first.facts.head = block
    await expectSoon(() => seen.includes(block), true, 20_000)
    await calls(6)
    late.facts.head = block
  }
}

test('ethers delivers the event of each block once', async () => {
  const url = httpUrl(gateway, 'evm', await gateway.addKey())
  const provider = new JsonRpcProvider(url, 1, { staticNetwork: true, batchMaxCount: 1, cacheTimeout: -1 })
  provider.pollingInterval = POLLING_MS
  const [blocks, events]: [number[], number[]] = [[], []]
  await provider.on('block', (number: number) => void blocks.push(number))
  await provider.on({ address }, ({ blockNumber }: { blockNumber: number }) => void events.push(blockNumber))
  await calls(4)
  await grow(events)
  expect({ blocks, events }).toEqual({ blocks: BLOCKS, events: BLOCKS })
  await provider.destroy()
})

test('viem delivers the event of each block once', async () => {
  const transport = http(httpUrl(gateway, 'evm', await gateway.addKey()))
  const client = createPublicClient({ transport, pollingInterval: POLLING_MS, cacheTime: 0 })
  const [blocks, events]: [number[], number[]] = [[], []]
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const stopBlocks = client.watchBlockNumber({ onBlockNumber: (number) => void blocks.push(Number(number)), onError })
  const stopEvents = client.watchEvent({
    address,
    onLogs: (logs) => void events.push(...logs.map(({ blockNumber }) => Number(blockNumber))),
    onError,
  })
  await calls(4)
  await grow(events)
  stopBlocks()
  stopEvents()
  expect({ blocks, events, errors }).toEqual({ blocks: [FIRST, ...BLOCKS], events: BLOCKS, errors: [] })
})
