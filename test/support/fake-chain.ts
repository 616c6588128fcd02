import { type FakeReply, type FakeUpstream, startFakeUpstream } from './fake-upstream.js'

/** Facts of a fake EVM node's chain; a test may change them while the node runs. */
export interface ChainFacts {
  chainId: number | 'unknown'
  head: number
  finalized: number
  /** Part of every block's hash, so that two histories differ. */
  fork: string
  /** Added to the number in its answers to eth_blockNumber, and in its newest block. */
  lie: number
  /** Answers nothing at all. */
  isFrozen: boolean
  /** Answers only the gateway's own questions; anything else with HTTP 500. */
  isBroken: boolean
  delayMs: number
  /** Results of other methods. */
  answers: Readonly<Record<string, unknown>>
}

export interface FakeChainNode extends FakeUpstream {
  readonly facts: ChainFacts
  /** Returns the number of requests received for a method, including those of the poll. */
  asked(method: string): number
}

const hex = (number: number) => `0x${number.toString(16)}`
/** A storage value, and that of erigon for a block that it lacks: its newest state had none. */
const STORAGE_RESULT = `"0x${'00'.repeat(31)}01"`
const EMPTY_STORAGE_RESULT = `"0x${'00'.repeat(32)}"`

/** Starts a fake node of an EVM chain, on a free port or on this one. */
export const startChainNode = async (facts: Partial<ChainFacts> = {}, port = 0): Promise<FakeChainNode> => {
  const chain: ChainFacts = {
    chainId: 1,
    head: 1_000,
    finalized: 900,
    fork: 'a',
    lie: 0,
    isFrozen: false,
    isBroken: false,
    delayMs: 0,
    answers: {},
    ...facts,
  }
  const hashOf = (number: number) => `0x${Buffer.from(`${chain.fork}:${number}`).toString('hex').padStart(64, '0')}`
  const blockOf = (tag: string) => {
    const isNewest = tag === 'latest'
    const number = isNewest ? chain.head : tag === 'finalized' ? chain.finalized : Number(tag)
    if (number > chain.head) return null
    return {
      number: hex(number + (isNewest ? chain.lie : 0)),
      hash: hashOf(number),
      parentHash: hashOf(number - 1),
      stateRoot: hashOf(number),
      timestamp: hex(1_700_000_000 + number * 12),
    }
  }
  const blockByHash = (hash: string) => {
    const [fork, number] = Buffer.from(hash.slice(2), 'hex').toString().replaceAll('\0', '').split(':')
    return fork === chain.fork ? blockOf(hex(Number(number))) : null
  }
  const result = (value: unknown): FakeReply => ({ resultText: JSON.stringify(value), delayMs: chain.delayMs })
  /** One log in the last block of the range; none if the node does not have that block. */
  const logsTo = (toBlock: string) => {
    const block = blockOf(toBlock)
    const place = { transactionHash: hashOf(0), transactionIndex: '0x0', logIndex: '0x0', removed: false }
    const of = block === null ? [] : [{ blockNumber: block.number, blockHash: block.hash, ...place }]
    return of.map((log) => ({ address: `0x${'5f'.repeat(20)}`, topics: [], data: '0x', ...log }))
  }
  const answer = (method: string, params: unknown[]): FakeReply => {
    if (method === 'eth_blockNumber') return result(hex(chain.head + chain.lie))
    if (method === 'eth_getBlockByNumber') return result(blockOf(params[0] as string))
    if (method === 'eth_getBlockByHash') return result(blockByHash(params[0] as string))
    if (method === 'eth_getLogs') return result(logsTo((params[0] as { toBlock: string }).toBlock))
    if (method === 'eth_chainId') {
      if (chain.chainId !== 'unknown') return result(hex(chain.chainId))
      return { json: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no such method' } } }
    }
    if (method in chain.answers) return result(chain.answers[method])
    if (chain.isBroken) return { raw: 'oops', status: 500 }
    const isLacking = method === 'eth_getStorageAt' && Number(params[2]) > chain.head
    return { resultText: isLacking ? EMPTY_STORAGE_RESULT : STORAGE_RESULT, delayMs: chain.delayMs }
  }
  const node = await startFakeUpstream(async ({ json }) => {
    // Like a stopped process, it answers the requests received until then when it goes on.
    while (chain.isFrozen) await new Promise((resolve) => setTimeout(resolve, 10))
    return answer(json.method, json.params)
  }, port)
  return Object.assign(Object.create(node) as FakeUpstream, {
    facts: chain,
    asked: (method: string) => node.requests.filter(({ json }) => json.method === method).length,
    stop: () => {
      chain.isFrozen = false
      return node.stop()
    },
  })
}
