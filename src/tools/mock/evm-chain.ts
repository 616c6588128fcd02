import type { Position } from '../../contract/contract.js'
import { isObject } from '../../runtime/is-object.js'
import { quantityOf } from '../../runtime/quantity.js'
import { METHOD_NOT_FOUND } from '../../wire/jsonrpc/error-codes.js'
import { EvmBlocks, FINALIZED_BEHIND } from './evm-blocks.js'
import { EvmFilters } from './evm-filters.js'
import { EvmLogs } from './evm-logs.js'
import { EvmStreams } from './evm-streams.js'
import {
  type AnsweredCall,
  type ChainAnswer,
  type Json,
  type MakeResult,
  type MockChain,
  type MockClock,
  type MockStream,
  nodeError,
  type SocketRules,
} from './mock-chain.js'

const WORD_DIGITS = 64
/** As geth does. */
const EVM_SOCKET: SocketRules = {
  notification: () => 'eth_subscription',
  idOf: quantityOf,
  unknownId: nodeError(-32_000, 'subscription not found'),
  answersCalls: true,
}
/** geth's error for a missing block. */
const HEADER_NOT_FOUND = nodeError(-32_000, 'header not found')

/** Members of a header that clients read as so many digits; schemas of nodes' answers are wider. */
const HEADER_DIGITS: Readonly<Record<string, number>> = {
  sha3Uncles: WORD_DIGITS,
  transactionsRoot: WORD_DIGITS,
  receiptsRoot: WORD_DIGITS,
  withdrawalsRoot: WORD_DIGITS,
  parentBeaconBlockRoot: WORD_DIGITS,
  requestsHash: WORD_DIGITS,
  mixHash: WORD_DIGITS,
  logsBloom: 512,
  nonce: 16,
  extraData: WORD_DIGITS,
}

/** A node of an EVM chain, with consistent blocks, logs, receipts and transactions. */
export class EvmMockChain implements MockChain {
  private readonly blocks: EvmBlocks
  private readonly filters: EvmFilters
  private readonly logs: EvmLogs
  private readonly streams: EvmStreams
  readonly socketRules = EVM_SOCKET

  constructor(
    private readonly chainId: number,
    seed: string,
    clock: MockClock,
  ) {
    this.blocks = new EvmBlocks(seed, clock)
    this.logs = new EvmLogs(this.blocks)
    this.streams = new EvmStreams(this.blocks)
    this.filters = new EvmFilters(this.blocks, this.logs)
  }

  answer(method: string, params: readonly unknown[], make?: MakeResult): ChainAnswer | undefined {
    switch (method) {
      case 'eth_chainId':
        return { result: quantityOf(this.chainId) }
      case 'net_version':
        return { result: String(this.chainId) }
      case 'eth_blockNumber':
        return { result: quantityOf(this.blocks.head()) }
      case 'eth_syncing':
        return { result: false }
      case 'eth_getBlockByNumber':
        return this.blockAnswer(params[0], make !== undefined)
      case 'eth_getBlockByHash':
        return this.blocks.isCanonical(String(params[0])) ? undefined : { result: null }
      case 'eth_getTransactionByHash':
        return this.blocks.blockOfHash(String(params[0])) === undefined ? { result: null } : undefined
      case 'eth_getLogs':
        return make && { result: this.logs.find(isObject(params[0]) ? params[0] : {}, make) }
      case 'eth_getTransactionReceipt':
        return make && { result: this.receiptOf(String(params[0]), make) }
      case 'eth_sendRawTransaction':
        return { result: this.streams.sent(this.blocks.send(params[0])) }
      case 'eth_getStorageAt':
        return (
          this.refusal({ kind: 'block', param: 2 }, params) ??
          (make && { result: inDigits(make(JSON.stringify(params)), WORD_DIGITS) })
        )
      default:
        return make && this.filters.answer(method, params, make)
    }
  }

  refusal(position: Position, params: readonly unknown[]): ChainAnswer | undefined {
    if (position.kind !== 'block' || position.param === undefined) return undefined
    const number = this.blocks.numberOf(params[position.param])
    return number === undefined || number > this.blocks.head() ? HEADER_NOT_FOUND : undefined
  }

  place(result: unknown, { position, params, named }: AnsweredCall): unknown {
    const asked = params[position.param ?? 0]
    const isNumber = position.kind === 'block' || named.transactionHash !== undefined || named.blockHash !== undefined
    const number = (isNumber ? this.blocks.numberOf(asked) : undefined) ?? this.blocks.head() - FINALIZED_BEHIND
    return this.placed(result, number, named, params.includes(true))
  }

