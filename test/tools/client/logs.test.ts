import { EvmClient } from '../../../generated/client/src/index.js'
import { type AnsweringServer, startServer } from './answering-server.js'

interface Filter {
  readonly fromBlock?: string
  readonly toBlock?: string
}

/**
 * A chain that has so many logs in each block, behind a gateway with a limit of results, of blocks,
 * or of time.
 */
interface Chain {
  readonly logs: readonly number[]
  readonly maxResults?: number
  readonly maxBlocks?: number
  /** Ranges of more blocks than this take too long. */
  readonly slowBlocks?: number
}

const numberOf = (block: string | undefined, head: number): number =>
  block?.startsWith('0x') ? Number(block) : block === 'earliest' ? 0 : head

const hex = (value: number) => `0x${value.toString(16)}`

/** The answer to one filter as the gateway gives it, member for member. */
const search = (chain: Chain, { fromBlock, toBlock }: Filter): object => {
  const head = chain.logs.length - 1
  const [from, to] = [numberOf(fromBlock, head), numberOf(toBlock, head)]
  const { maxResults = Number.POSITIVE_INFINITY, maxBlocks = Number.POSITIVE_INFINITY, slowBlocks = maxBlocks } = chain
  const refusal = (code: number, name: string, data: object) => ({
    error: { code, message: name, data: { name, ...data } },
  })
  if (to - from + 1 > maxBlocks)
    return refusal(-32602, 'block-range-too-wide', {
      path: '/0',
      keyword: 'maxBlockRange',
      expected: '',
      blocks: to - from + 1,
      limit: maxBlocks,
    })
  if (to - from + 1 > slowBlocks) return refusal(-32005, 'query-timeout', {})
  const counts = chain.logs.slice(from, to + 1)
  if (counts.reduce((sum, count) => sum + count, 0) <= maxResults)
    return { result: counts.flatMap((count, index) => Array(count).fill({ blockNumber: hex(from + index) })) }
  if (counts[0]! > maxResults)
    return refusal(-32005, 'too-many-results', {
      from: null,
      to: null,
      limit: maxResults,
      block: hex(from),
      reason: 'block_too_full',
    })
  let [end, sum] = [from, 0]
  while (sum + chain.logs[end]! <= maxResults) sum += chain.logs[end++]!
  return refusal(-32005, 'too-many-results', { from: hex(from), to: hex(end - 1), limit: maxResults })
}

const serve = (chain: Chain): Promise<AnsweringServer> =>
  startServer((text) => {
    const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: [Filter] }
    const answer = method === 'eth_blockNumber' ? { result: hex(chain.logs.length - 1) } : search(chain, params[0])
    return { text: JSON.stringify({ jsonrpc: '2.0', id, ...answer }) }
  })

const read = async (chain: Chain, filter: object) => {
  const server = await serve(chain)
  const client = new EvmClient({ url: server.httpUrl })
  const blocks: number[] = []
  try {
    for await (const logs of client.logs(filter)) blocks.push(...logs.map(({ blockNumber }) => Number(blockNumber)))
    return { blocks, calls: server.received.length }
  } finally {
    client.close()
    await server.close()
  }
}

const allOf = ({ logs }: Chain, from = 0, to = logs.length - 1) =>
  logs.flatMap((count, block) => (block < from || block > to ? [] : (Array(count).fill(block) as number[])))

describe('the logs of a filter', () => {
  const some = { logs: Array.from({ length: 200 }, (_, block) => (block * 7) % 11) }

  test('are one call where that is enough', async () => {
    expect(await read(some, { fromBlock: 'earliest' })).toEqual({ blocks: allOf(some), calls: 1 })
  })

  test.each([
    ['many results', { ...some, maxResults: 40 }],
    ['wide ranges', { ...some, maxBlocks: 30 }],
    ['slow ranges', { ...some, slowBlocks: 20 }],
    ['all of these', { ...some, maxResults: 60, maxBlocks: 40, slowBlocks: 13 }],
  ])('follow the ranges that are served, where the gateway refuses %s', async (_, chain) => {
    const { blocks, calls } = await read(chain, { fromBlock: 'earliest', toBlock: 'latest' })
    expect(blocks).toEqual(allOf(chain))
    expect(calls).toBeLessThan(60)
    expect((await read(chain, { fromBlock: '0x5', toBlock: '0x80' })).blocks).toEqual(allOf(chain, 5, 128))
  })

  test('end with the error where one block alone is too much', async () => {
    const full = { logs: [1, 2, 90, 1], maxResults: 50 }
    await expect(read(full, { fromBlock: 'earliest' })).rejects.toMatchObject({
      name: 'too-many-results',
      data: { block: '0x2', to: null },
    })
  })

  test('end with the error where a range of one block is too wide', async () => {
    const server = await startServer((text) => {
      const { id, method } = JSON.parse(text) as { id: number; method: string }
      if (method === 'eth_blockNumber') return { text: `{"jsonrpc":"2.0","id":${id},"result":"0x1"}` }
      const error = { code: -32602, message: 'x', data: { name: 'block-range-too-wide', blocks: 1, limit: 1 } }
      return { text: JSON.stringify({ jsonrpc: '2.0', id, error }) }
    })
    const client = new EvmClient({ url: server.httpUrl })
    await expect(client.logs({ fromBlock: '0x0' }).next()).rejects.toMatchObject({ name: 'block-range-too-wide' })
    expect(server.received.length).toBeLessThan(10)
    client.close()
    await server.close()
  })

  test('end with the error of anything else, and where only a node knows the range', async () => {
    await expect(read({ ...some, maxResults: 40 }, { fromBlock: 'earliest', toBlock: 'safe' })).rejects.toMatchObject({
      name: 'too-many-results',
    })
    const server = await startServer(() => ({ text: '<html>', status: 502 }))
    const client = new EvmClient({ url: server.httpUrl })
    await expect(client.logs({}).next()).rejects.toMatchObject({ reason: 'bad-answer' })
    client.close()
    await server.close()
  })
})
