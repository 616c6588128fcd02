import { getLogsRetryHelper } from '@ponder/utils'
import { createPublicClient, http, type RpcError } from 'viem'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl } from '../support/addresses.js'
import { deployEmitter, type Emitter } from '../support/emitter.js'
import { expectSoon } from '../support/expect-soon.js'
import type { FakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { type Bend, startProxy } from '../support/proxy.js'
import { started } from '../support/started.js'
import { stopwatch } from '../support/stopwatch.js'

type LogParams = Parameters<typeof getLogsRetryHelper>[0]['params']

const BLOCKS = 60
const hex = (number: number) => `0x${number.toString(16)}` as const

/**
 * Returns a provider that takes at most `width` blocks in one eth_getLogs, and says so in its own
 * words.
 */
const narrow =
  (width: number): Bend =>
  ({ method, params }) => {
    const { fromBlock, toBlock, blockHash } = (params[0] ?? {}) as Record<string, string | undefined>
    if (method !== 'eth_getLogs' || blockHash !== undefined) return undefined
    const isNarrow = Number(toBlock) - Number(fromBlock) < width
    return isNarrow
      ? undefined
      : { json: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: `at most ${width} blocks` } } }
  }

let emitter: Emitter
let full: { readonly blockNumber: string; readonly blockHash: string }

const anvil = started(() => startAnvil({ args: ['--gas-limit', '2000000000', '--slots-in-an-epoch', '1'] }))
beforeAll(async () => {
  emitter = await deployEmitter(anvil.url)
  for (let block = 0; block < BLOCKS; block++) {
    if (block % 3 === 0) await emitter.emitTicks(block + 1)
    else await callNode(anvil.url, 'anvil_mine', ['0x1'])
  }
})
const small = started(() => startProxy(anvil.url, narrow(7)))
const wide = started(() => startProxy(anvil.url, narrow(10)))
const gateway = started(() => {
  const upstreams = [
    { name: 'small', url: small.url, maxBlockRange: 7 },
    { name: 'wide', url: wide.url, maxBlockRange: 10 },
  ]
  const networks = {
    // A second attempt at a slow call would add to the calls that the tests count.
    main: { upstreams, cache: false, hedging: false },
    both: { upstreams: [upstreams[0]!, { name: 'any', url: anvil.url }], cache: false },
  }
  return startTestGateway({
    networks,
    contracts: ['ethereum-debug'],
    fixedLimits: { maxLogParts: 8 },
    plans: { core: { dailyCredits: 100_000_000, creditsPerSecond: 10_000_000 } },
  })
})

const ask = async (filter: object, network = 'main') =>
  post(httpUrl(gateway, network, await gateway.addKey()), callOf('eth_getLogs', [filter]))
const truth = (filter: object) => callNode(anvil.url, 'eth_getLogs', [filter])
const head = async () => Number(await callNode(anvil.url, 'eth_blockNumber'))
const logsAsked = (proxy: FakeUpstream) =>
  proxy.requests.filter(({ json }) => json.method === 'eth_getLogs').map(({ json }) => json.params[0])
const heldBytes = async () => {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return Number(/^tollgate_held_answer_bytes (\d+)$/m.exec(text)![1])
}

