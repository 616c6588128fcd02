import { JsonRpcProvider, Network, WebSocketProvider } from 'ethers'
import { createPublicClient, http, type PublicClient, webSocket } from 'viem'
import { Web3 } from 'web3'
import { type Anvil, startAnvil } from '../../src/demo/anvil.js'
import { callNode } from '../../src/demo/call-node.js'
import { createEvmFixture, type EvmFixture } from '../../src/demo/evm-fixture.js'
import { connectEvm, httpUrl, wsUrl } from '../support/addresses.js'
import { startTestGateway, type TestGateway } from '../support/gateway.js'

/** Unmodified clients, with the options that their own documentation starts with; the truth is what they read from anvil itself. */
let anvil: Anvil
let world: EvmFixture
let gateway: TestGateway
let urls: { readonly http: string; readonly ws: string }
const open: (() => unknown)[] = []

beforeAll(async () => {
  anvil = await startAnvil()
  world = await createEvmFixture(anvil.url)
  gateway = await startTestGateway({ networks: { main: { urls: [anvil.url] } } })
  const key = await gateway.addKey()
  urls = { http: httpUrl(gateway, 'main', key), ws: wsUrl(gateway, 'main', key) }
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
afterAll(async () => {
  await gateway.stop()
  await anvil.stop()
})

/** What the gateway wrote about the calls made since; proof that they came this way. */
/** The lines about calls: connections have lines of their own. */
const callLines = (from: number) => gateway.logLines.slice(from).filter(({ method }) => method !== undefined)

const observedMethods = async (work: () => Promise<void>): Promise<Set<unknown>> => {
  const before = gateway.logLines.length
  await work()
  return new Set(callLines(before).map(({ method, outcome }) => `${method} ${outcome}`))
}

const fourAnswered = ['eth_getStorageAt ok', 'eth_getLogs ok', 'eth_getTransactionReceipt ok', 'eth_blockNumber ok']

describe('viem', () => {
  const readAll = async (client: PublicClient) => ({
    plain: await client.getStorageAt({ address: world.contractAddress, slot: world.plainPosition }),
    mapping: await client.getStorageAt({
      address: world.contractAddress,
      slot: world.mappingPosition,
      blockNumber: 2n,
    }),
    logs: await client.getLogs({ address: world.contractAddress, fromBlock: 'earliest' }),
    receipt: await client.getTransactionReceipt({ hash: world.deployHash }),
    blockNumber: await client.getBlockNumber(),
  })
  const clients = {
    http: () => createPublicClient({ transport: http(urls.http) }),
    'http, batch: true': () => createPublicClient({ transport: http(urls.http, { batch: true }) }),
    webSocket: () => createPublicClient({ transport: webSocket(urls.ws, { keepAlive: false, reconnect: false }) }),
  }

  test.each(Object.keys(clients) as (keyof typeof clients)[])(
    'reads over %s what it reads from the node',
    async (name) => {
      const client = clients[name]()
      if (name === 'webSocket') {
        const { getRpcClient } = client.transport as unknown as { getRpcClient(): Promise<{ close(): void }> }
        open.push(async () => (await getRpcClient()).close())
      }
      const truth = await readAll(createPublicClient({ transport: http(anvil.url) }))
      expect(truth).toMatchObject({ blockNumber: 3n, logs: { length: 3 } })
      const methods = await observedMethods(async () => expect(await readAll(client)).toEqual(truth))
      expect([...methods].sort()).toEqual([...fourAnswered].sort())
    },
  )

  test('sends concurrent calls as one HTTP request with batch: true, each charged by itself', async () => {
    const client = clients['http, batch: true']()
    const before = gateway.logLines.length
    await Promise.all([
      client.getBlockNumber({ cacheTime: 0 }),
      client.getTransactionReceipt({ hash: world.deployHash }),
    ])
    const lines = callLines(before)
    expect(lines.map(({ method, costCredits }) => [method, costCredits]).sort()).toEqual([
      ['eth_blockNumber', 80],
      ['eth_getTransactionReceipt', 80],
    ])
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(1)
  })

  test('throws its own error for a receipt that does not exist', async () => {
    const missing = clients.http().getTransactionReceipt({ hash: `0x${'ab'.repeat(32)}` })
    await expect(missing).rejects.toMatchObject({ name: 'TransactionReceiptNotFoundError' })
  })
})

describe('ethers', () => {
  const readAll = async (provider: JsonRpcProvider | WebSocketProvider) => ({
    plain: await provider.getStorage(world.contractAddress, world.plainPosition),
    mapping: await provider.getStorage(world.contractAddress, world.mappingPosition, 2),
    logs: (await provider.getLogs({ address: world.contractAddress, fromBlock: 0 })).map((log) => log.toJSON()),
    receipt: (await provider.getTransactionReceipt(world.deployHash))?.toJSON(),
    blockNumber: await provider.getBlockNumber(),
  })
  const truthful = async () => {
    const direct = new JsonRpcProvider(anvil.url)
    open.push(() => direct.destroy())
    const truth = await readAll(direct)
    expect(truth).toMatchObject({ blockNumber: 3, logs: { length: 3 } })
    return truth
  }

  test('reads with new JsonRpcProvider(url) what it reads from the node', async () => {
    const provider = new JsonRpcProvider(urls.http)
    open.push(() => provider.destroy())
    const truth = await truthful()
    const methods = await observedMethods(async () => expect(await readAll(provider)).toEqual(truth))
    // It asks for the chain id with its first call, which is why the contract has eth_chainId.
    expect([...methods].sort()).toEqual([...fourAnswered, 'eth_chainId ok'].sort())
    expect((await provider.getNetwork()).chainId).toBe(31337n)
  })

  test('reads over WebSocket what it reads from the node', async () => {
    const network = Network.from(31337)
    const provider = new WebSocketProvider(urls.ws, network, { staticNetwork: network })
    open.push(() => provider.destroy())
    expect(await readAll(provider)).toEqual(await truthful())
  })
})

describe('web3.js', () => {
  const readAll = async ({ eth }: Web3) => ({
    plain: await eth.getStorageAt(world.contractAddress, world.plainPosition),
    mapping: await eth.getStorageAt(world.contractAddress, world.mappingPosition, 2),
    logs: await eth.getPastLogs({ address: world.contractAddress, fromBlock: 'earliest' }),
    receipt: await eth.getTransactionReceipt(world.deployHash),
    blockNumber: await eth.getBlockNumber(),
  })

  test.each(['http', 'ws'] as const)('reads over %s what it reads from the node', async (transport) => {
    const web3 = new Web3(urls[transport])
    if (transport === 'ws') open.push(() => web3.provider?.disconnect())
    const truth = await readAll(new Web3(anvil.url))
    expect(truth).toMatchObject({ blockNumber: 3n, logs: { length: 3 } })
    const methods = await observedMethods(async () => expect(await readAll(web3)).toEqual(truth))
    expect([...methods]).toEqual(expect.arrayContaining(fourAnswered))
  })
})

describe.each(['http', 'websocket'] as const)('the generated client over %s', (transport) => {
  test('reads from the gateway what the node says', async () => {
    const key = await gateway.addKey()
    const client = connectEvm(transport, gateway, 'main', key)
    open.push(() => client.close())
    const ask = (method: string, params: unknown[]) => callNode(anvil.url, method, params)
    const storage = [world.contractAddress, world.mappingPosition, '0x2'] as const
    expect(await client.eth_getStorageAt(...storage)).toEqual(await ask('eth_getStorageAt', [...storage]))
    const filter = { address: world.contractAddress, fromBlock: 'earliest' } as const
    expect(await client.eth_getLogs(filter)).toEqual(await ask('eth_getLogs', [filter]))
    const receipt = await ask('eth_getTransactionReceipt', [world.deployHash])
    expect(await client.eth_getTransactionReceipt(world.deployHash)).toEqual(receipt)
    expect(await client.eth_chainId()).toBe('0x7a69')
    expect(
      await client.batch([
        { method: 'eth_blockNumber', params: [] },
        { method: 'eth_chainId', params: [] },
      ]),
    ).toMatchObject([{ result: '0x3' }, { result: '0x7a69' }])
  })
})
