import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl } from '../support/addresses.js'
import { deployEmitter, type Emitter } from '../support/emitter.js'
import { callOf, post, startTestGateway, type TestReply } from '../support/gateway.js'
import { started } from '../support/started.js'

const WINDOW = 128

let emitter: Emitter
let key: string

const anvil = started(() => startAnvil({ args: ['--prune-history', String(WINDOW), '--slots-in-an-epoch', '4'] }))
const gateway = started(() => {
  const networks = {
    recent: { urls: [anvil.url], recentBlocks: WINDOW },
    archive: { urls: [anvil.url] },
    unsafe: { urls: [anvil.url], safeTag: false },
  }
  return startTestGateway({ networks })
})
beforeAll(async () => {
  key = await gateway.addKey()
  emitter = await deployEmitter(anvil.url)
})

const mine = (count: number) => callNode(anvil.url, 'anvil_mine', [`0x${count.toString(16)}`])
const head = async () => Number(await callNode(anvil.url, 'eth_blockNumber'))
const hex = (value: number) => `0x${value.toString(16)}`
const hashOf = async (number: number) =>
  ((await callNode(anvil.url, 'eth_getBlockByNumber', [hex(number), false])) as { hash: string }).hash

const ask = (method: string, params: unknown[], network = 'recent') =>
  post(httpUrl(gateway, network, key), callOf(method, params))
const storageAt = (block: unknown, network?: string) =>
  ask('eth_getStorageAt', [emitter.contractAddress, '0x0', block], network)
const logs = (filter: object, network?: string) => ask('eth_getLogs', [filter], network)

/** Returns the error for a block that is older than the window of the head `latest`. */
const refusal = (latest: number) => ({
  code: -32002,
  message: 'only the latest 128 blocks are available on this network',
  data: { name: 'outside-window', oldestBlock: hex(latest - WINDOW + 1), latestBlock: hex(latest) },
})

const expectRefused = ({ status, json, headers }: TestReply, latest: number) => {
  expect(json.error).toEqual(refusal(latest))
  expect([status, headers.get('x-credits-cost')]).toEqual([200, '0'])
}

describe('a near-head network younger than its window', () => {
  test('serves all of it, earliest included', async () => {
    for (const block of ['earliest', '0x0', 'latest', { blockNumber: '0x0' }, await hashOf(0)]) {
      expect((await storageAt(block)).json).toHaveProperty('result')
    }
    expect((await logs({ fromBlock: 'earliest' })).json).toHaveProperty('result')
  })
})

