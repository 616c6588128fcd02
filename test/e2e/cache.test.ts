import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl } from '../support/addresses.js'
import { deployEmitter, type Emitter } from '../support/emitter.js'
import { expectSoon } from '../support/expect-soon.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestReply } from '../support/gateway.js'
import { started } from '../support/started.js'

/** Slots of an epoch. anvil's `finalized` is two epochs behind its head. */
const SLOTS = 4

let emitter: Emitter
let url: string
/** The node waits for this promise before it answers eth_getStorageAt. */
let mayAnswer = Promise.resolve()

/** Number of requests that the node got for a method. Polls count only if they use the method. */
const asked = (method: string): number => node.requests.filter(({ json }) => json.method === method).length
const call = (method: string, params: unknown[]): Promise<TestReply> => post(url, callOf(method, params))
const storageAt = (block: unknown): Promise<TestReply> =>
  call('eth_getStorageAt', [emitter.contractAddress, '0x0', block])
const servedBy = (reply: TestReply): string | null => reply.headers.get('x-served-by')
const head = async (): Promise<number> => Number(await callNode(anvil.url, 'eth_blockNumber', []))
const hex = (number: number): string => `0x${number.toString(16)}`
const metric = async (outcome: string, method: string): Promise<number> => {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`tollgate_cache_total{network="main",method="${method}",outcome="${outcome}"}`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

const anvil = started(() => startAnvil({ args: ['--slots-in-an-epoch', String(SLOTS)] }))
beforeAll(async () => {
  emitter = await deployEmitter(anvil.url)
})
/** Passes requests to anvil and keeps them for the tests. */
const node = started(() =>
  startFakeUpstream(async ({ body, json }) => {
    if (json.method === 'eth_getStorageAt') await mayAnswer
    const response = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return { raw: await response.text() }
  }),
)
const gateway = started(() =>
  startTestGateway({
    networks: { main: { urls: [node.url], cache: true, pollMs: 50, checkAnswers: 0 } },
  }),
)
beforeAll(async () => {
  url = httpUrl(gateway, 'main', await gateway.addKey())
})

/** Mines until the block is final, and waits until the gateway knows that. */
const makeFinal = async (block: number): Promise<void> => {
  await callNode(anvil.url, 'anvil_mine', [hex(2 * SLOTS + 1)])
  await expectSoon(async () => servedBy(await storageAt(hex(block))), 'cache', 20_000)
}

/**
 * Repeats what was disturbed: a node whose answers to polls a busy machine delays counts as down,
 * and of its answers none is kept.
 */
const undisturbed = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const changes = () => gateway.logLines.filter(({ from, to }) => from === 'down' || to === 'down').length
  for (;;) {
    const before = changes()
    const found = await attempt()
    if (changes() === before) return found
  }
}

test('what is asked of a final block is answered by the node once, byte for byte the same', async () => {
  const { fromNode, fromMemory, count } = await undisturbed(async () => {
    await emitter.emitTicks(3)
    const block = await head()
    await makeFinal(block)
    const filter = [{ fromBlock: hex(block), toBlock: hex(block) }]
    const fromNode = await call('eth_getLogs', filter)
    const count = asked('eth_getLogs')
    return { fromNode, fromMemory: await call('eth_getLogs', filter), count }
  })
  expect([servedBy(fromNode), servedBy(fromMemory)]).toEqual(['upstream', 'cache'])
  expect(fromMemory.text).toBe(fromNode.text)
  expect(fromMemory.json.result).toHaveLength(3)
  // Charged like any answer.
  expect(fromMemory.headers.get('x-credits-cost')).toBe('255')
  expect(asked('eth_getLogs')).toBe(count)
})

test('a receipt is kept once its block is final, and not before', async () => {
  const { transactionHash, blockNumber } = (await emitter.emitTicks(1)) as unknown as Record<string, string>
  const receipt = () => call('eth_getTransactionReceipt', [transactionHash])
  for (let round = 0; round < 4; round += 1) expect(servedBy(await receipt())).toBe('upstream')
  await makeFinal(Number(blockNumber))
  const fromNode = await receipt()
  await expectSoon(async () => servedBy(await receipt()), 'cache', 20_000)
  const fromMemory = await receipt()
  expect(fromMemory.text).toBe(fromNode.text)
})

