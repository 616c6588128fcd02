import { httpUrl, wsUrl } from '../support/addresses.js'
import { ADMIN_TOKEN, callApi } from '../support/admin-api.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeChainNode, startChainNode } from '../support/fake-chain.js'
import { startFakeSocketNode } from '../support/fake-socket-node.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { started, startedEach } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'

const [BEFORE, NEWEST] = [1_000, 1_001]
const ADDRESS = `0x${'5f'.repeat(20)}`
const NEWEST_HEX = `0x${NEWEST.toString(16)}`

const socketNode = started(startFakeSocketNode)
let nodes: FakeChainNode[]
let key: string
/** Both nodes were polled at the block before; the next poll is a minute away. */
const gateway = startedEach(async () => {
  nodes = await Promise.all([0, 1].map(() => startChainNode({ head: BEFORE })))
  const upstreams = nodes.map(({ url }, index) => ({
    name: `node-${index}`,
    url,
    ...(index === 0 && { wsUrl: socketNode.url }),
  }))
  // A node that others overtake in second attempts would not be asked until the next poll.
  const networks = { main: { upstreams, pollMs: 60_000, checkAnswers: 0, hedging: false } }
  const made = await startTestGateway({
    networks,
    admin: { token: ADMIN_TOKEN },
    contracts: ['ethereum', 'ethereum-debug'],
  })
  key = await made.addKey()
  await expectSoon(async () => (await status(made)).map(({ head }) => head), Array(2).fill(String(BEFORE)), 10_000)
  return made
})
afterEach(async () => {
  for (const node of nodes) await node.stop()
})

const status = async ({ adminUrl }: { readonly adminUrl: string }): Promise<{ head: string | null }[]> => {
  const { json } = await callApi(adminUrl, 'upstreams')
  return json.result
}
const ask = async (method: string, params: unknown[] = []) => {
  const { json } = await post(httpUrl(gateway, 'main', key), callOf(method, params))
  return json.result
}
/** What callers see of the newest block, ten times each: its number, its logs and its state. */
const seen = async () => {
  const blocks: unknown[] = []
  const logs: unknown[] = []
  const state: unknown[] = []
  for (let call = 0; call < 10; call++) {
    blocks.push((await ask('eth_getBlockByNumber', [NEWEST_HEX, false]))?.number)
    logs.push((await ask('eth_getLogs', [{ fromBlock: '0x3e8', toBlock: NEWEST_HEX }])).length)
    state.push(await ask('eth_getStorageAt', [ADDRESS, '0x0', NEWEST_HEX]))
  }
  return { blocks, logs, state }
}
const ALL = {
  blocks: Array(10).fill(NEWEST_HEX),
  logs: Array(10).fill(1),
  state: Array(10).fill(`0x${'00'.repeat(31)}01`),
}

test('eth_blockNumber does not go back at a node that follows later', async () => {
  nodes[0]!.facts.head = NEWEST
  await expectSoon(() => ask('eth_blockNumber'), NEWEST_HEX)
  const numbers: unknown[] = []
  for (let call = 0; call < 10; call++) numbers.push(await ask('eth_blockNumber'))
  expect(numbers).toEqual(Array(10).fill(NEWEST_HEX))
})

describe('a block by its hash', () => {
  const hashOf = (number: number) => `0x${Buffer.from(`a:${number}`).toString('hex').padStart(64, '0')}`

  test.each([
    ['eth_getBlockReceipts', [{ transactionHash: hashOf(0), blockNumber: NEWEST_HEX }], null],
    ['eth_getUncleCountByBlockHash', '0x0', null],
    ['debug_getRawReceipts', ['0x02f9'], []],
  ])('is not missing of %s at a node on another branch', async (method, known, unknown) => {
    for (const [node, value] of [
      [nodes[0]!, known],
      [nodes[1]!, unknown],
    ] as const)
      node.facts.answers = { [method]: value }
    const found: unknown[] = []
    for (let call = 0; call < 10; call++) found.push(await ask(method, [hashOf(BEFORE)]))
    expect(found).toEqual(Array(10).fill(known))
  })

  test('has no receipts if no node has it: two are asked. Of a block by its number, one is asked', async () => {
    for (const node of nodes) node.facts.answers = { eth_getBlockReceipts: null }
    const asked = () => nodes.map((node) => node.asked('eth_getBlockReceipts'))
    expect(await ask('eth_getBlockReceipts', [hashOf(NEWEST)])).toBeNull()
    expect(asked()).toEqual([1, 1])
    expect(await ask('eth_getBlockReceipts', [NEWEST_HEX])).toBeNull()
    expect(asked().reduce((sum, count) => sum + count)).toBe(3)
  })

  test('is not missing at a node that follows later, though callers were not told of it', async () => {
    nodes[0]!.facts.head = NEWEST
    const found: unknown[] = []
    for (let call = 0; call < 10; call++) found.push((await ask('eth_getBlockByHash', [hashOf(NEWEST), false]))?.number)
    expect(found).toEqual(Array(10).fill(NEWEST_HEX))
  })

  test('is missing if no node has it: two are asked', async () => {
    expect(await ask('eth_getBlockByHash', [hashOf(NEWEST), false])).toBeNull()
    expect(nodes.map((node) => node.asked('eth_getBlockByHash'))).toEqual([1, 1])
  })
})

describe('a block that callers were told of is not missing at a node that follows later', () => {
  test('after its number was the answer to eth_blockNumber', async () => {
    nodes[0]!.facts.head = NEWEST
    await expectSoon(() => ask('eth_blockNumber'), NEWEST_HEX)
    expect(await seen()).toEqual(ALL)
  })

  test('after it was the answer for the newest block', async () => {
    nodes[0]!.facts.head = NEWEST
    await expectSoon(async () => (await ask('eth_getBlockByNumber', ['latest', false])).number, NEWEST_HEX)
    expect(await seen()).toEqual(ALL)
    expect(await ask('eth_blockNumber')).toBe(NEWEST_HEX)
  })

  test('after it was a new head', async () => {
    const socket = await openSocket(wsUrl(gateway, 'main', key))
    await socket.ask(callOf('eth_subscribe', ['newHeads']))
    await expectSoon(() => socketNode.calls.some(({ method }) => method === 'eth_subscribe'), true)
    nodes[0]!.facts.head = NEWEST
    socketNode.notify('{}')
    const [, event] = await socket.received(2)
    expect(JSON.parse(event!).params.result.number).toBe(NEWEST_HEX)
    expect(await seen()).toEqual(ALL)
    await socket.close()
  })
})