describe('eth_getLogs on a network whose providers take narrow ranges', () => {
  test.each([
    ['earliest', 'latest'],
    ['0x0', undefined],
    ['0x5', '0x2a'],
    ['0x5', 'finalized'],
    ['0x5', 'safe'],
    ['0x5', 'pending'],
    ['0x1', '0xb'],
  ])('from %s to %s is what one node says, cut into parts', async (fromBlock, toBlock) => {
    const filter = { address: emitter.contractAddress, fromBlock, toBlock }
    const reply = await ask(filter)
    expect(reply.json.result).toEqual(await truth(filter))
    expect([reply.status, reply.headers.get('x-credits-cost'), reply.headers.get('x-served-by')]).toEqual([
      200,
      '255',
      'upstream',
    ])
    expect(await heldBytes()).toBe(0)
  })

  test('passes the bytes of every log as the node wrote them', async () => {
    const params = { fromBlock: '0x0', toBlock: hex(await head()) }
    const direct = await post(anvil.url, callOf('eth_getLogs', [params]))
    const resultText = (text: string) => text.slice(text.indexOf('"result":'))
    expect(resultText((await ask(params)).text)).toBe(resultText(direct.text))
  })

  test('never asks a provider for more blocks than it takes', async () => {
    await ask({ fromBlock: '0x0', toBlock: '0x6' })
    const widths = (proxy: FakeUpstream) =>
      logsAsked(proxy).map(({ fromBlock, toBlock }) => Number(toBlock) - Number(fromBlock) + 1)
    expect(Math.max(...widths(small))).toBeLessThanOrEqual(7)
    expect(Math.max(...widths(wide))).toBeLessThanOrEqual(10)
  })

  test('leaves a query by block hash whole', async () => {
    const { hash } = (await callNode(anvil.url, 'eth_getBlockByNumber', ['0x3', false])) as { hash: string }
    const before = logsAsked(small).length + logsAsked(wide).length
    expect((await ask({ blockHash: hash })).json.result).toEqual(await truth({ blockHash: hash }))
    expect(logsAsked(small).length + logsAsked(wide).length).toBe(before + 1)
  })

  test('asks the one that takes any range, where there is one, for what is too wide for the others', async () => {
    const filter = { fromBlock: '0x0', toBlock: 'latest' }
    const before = logsAsked(small).length
    expect((await ask(filter, 'both')).json.result).toEqual(await truth(filter))
    expect(logsAsked(small).length).toBe(before)
  })

  test('refuses what would take too many parts at once, free of charge, and says what it serves', async () => {
    await callNode(anvil.url, 'anvil_mine', ['0x20'])
    const before = logsAsked(small).length + logsAsked(wide).length
    const reply = await ask({ fromBlock: '0x0', toBlock: 'latest' })
    expect(reply.json.error).toEqual({
      code: -32602,
      message: `block range is too wide: ${(await head()) + 1} blocks, please limit the query to at most 80 blocks`,
      data: {
        name: 'block-range-too-wide',
        path: '/0',
        keyword: 'maxBlockRange',
        expected: 'A range of at most 80 blocks.',
        blocks: (await head()) + 1,
        limit: 80,
      },
    })
    expect([reply.status, reply.headers.get('x-credits-cost')]).toEqual([200, '0'])
    expect(logsAsked(small).length + logsAsked(wide).length).toBe(before)
  })

  test('refuses it in words from which an indexer takes the ranges that it asks for next', async () => {
    const transport = http(httpUrl(gateway, 'main', await gateway.addKey()), { retryCount: 0 })
    const client = createPublicClient({ transport })
    const filter = { fromBlock: hex(0), toBlock: hex(await head()) } as const
    const getLogs = (params: LogParams) => client.request({ method: 'eth_getLogs', params })
    const error: RpcError = await getLogs([filter]).then(
      () => undefined,
      (reason) => reason,
    )
    const ranges = getLogsRetryHelper({ error, params: [filter] }).ranges ?? []
    expect(ranges.length).toBe(2)
    const logs = await Promise.all(ranges.map((range) => getLogs([range])))
    expect(logs.flat()).toEqual(await truth(filter))
  })
})

test('trace_filter, whose pages no parts could make, is asked whole of any provider', async () => {
  const filter = { fromBlock: '0x0', toBlock: hex(await head()), after: 2, count: 3 }
  const { json } = await post(httpUrl(gateway, 'main', await gateway.addKey()), callOf('trace_filter', [filter]))
  expect(json.result).toHaveLength(3)
  expect(json.result).toEqual(await callNode(anvil.url, 'trace_filter', [filter]))
  const asked = [small, wide].flatMap(({ requests }) =>
    requests.filter(({ json: { method } }) => method === 'trace_filter'),
  )
  expect(asked.map(({ json: { params } }) => params)).toEqual([[filter]])
})