test('null, tags and blocks that are not final are asked every time', async () => {
  const missing = `0x${'ab'.repeat(32)}`
  for (let round = 0; round < 3; round += 1) {
    for (const block of ['latest', 'pending', 'safe', 'finalized', hex(await head())])
      expect(servedBy(await storageAt(block))).toBe('upstream')
    const reply = await call('eth_getTransactionReceipt', [missing])
    expect([reply.json.result, servedBy(reply)]).toEqual([null, 'upstream'])
  }
})

test('the chain id is asked once', async () => {
  await call('eth_chainId', [])
  const count = asked('eth_chainId')
  for (let round = 0; round < 5; round += 1) {
    const reply = await call('eth_chainId', [])
    expect([reply.json.result, servedBy(reply), reply.headers.get('x-credits-cost')]).toEqual(['0x7a69', 'cache', '5'])
  }
  expect(asked('eth_chainId')).toBe(count)
})

test('a hundred identical calls at the same time are one question to the node, each charged', async () => {
  // The chain's newest block by its number: each call looks for it in memory, and is counted there.
  const block = hex(await head())
  let answer = () => {}
  mayAnswer = new Promise((resolve) => {
    answer = resolve
  })
  const count = asked('eth_getStorageAt')
  const coalesced = await metric('coalesced', 'eth_getStorageAt')
  const misses = await metric('miss', 'eth_getStorageAt')
  const sent = Array.from({ length: 100 }, () => storageAt(block))
  await expectSoon(() => metric('miss', 'eth_getStorageAt'), misses + sent.length, 8_000)
  answer()
  const replies = await Promise.all(sent)
  expect(asked('eth_getStorageAt')).toBe(count + 1)
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(new Set(replies.map(({ headers }) => headers.get('x-credits-cost')))).toEqual(new Set(['80']))
  expect(await metric('coalesced', 'eth_getStorageAt')).toBe(coalesced + 99)
})

test('a reorganization never leaves a stale answer: what could change was not kept', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { transactionHash, blockNumber } = (await emitter.emitTicks(1)) as unknown as Record<string, string>
    await callNode(anvil.url, 'anvil_mine', ['0x2'])
    const asks: [string, unknown[]][] = [
      ['eth_getTransactionReceipt', [transactionHash]],
      ['eth_getStorageAt', [emitter.contractAddress, '0x0', blockNumber]],
      ['eth_getLogs', [{ fromBlock: blockNumber, toBlock: blockNumber }]],
      ['eth_getLogs', [{ fromBlock: 'earliest', toBlock: 'latest' }]],
    ]
    for (const [method, params] of asks) for (let again = 0; again < 3; again += 1) await call(method, params)
    await callNode(anvil.url, 'anvil_reorg', [3, []])
    for (const [method, params] of asks) {
      const [ours, theirs] = [await call(method, params), await callNode(anvil.url, method, params)]
      expect([method, ours.json.result]).toEqual([method, theirs])
    }
    expect((await call('eth_getTransactionReceipt', [transactionHash])).json.result).toBeNull()
  }
})

test('its hit rate is what repeated questions about final blocks make it', async () => {
  const counts = async () => [await metric('hit', 'eth_getStorageAt'), await metric('miss', 'eth_getStorageAt')]
  const found = await undisturbed(async () => {
    const block = await head()
    await makeFinal(block)
    const before = await counts()
    for (let round = 0; round < 10; round += 1)
      for (let slot = 0; slot < 10; slot += 1)
        await call('eth_getStorageAt', [emitter.contractAddress, hex(slot + 100), hex(block)])
    return (await counts()).map((count, index) => count - before[index]!)
  })
  expect(found).toEqual([90, 10])
})
