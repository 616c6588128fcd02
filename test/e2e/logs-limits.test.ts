import { createPublicClient, http } from 'viem'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl } from '../support/addresses.js'
import { deployEmitter, type Emitter, emitterTopics } from '../support/emitter.js'
import { callOf, post, startTestGateway, type TestReply } from '../support/gateway.js'
import { started } from '../support/started.js'

let emitter: Emitter
/** Blocks of 9,999, one and one log: every boundary of 10,000 lies between two of them. */
let blocks: readonly [string, string, string]
/** A block of 10,001 logs, and its hash. */
let fullBlock: { readonly blockNumber: string; readonly blockHash: string }

const anvil = started(() => startAnvil({ args: ['--gas-limit', '2000000000', '--slots-in-an-epoch', '1'] }))
const gateway = started(() =>
  startTestGateway({
    networks: { main: { urls: [anvil.url] } },
    plans: { core: { dailyCredits: 100_000_000, creditsPerSecond: 10_000_000 } },
  }),
)
beforeAll(async () => {
  emitter = await deployEmitter(anvil.url)
  blocks = [
    (await emitter.emitTicks(9_999)).blockNumber,
    (await emitter.emitTicks(1)).blockNumber,
    (await emitter.emitTicks(1)).blockNumber,
  ]
})

/** Asks with a new key each time, because the gateway remembers a refusal by key. */
const ask = async (filter: object): Promise<TestReply> =>
  post(httpUrl(gateway, 'main', await gateway.addKey()), callOf('eth_getLogs', [filter]))

const costOf = ({ headers }: TestReply) => Number(headers.get('x-credits-cost'))

describe('the number of results of eth_getLogs', () => {
  test('may be 10,000', async () => {
    const reply = await ask({ fromBlock: blocks[0], toBlock: blocks[1] })
    expect([reply.status, reply.json.result.length, costOf(reply)]).toEqual([200, 10_000, 255])
  })

  test('must not be 10,001; the range that is suggested instead is answered', async () => {
    const reply = await ask({ fromBlock: blocks[0], toBlock: blocks[2] })
    expect(reply.json.error).toEqual({
      code: -32005,
      message: 'query returned more than 10000 results',
      data: { name: 'too-many-results', from: blocks[0], to: blocks[1], limit: 10_000 },
    })
    expect([reply.status, costOf(reply)]).toEqual([200, 255])
    const { from, to } = reply.json.error.data
    expect((await ask({ fromBlock: from, toBlock: to })).json.result).toHaveLength(10_000)
  })

  test.each([
    ['earliest', 'latest', '0x0'],
    // One block an epoch: with head 4, finalized is block 2, which has the first log.
    ['finalized', 'latest', '0x2'],
    ['0x0', undefined, '0x0'],
    ['0x0', 'pending', '0x0'],
  ])('is counted from %s to %s', async (fromBlock, toBlock, from) => {
    const reply = await ask({ address: emitter.contractAddress, fromBlock, toBlock })
    expect(reply.json.error).toMatchObject({ code: -32005, data: { from, to: blocks[1] } })
  })

  test.each([
    ['safe', undefined, 2],
    ['latest', undefined, 1],
    [undefined, undefined, 1],
    ['latest', 'latest', 1],
    ['finalized', 'finalized', 9_999],
  ])('is small from %s to %s', async (fromBlock, toBlock, count) => {
    const reply = await ask({ fromBlock, toBlock })
    expect(reply.json.result).toHaveLength(count)
  })

  test('costs viem, which tries four times, one price', async () => {
    const client = createPublicClient({ transport: http(httpUrl(gateway, 'main', await gateway.addKey())) })
    const before = gateway.logLines.length
    await expect(client.getLogs({ fromBlock: 0n })).rejects.toThrow('query returned more than 10000 results')
    const costs = gateway.logLines.slice(before).map(({ costCredits }) => costCredits)
    expect(costs).toEqual([255, 0, 0, 0])
  })
})

describe('the number of parameters of eth_getLogs', () => {
  const filterOf = (addresses: number, topics: number) => ({
    fromBlock: blocks[1],
    toBlock: blocks[1],
    address: [emitter.contractAddress, ...Array.from({ length: addresses - 1 }, (_, index) => addressOf(index))],
    topics: [[emitterTopics.Tick, ...Array.from({ length: topics - 1 }, (_, index) => wordOf(index))]],
  })
  const wordOf = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
  const addressOf = (value: number) => `0x${value.toString(16).padStart(40, 'a')}`

  test.each([
    [5_000 - 1, 1],
    [3_000, 2_000],
  ])('may be 5,000: %d addresses and %d topics', async (addresses, topics) => {
    const reply = await ask(filterOf(addresses, topics))
    expect([reply.json.result.length, costOf(reply)]).toEqual([1, 255])
  })

  test.each([
    [5_000, 1],
    [3_000, 2_001],
  ])('must not be 5,001: %d addresses and %d topics', async (addresses, topics) => {
    const reply = await ask(filterOf(addresses, topics))
    expect(reply.json.error).toMatchObject({ code: -32602, data: { count: 5_001, limit: 5_000 } })
    expect([reply.status, costOf(reply)]).toEqual([200, 0])
  })
})

describe('a caller that follows the suggestions', () => {
  interface Log {
    readonly blockNumber: string
    readonly topics: readonly string[]
  }

  test('gets every log exactly once', async () => {
    for (const count of [6_000, 3_999, 2, 9_998, 1, 10_000]) await emitter.emitTicks(count)
    const total = 10_001 + 30_000
    const url = httpUrl(gateway, 'main', await gateway.addKey())
    const collected: Log[] = []
    let questions = 0
    let next: bigint | undefined = 0n
    while (next !== undefined) {
      const filter = { address: emitter.contractAddress, fromBlock: `0x${next.toString(16)}`, toBlock: 'latest' }
      let { json } = await post(url, callOf('eth_getLogs', [filter]))
      questions += 1
      next = undefined
      if (json.error) {
        const { from, to } = json.error.data
        json = (await post(url, callOf('eth_getLogs', [{ ...filter, fromBlock: from, toBlock: to }]))).json
        questions += 1
        next = BigInt(to) + 1n
      }
      collected.push(...json.result)
    }
    expect(collected).toHaveLength(total)
    expect(new Set(collected.map(({ topics }) => BigInt(topics[1]!))).size).toBe(total)
    // Each suggestion reaches as far as it can: three blocks, two, three, and the last one.
    expect(questions).toBeLessThanOrEqual(11)
  })
})

describe('one block alone with more than 10,000 logs', () => {
  beforeAll(async () => {
    fullBlock = await emitter.emitTicks(10_001)
  })

  test.each(['by its number', 'by its hash', 'by latest'])(
    'is refused %s, with no range that would be a lie',
    async (how) => {
      const { blockNumber, blockHash } = fullBlock
      const filters: Record<string, object> = {
        'by its number': { fromBlock: blockNumber, toBlock: blockNumber },
        'by its hash': { blockHash },
        'by latest': {},
      }
      const { json } = await ask(filters[how]!)
      expect(json.error).toEqual({
        code: -32005,
        message: 'query returned more than 10000 results',
        data: {
          name: 'too-many-results',
          from: null,
          to: null,
          limit: 10_000,
          block: blockNumber,
          reason: 'block_too_full',
        },
      })
    },
  )

  test('is answered in parts when the topics are narrowed', async () => {
    const { blockHash } = fullBlock
    const topics = [emitterTopics.Tick, `0x${(40_001).toString(16).padStart(64, '0')}`]
    expect((await ask({ blockHash, topics })).json.result).toHaveLength(1)
  })
})
