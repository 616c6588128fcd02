import { createHash } from 'node:crypto'
import type { Position } from '../contracts/contract.js'
import {
  type AnsweredCall,
  type ChainAnswer,
  isRecord,
  type MockChain,
  type MockClock,
  nodeError,
} from './mock-chain.js'

/** The mock's chain starts here: the blocks of the contract's examples are behind it. */
const FIRST_HEAD = 25_000_000
/** How far the blocks that can no longer change are behind the newest, as on Ethereum. */
const FINALIZED_BEHIND = 64
const HASH_DIGITS = 64
/** The last digits of a block's hash are its number, so that a hash that comes back is known. */
const NUMBER_DIGITS = 12
/** geth's words for a block that it does not have. */
const HEADER_NOT_FOUND = nodeError(-32_000, 'header not found')

const hex = (number: number): string => `0x${number.toString(16)}`

/** An EVM chain that grows by a block every `blockTimeMs`, with nothing kept: what a block is follows from its number and the seed. */
export class EvmMockChain implements MockChain {
  constructor(
    private readonly chainId: number,
    private readonly seed: string,
    private readonly clock: MockClock,
  ) {}

  answer(method: string, params: readonly unknown[]): ChainAnswer | undefined {
    switch (method) {
      case 'eth_chainId':
        return { result: hex(this.chainId) }
      case 'net_version':
        return { result: String(this.chainId) }
      case 'eth_blockNumber':
        return { result: hex(this.head()) }
      case 'eth_syncing':
        return { result: false }
      case 'eth_getBlockByNumber': {
        // The health poll asks for blocks whether or not the contract has the method.
        const number = this.numberOf(params[0])
        return number === undefined || number > this.head() ? { result: null } : undefined
      }
      case 'eth_getBlockByHash':
        return this.numberOf(params[0]) === undefined ? { result: null } : undefined
      default:
        return undefined
    }
  }

  refusal(position: Position, params: readonly unknown[]): ChainAnswer | undefined {
    if (position.kind !== 'block' || position.param === undefined) return undefined
    const number = this.numberOf(params[position.param])
    return number === undefined || number > this.head() ? HEADER_NOT_FOUND : undefined
  }

  place(result: unknown, call: AnsweredCall): unknown {
    const range = this.rangeOf(call)
    if (!Array.isArray(result)) return this.placed(result, range.to, call)
    // In order, none outside of what was asked for.
    return result.map((item, index) => {
      const number = Math.min(range.to, range.from + index)
      const placed = this.placed(item, number, call)
      return isRecord(placed) && 'logIndex' in placed ? { ...placed, logIndex: hex(index) } : placed
    })
  }

  /** The least that the health poll asks of a block. */
  block(number: number): Record<string, unknown> {
    const [hash, parentHash] = [this.hashOf(number), this.hashOf(number - 1)]
    return {
      number: hex(number),
      hash,
      parentHash,
      stateRoot: this.rootOf(number),
      timestamp: hex(this.timeOf(number)),
    }
  }

  private head(): number {
    return FIRST_HEAD + this.clock.blocksSinceStart()
  }

  private timeOf(number: number): number {
    return Math.floor((this.clock.startedAtMs + (number - FIRST_HEAD) * this.clock.blockTimeMs) / 1_000)
  }

  private hashOf(number: number): string {
    const digest = createHash('sha256').update(`${this.seed}:${number}`).digest('hex')
    return `0x${digest.slice(0, HASH_DIGITS - NUMBER_DIGITS)}${number.toString(16).padStart(NUMBER_DIGITS, '0')}`
  }

  private rootOf(number: number): string {
    return `0x${createHash('sha256').update(`${this.seed}:state:${number}`).digest('hex')}`
  }

  /** The number of a block, a tag, a hash of this chain or an object with one of them; undefined when this chain has no such block. */
  private numberOf(block: unknown): number | undefined {
    if (isRecord(block)) return this.numberOf(block.blockNumber ?? block.blockHash)
    if (typeof block !== 'string') return this.head()
    if (block === 'earliest') return 0
    if (block === 'finalized' || block === 'safe') return this.head() - FINALIZED_BEHIND
    if (!block.startsWith('0x')) return this.head()
    if (block.length < HASH_DIGITS) return Number(block)
    const number = Number.parseInt(block.slice(-NUMBER_DIGITS), 16)
    return this.hashOf(number) === block.toLowerCase() ? number : undefined
  }

  /** The blocks that a call speaks of; of one that speaks of none, the newest final one. */
  private rangeOf({ position, params }: AnsweredCall): { readonly from: number; readonly to: number } {
    const asked = position.param === undefined ? params[0] : params[position.param]
    if (position.kind === 'block-range' && isRecord(asked)) {
      const [from, to] = [asked.blockHash ?? asked.fromBlock, asked.blockHash ?? asked.toBlock]
      return { from: this.numberOf(from) ?? this.head(), to: Math.min(this.head(), this.numberOf(to) ?? this.head()) }
    }
    const isBlock = position.kind === 'block' || (typeof asked === 'string' && this.numberOf(asked) !== undefined)
    const number = (isBlock ? this.numberOf(asked) : undefined) ?? this.head() - FINALIZED_BEHIND
    return { from: number, to: number }
  }

  /** The value with what it says of its block made to fit block `number`, and what the call asked for by name put in. */
  private placed(value: unknown, number: number, call: AnsweredCall): unknown {
    if (Array.isArray(value)) return value.map((item) => this.placed(item, number, call))
    if (!isRecord(value)) return value
    const members = Object.entries(value).map(([name, member]) => [name, this.placed(member, number, call)])
    const placed: Record<string, unknown> = Object.fromEntries(members)
    if ('parentHash' in placed && 'number' in placed) Object.assign(placed, this.block(number))
    // Hashes only, unless the call asks for whole transactions.
    if (Array.isArray(placed.transactions))
      placed.transactions = listed(placed.transactions, call.params.includes(true))
    if ('chainId' in placed) Object.assign(placed, { chainId: hex(this.chainId), type: '0x2' })
    if ('blockHash' in placed) placed.blockHash = this.hashOf(number)
    if ('blockNumber' in placed) placed.blockNumber = hex(number)
    for (const [name, asked] of Object.entries(call.named)) if (name in placed) placed[name] = asked
    if (Array.isArray(placed.topics)) placed.topics = withAskedTopics(placed.topics, call.params)
    // A transaction is told by its own hash, and what it left by the hash of the transaction.
    if ('blockHash' in placed && 'hash' in placed && call.named.transactionHash !== undefined)
      placed.hash = call.named.transactionHash
    if ('status' in placed && 'cumulativeGasUsed' in placed) placed.status = '0x1'
    return placed
  }
}

/** A log's topics with those that a filter asks for in their places. */
const withAskedTopics = (topics: readonly unknown[], params: readonly unknown[]): unknown[] => {
  const filter = params.find((param) => isRecord(param) && Array.isArray(param.topics)) as
    | { topics: unknown[] }
    | undefined
  const asked = (filter?.topics ?? []).map((topic) => (Array.isArray(topic) ? topic[0] : topic))
  return Array.from({ length: Math.max(topics.length, asked.length) }, (_, index) => asked[index] ?? topics[index])
}

const listed = (transactions: readonly unknown[], isWhole: boolean): unknown[] =>
  isWhole ? transactions.filter(isRecord) : transactions.map((one) => (isRecord(one) ? one.hash : one))