  subscribe(method: string, params: readonly unknown[], make: MakeResult): MockStream | ChainAnswer | undefined {
    if (method !== 'eth_subscribe') return undefined
    const [kind, isWhole] = params
    if (kind === 'newHeads') return this.streams.heads((number) => this.headerOf(number, make))
    if (kind === 'newPendingTransactions')
      return this.streams.pending((hash) => (isWhole === true ? this.pendingTransaction(hash, make) : hash))
    return nodeError(METHOD_NOT_FOUND, `no "${kind}" subscription in eth namespace`)
  }

  announceHeads(blocks: number, times: number): void {
    this.streams.announceHeads(blocks, times)
  }

  reorganize(depth: number): void {
    this.blocks.reorganize(depth)
  }

  bringLogs(filter: Json): void {
    this.logs.bring(filter)
  }

  /**
   * The health poll requests blocks whether or not the contract has the method: undefined if a
   * schema describes more of them.
   */
  private blockAnswer(block: unknown, hasSchema: boolean): ChainAnswer | undefined {
    const number = this.blocks.numberOf(block)
    if (number === undefined || number > this.blocks.head()) return { result: null }
    return hasSchema ? undefined : { result: this.blocks.block(number) }
  }

  private headerOf(number: number, make: MakeResult): unknown {
    const made = make(`head:${number}`, 'eth_getBlockByNumber')
    if (!isObject(made)) return this.blocks.block(number)
    const { transactions: _t, uncles: _u, size: _s, ...header } = this.placed(made, number, {}, false) as Json
    return header
  }

  private pendingTransaction(hash: string, make: MakeResult): unknown {
    const made = make(`eth_getTransactionByHash:${JSON.stringify([hash])}`, 'eth_getTransactionByHash')
    if (!isObject(made)) return hash
    const placed = this.placed(made, this.blocks.head(), { transactionHash: hash }, false) as Json
    return { ...placed, blockHash: null, blockNumber: null, transactionIndex: null }
  }

  private receiptOf(transactionHash: string, make: MakeResult): unknown {
    const number = this.blocks.blockOfHash(transactionHash)
    if (number === undefined) return null
    const made = this.placed(make(`receipt:${transactionHash}`), number, { transactionHash }, false) as Json
    const log = this.logs.ofTransaction(transactionHash)
    return { ...made, status: '0x1', ...(log && { logs: [log], transactionIndex: log.transactionIndex }) }
  }

  /** Adapts a value to block `number`, and inserts the values that the call gave by name. */
  private placed(value: unknown, number: number, named: Readonly<Record<string, string>>, isWhole: boolean): unknown {
    if (Array.isArray(value)) return value.map((item) => this.placed(item, number, named, isWhole))
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([name, member]) => [name, this.placed(member, number, named, isWhole)])
    const placed: Record<string, unknown> = Object.fromEntries(members)
    if ('parentHash' in placed && 'number' in placed) {
      for (const [name, digits] of Object.entries(HEADER_DIGITS))
        if (typeof placed[name] === 'string') placed[name] = inDigits(placed[name], digits)
      Object.assign(placed, this.blocks.block(number))
    }
    if ('chainId' in placed) Object.assign(placed, { chainId: quantityOf(this.chainId), type: '0x2' })
    if ('blockHash' in placed) placed.blockHash = this.blocks.hashOf(number)
    if ('blockNumber' in placed) placed.blockNumber = quantityOf(number)
    // The hash of a transaction identifies it, and its receipt and logs.
    for (const name of 'parentHash' in placed ? [] : ['hash', 'transactionHash'])
      if (typeof placed[name] === 'string')
        placed[name] = named.transactionHash ?? this.blocks.markedHash(number, String(placed[name]))
    if (Array.isArray(placed.transactions)) placed.transactions = this.listed(placed.transactions, number, isWhole)
    for (const [name, asked] of Object.entries(named)) if (name in placed) placed[name] = asked
    return placed
  }

  /** Hashes only, unless the call requests whole transactions. */
  private listed(transactions: readonly unknown[], number: number, isWhole: boolean): unknown[] {
    if (isWhole) return transactions.filter(isObject)
    return transactions.map((one) => (isObject(one) ? one.hash : this.blocks.markedHash(number, String(one))))
  }
}

const inDigits = (value: unknown, digits: number): string =>
  `0x${String(value).slice(2).padStart(digits, '0').slice(-digits)}`