describe('more than 10,000 logs in parts', () => {
  let first: number
  beforeAll(async () => {
    first = (await head()) + 1
    // 6,000 logs are in one part, and further logs are in later parts.
    for (const count of [3_000, 3_000]) await emitter.emitTicks(count)
    await callNode(anvil.url, 'anvil_mine', ['0x9'])
    for (const count of [3_999, 1]) await emitter.emitTicks(count)
    await callNode(anvil.url, 'anvil_mine', ['0x9'])
    await emitter.emitTicks(1)
  })

  test('are refused with the widest range that fits, which is answered', async () => {
    const reply = await ask({ fromBlock: hex(first), toBlock: 'latest' })
    const last = await head()
    expect(reply.json.error).toEqual({
      code: -32005,
      message: 'query returned more than 10000 results',
      data: { name: 'too-many-results', from: hex(first), to: hex(last - 1), limit: 10_000 },
    })
    expect([reply.status, reply.headers.get('x-credits-cost')]).toEqual([200, '255'])
    const { from, to } = reply.json.error.data
    expect((await ask({ fromBlock: from, toBlock: to })).json.result).toHaveLength(10_000)
    expect(await heldBytes()).toBe(0)
  })

  test('in one block are refused as that block', async () => {
    full = await emitter.emitTicks(10_001)
    for (const filter of [{ fromBlock: full.blockNumber, toBlock: 'latest' }, { blockHash: full.blockHash }]) {
      const { json } = await ask(filter)
      expect(json.error.data).toEqual({
        name: 'too-many-results',
        from: null,
        to: null,
        limit: 10_000,
        block: full.blockNumber,
        reason: 'block_too_full',
      })
    }
    // One part alone has too many logs, behind parts that have some. The range ends before that
    // part.
    const { json } = await ask({ fromBlock: hex(first), toBlock: 'latest' })
    expect(json.error.data.from).toBe(hex(first))
    expect(Number(json.error.data.to)).toBeLessThan(Number(full.blockNumber))
    expect(await heldBytes()).toBe(0)
  })
})

test('the time limit is one for all parts, and ends them all', async () => {
  // Time passes in two rounds, and the third one would never end. A machine that is busy for
  // seconds begins no other number of rounds.
  let answered = 0
  const slow = await startProxy(anvil.url, ({ method }, answer) => {
    if (method !== 'eth_getLogs') return undefined
    return ++answered <= 8 ? { json: answer, delayMs: 2_000 } : { hang: true }
  })
  const desk = await startTestGateway({
    networks: { main: { upstreams: [{ name: 'slow', url: slow.url, maxBlockRange: 1 }], cache: false } },
  })
  const startedMs = performance.now()
  const spentMs = stopwatch()
  const reply = await post(
    httpUrl(desk, 'main', await desk.addKey()),
    callOf('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x14' }]),
  )
  const tookMs = performance.now() - startedMs
  expect(reply.json.error).toEqual({
    code: -32005,
    message: 'query timeout exceeded',
    data: { name: 'query-timeout' },
  })
  expect([reply.headers.get('x-credits-cost'), tookMs > 9_900, spentMs() < 11_500]).toEqual(['255', true, true])
  // Four requests at a time, in three rounds. The time limit ended the last round.
  expect(logsAsked(slow)).toHaveLength(12)
  await expectSoon(() => slow.abortedCount, 4)
  expect(await (await fetch(`${desk.adminUrl}/metrics`)).text()).toMatch(/^tollgate_held_answer_bytes 0$/m)
  await desk.stop()
  await slow.stop()
})

test('goes on in narrower parts with the others when the one that takes more fails', async () => {
  const filter = { fromBlock: '0x0', toBlock: '0x1e' }
  wide.setScript(() => ({ destroy: true }))
  expect((await ask(filter)).json.result).toEqual(await truth(filter))
  expect(await heldBytes()).toBe(0)
})