describe('a near-head network of 300 blocks', () => {
  let latest: number
  beforeAll(async () => {
    await emitter.emitTicks(1)
    await mine(300)
    latest = await head()
  })

  /** The ways of naming one block, by its number. */
  const names: Record<string, (number: number) => unknown> = {
    'a number': hex,
    'a number with upper-case digits': (number) => `0x${number.toString(16).toUpperCase()}`,
    'a number with leading zeros': (number) => `0x000${number.toString(16)}`,
    'an EIP-1898 number': (number) => ({ blockNumber: hex(number) }),
    'a hash': hashOf,
    'an EIP-1898 hash': async (number) => ({ blockHash: await hashOf(number), requireCanonical: true }),
  }
  test.each(Object.keys(names))('serves the 128th latest block and not the 129th, named by %s', async (way) => {
    const name = names[way]!
    const inside = await storageAt(await name(latest - WINDOW + 1))
    // anvil wants its quantities without leading zeros; what counts is that the node was asked.
    if (way.includes('zeros')) expect(inside.headers.get('x-credits-cost')).toBe('80')
    else expect(inside.json.result).toMatch(/^0x0+1$/)
    expectRefused(await storageAt(await name(latest - WINDOW)), latest)
    expectRefused(await storageAt(await name(1)), latest)
  })

  test('serves ranges of logs that start in the window', async () => {
    for (const toBlock of [undefined, null, 'latest', hex(latest)]) {
      expect((await logs({ fromBlock: hex(latest - WINDOW + 1), toBlock })).json.result).toEqual([])
      expectRefused(await logs({ fromBlock: hex(latest - WINDOW), toBlock }), latest)
    }
    // If a filter has only toBlock, that block decides.
    expectRefused(await logs({ toBlock: hex(latest - WINDOW) }), latest)
    expectRefused(await logs({ fromBlock: 'earliest' }), latest)
    expectRefused(await logs({ fromBlock: 'earliest', toBlock: 'earliest' }), latest)
    expectRefused(await logs({ blockHash: await hashOf(latest - WINDOW) }), latest)
    expect((await logs({ blockHash: await hashOf(latest - WINDOW + 1) })).json.result).toEqual([])
  })

  test('serves latest, pending, safe and finalized, and refuses earliest', async () => {
    for (const tag of ['latest', 'pending', 'safe', 'finalized']) {
      expect((await storageAt(tag)).json.result).toMatch(/^0x0+1$/)
      expect((await logs({ fromBlock: tag })).json.result).toEqual([])
    }
    for (const block of ['earliest', { blockNumber: 'earliest' }]) expectRefused(await storageAt(block), latest)
  })

  test('leaves what names no block alone', async () => {
    const { transactionHash } = await emitter.emitTicks(1)
    latest = await head()
    expect((await ask('eth_getTransactionReceipt', [transactionHash])).json.result).toMatchObject({ transactionHash })
    expect((await ask('eth_blockNumber', [])).json.result).toBe(hex(latest))
  })

  test('lets the node judge an unknown hash', async () => {
    const { json, headers } = await logs({ blockHash: `0x${'12'.repeat(32)}` })
    expect(json.error.code).not.toBe(-32002)
    expect(headers.get('x-credits-cost')).toBe('255')
  })

  test('moves its window with every block, at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const before = await head()
      const oldest = before - WINDOW + 1
      expect((await storageAt(hex(oldest))).json).toHaveProperty('result')
      await mine(1)
      expectRefused(await storageAt(hex(oldest)), before + 1)
      expect((await storageAt(hex(oldest + 1))).json).toHaveProperty('result')
    }
  })

  test('says in its refusal where the window is now, whatever it knew before', async () => {
    const before = await head()
    expectRefused(await storageAt('0x1'), before)
    await mine(50)
    const { json } = await storageAt('0x1')
    expect(json.error).toEqual(refusal(before + 50))
    expect((await storageAt(json.error.data.oldestBlock)).json).toHaveProperty('result')
  })

  test('moves its window back when the chain is rolled back', async () => {
    const before = await head()
    expectRefused(await storageAt(hex(before - WINDOW)), before)
    await callNode(anvil.url, 'anvil_rollback', [3])
    expect(await head()).toBe(before - 3)
    expectRefused(await storageAt(hex(before - WINDOW - 3)), before - 3)
    expect((await storageAt(hex(before - WINDOW))).headers.get('x-credits-cost')).toBe('80')
  })

  test('is a matter of that network alone', async () => {
    expect((await logs({ fromBlock: 'earliest' }, 'archive')).json.result.length).toBeGreaterThan(0)
  })
})

test('a tag that stands for a block outside the window is refused like that block', async () => {
  const slow = await startAnvil({ args: ['--slots-in-an-epoch', '100'] })
  const desk = await startTestGateway({ networks: { main: { urls: [slow.url], recentBlocks: WINDOW } } })
  const url = httpUrl(desk, 'main', await desk.addKey())
  await callNode(slow.url, 'anvil_mine', ['0x12c'])
  const params = (tag: string) => [emitter.contractAddress, '0x0', tag]
  // Head 300: safe is 200, finalized is 100.
  expect((await post(url, callOf('eth_getStorageAt', params('safe')))).json).toHaveProperty('result')
  expectRefused(await post(url, callOf('eth_getStorageAt', params('finalized'))), 300)
  expectRefused(await post(url, callOf('eth_getLogs', [{ fromBlock: 'finalized' }])), 300)
  await desk.stop()
  await slow.stop()
})

describe('a network without the tag safe', () => {
  test('refuses it and names finalized, which it serves', async () => {
    const answers = [
      await storageAt('safe', 'unsafe'),
      await logs({ fromBlock: 'safe' }, 'unsafe'),
      await logs({ fromBlock: 'earliest', toBlock: 'safe' }, 'unsafe'),
    ]
    for (const { json, headers } of answers) {
      expect(json.error).toMatchObject({ code: -32602, message: expect.stringContaining('use finalized') })
      expect(headers.get('x-credits-cost')).toBe('0')
    }
    expect((await storageAt('finalized', 'unsafe')).json).toHaveProperty('result')
    expect((await storageAt('safe', 'archive')).json).toHaveProperty('result')
  })
})
