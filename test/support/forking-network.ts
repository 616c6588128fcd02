import type { AnswerSink } from '../../src/server/upstreams/transport/transport.js'
import type { Upstream } from '../../src/server/upstreams/upstream.js'
import { joined } from '../../src/wire/jsonrpc/write-reply.js'
import { quietUpstream } from './upstream.js'

/**
 * A block of the model. Its storage value is its own hash, so that a stale answer is seen at once.
 */
export interface ModelBlock {
  readonly number: number
  readonly hash: string
  /** The transaction it includes. */
  readonly transaction: string
}

/**
 * A question that a node has received: `compute` makes its answer from the node's chain as it is
 * then, `deliver` sends it.
 */
interface Pending {
  compute(): void
  deliver(): void
}

/** One node: its own view of the chain, and the highest block that it knows to be final. */
export interface ModelNode {
  readonly upstream: Upstream
  chain: ModelBlock[]
  finalized: number
}

const hex = (number: number | bigint): string => `0x${number.toString(16)}`
const hash32 = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** Transactions that compete for blocks: the same one may be in another block of another fork. */
export const TRANSACTIONS = [1, 2, 3, 4, 5, 6].map((number) => hash32(0xabc000 + number))
const BLOOM = `0x${'00'.repeat(256)}`
const ADDRESS = `0x${'5f'.repeat(20)}`

const logOf = ({ number, hash, transaction }: ModelBlock) => ({
  removed: false,
  logIndex: '0x0',
  transactionIndex: '0x0',
  transactionHash: transaction,
  blockHash: hash,
  blockNumber: hex(number),
  address: ADDRESS,
  data: '0x',
  topics: [],
})

const receiptOf = (block: ModelBlock) => ({
  blockHash: block.hash,
  blockNumber: hex(block.number),
  contractAddress: null,
  cumulativeGasUsed: '0x1',
  effectiveGasPrice: '0x1',
  from: ADDRESS,
  gasUsed: '0x1',
  logs: [],
  logsBloom: BLOOM,
  status: '0x1',
  to: ADDRESS,
  transactionHash: block.transaction,
  transactionIndex: '0x0',
  type: '0x0',
})

/**
 * A network whose nodes are on forks of their own until they sync, with one chain that becomes
 * final bit by bit. A node never leaves what it knows to be final, but may not know yet that it is
 * on a fork that will never be.
 */
export class ForkingNetwork {
  readonly nodes: ModelNode[]
  /** The chain as far as it is final: what every kept answer must agree with for ever. */
  readonly final: ModelBlock[]
  readonly pending: Pending[] = []
  private readonly known = new Map<string, ModelBlock>()
  private count = 0

  constructor(size: number) {
    const genesis = this.newBlock(0, 0)
    this.final = [genesis]
    this.nodes = Array.from({ length: size }, (_, index) => this.newNode(`node-${index}`, genesis))
  }

  extend(index: number, seed: number): void {
    const { chain } = this.node(index)
    chain.push(this.newBlock(chain.length, seed))
  }

  /** Replaces the last blocks, those that the node knows to be final excepted. */
  reorganize(index: number, depth: number, seed: number): void {
    const node = this.node(index)
    const kept = Math.max(node.finalized + 1, node.chain.length - depth)
    const { length } = node.chain
    node.chain.length = kept
    while (node.chain.length < length) this.extend(index, seed + node.chain.length)
  }

  /** Takes over another node's chain, if that does not contradict what is known to be final. */
  sync(index: number, from: number): void {
    const [node, other] = [this.node(index), this.node(from)]
    if (other.chain[node.finalized]?.hash === node.chain[node.finalized]?.hash) node.chain = [...other.chain]
  }

  /** A node's chain becomes final, but for its last blocks: if it does not contradict what is. */
  finalize(index: number, behind: number): void {
    const { chain } = this.node(index)
    if (chain[this.final.length - 1]?.hash !== this.final.at(-1)!.hash) return
    for (let number = this.final.length; number < chain.length - behind; number++) this.final.push(chain[number]!)
  }

  /** A node learns how far its own chain is final, and its poll says so. */
  learn(index: number): void {
    const node = this.node(index)
    while (
      node.chain[node.finalized + 1] !== undefined &&
      node.chain[node.finalized + 1] === this.final[node.finalized + 1]
    )
      node.finalized++
    node.upstream.health.finalized = BigInt(node.finalized)
  }

  private node(index: number): ModelNode {
    return this.nodes[index % this.nodes.length]!
  }

  private newBlock(number: number, seed: number): ModelBlock {
    const block = { number, hash: hash32(++this.count), transaction: TRANSACTIONS[seed % TRANSACTIONS.length]! }
    this.known.set(block.hash, block)
    return block
  }

  private newNode(name: string, genesis: ModelBlock): ModelNode {
    const node: ModelNode = {
      chain: [genesis],
      finalized: 0,
      upstream: quietUpstream({ nowMs: 0 }, name, {
        isPolled: false,
        transport: {
          exchange: (body, sink) => {
            this.pending.push(this.pendingOf(node, joined(body).toString(), sink))
            return { resume: () => {}, abort: () => {} }
          },
          doubtIdle: () => {},
          close: async () => {},
        },
      }),
    }
    return node
  }

  private pendingOf(node: ModelNode, body: string, sink: AnswerSink): Pending {
    let text: string | undefined
    const compute = () => {
      text ??= this.answer(node, JSON.parse(body))
    }
    return {
      compute,
      deliver: () => {
        compute()
        sink.head(200, undefined, 1)
        sink.chunk(Buffer.from(`{"jsonrpc":"2.0","id":1,${text}}`))
        sink.end()
      },
    }
  }

  private answer({ chain }: ModelNode, { method, params }: { method: string; params: readonly unknown[] }): string {
    const result = (value: unknown) => `"result":${JSON.stringify(value)}`
    if (method === 'eth_getTransactionReceipt') {
      const block = chain.find(({ transaction }) => transaction === params[0])
      return result(block === undefined ? null : receiptOf(block))
    }
    if (method === 'eth_getLogs') {
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      // As nodes do: what is above the head is simply not there.
      return result(chain.slice(Number(fromBlock), Number(toBlock) + 1).map(logOf))
    }
    const block = params[2] as string
    const found = block.length === 66 ? this.known.get(block) : chain[Number(block)]
    return found === undefined ? '"error":{"code":-32000,"message":"header not found"}' : result(found.hash)
  }
}
