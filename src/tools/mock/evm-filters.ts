import { isObject } from '../../runtime/is-object.js'
import { quantityOf } from '../../runtime/quantity.js'
import { keepNewest } from '../record/keep-newest.js'
import type { EvmBlocks } from './evm-blocks.js'
import type { EvmLogs } from './evm-logs.js'
import { pendingHash } from './evm-streams.js'
import { type ChainAnswer, type MakeResult, nodeError } from './mock-chain.js'

/** Maximum number of filters; the oldest is dropped, as nodes drop unused filters. */
const MOST_FILTERS = 1_000
/** Blocks that one answer covers: the newest. */
const MOST_BLOCKS = 100
const NOT_FOUND = nodeError(-32_000, 'filter not found')

interface MockFilter {
  /** The newest block of the last answer. */
  seen: number
  readonly found: (from: number, to: number, make: MakeResult) => unknown[]
  /** The filter object of eth_newFilter. */
  readonly logs?: Readonly<Record<string, unknown>>
}

/** Filters of logs, blocks and pending transactions, as a node keeps them. */
export class EvmFilters {
  private readonly filters = new Map<string, MockFilter>()
  private madeCount = 0

  constructor(
    private readonly blocks: EvmBlocks,
    private readonly logs: EvmLogs,
  ) {}

  /** The answer to a method of filters; undefined for another method. */
  answer(method: string, params: readonly unknown[], make: MakeResult): ChainAnswer | undefined {
    switch (method) {
      case 'eth_newFilter':
        return this.make(this.ofLogs(isObject(params[0]) ? params[0] : {}))
      case 'eth_newBlockFilter':
        return this.make(this.ofEach((number) => this.blocks.hashOf(number)))
      case 'eth_newPendingTransactionFilter':
        return this.make(this.ofEach((number) => pendingHash(this.blocks, number)))
      case 'eth_getFilterChanges':
        return this.changes(this.filters.get(String(params[0])), make)
      case 'eth_getFilterLogs': {
        const logs = this.filters.get(String(params[0]))?.logs
        return logs === undefined ? NOT_FOUND : { result: this.logs.find(logs, make) }
      }
      case 'eth_uninstallFilter':
        return { result: this.filters.delete(String(params[0])) }
      default:
        return undefined
    }
  }

  private make(filter: MockFilter): ChainAnswer {
    const id = quantityOf(++this.madeCount)
    keepNewest(this.filters, id, filter, MOST_FILTERS)
    return { result: id }
  }

  private ofEach(one: (number: number) => string): MockFilter {
    const found = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => one(from + index))
    return { seen: this.blocks.head(), found }
  }

  private ofLogs({ blockHash: _, ...logs }: Readonly<Record<string, unknown>>): MockFilter {
    const found = (from: number, to: number, make: MakeResult) => {
      const first = logs.fromBlock === undefined ? from : Math.max(from, this.blocks.numberOf(logs.fromBlock) ?? from)
      const last = logs.toBlock === undefined ? to : Math.min(to, this.blocks.numberOf(logs.toBlock) ?? to)
      return first > last
        ? []
        : this.logs.find({ ...logs, fromBlock: quantityOf(first), toBlock: quantityOf(last) }, make)
    }
    return { seen: this.blocks.head(), found, logs }
  }

  private changes(filter: MockFilter | undefined, make: MakeResult): ChainAnswer {
    if (filter === undefined) return NOT_FOUND
    const head = this.blocks.head()
    const from = Math.max(filter.seen, head - MOST_BLOCKS) + 1
    filter.seen = head
    return { result: from > head ? [] : filter.found(from, head, make) }
  }
}
