import { isDeepStrictEqual } from 'node:util'
import { quantityOf } from '../../runtime/quantity.js'
import { keepNewest } from '../record/keep-newest.js'
import type { EvmBlocks } from './evm-blocks.js'
import type { Json, MakeResult } from './mock-chain.js'

/** Blocks of a range that have logs: the newest. */
const MOST_LOGS = 100
/** Logs kept for receipts; the oldest are dropped. */
const MOST_REMEMBERED = 10_000
/** Filters that blocks have logs for; later ones find only what others brought. */
const MOST_BROUGHT = 100

const MAX_TOPICS = 4
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const TOPIC = /^0x[0-9a-fA-F]{64}$/

/**
 * The logs of a mock chain. Each block has a log, and one more for each filter that was added
 * before the block. The mock cannot know which contracts an application expects, so a query that
 * finds nothing also gets a log for each block of its range.
 */
export class EvmLogs {
  private readonly brought: { readonly filter: Json; readonly since: number }[] = []
  private readonly byTransaction = new Map<string, Json>()

  constructor(private readonly blocks: EvmBlocks) {}

  /** Puts a log that fits the filter into each block from the next one on. */
  bring(filter: Json): void {
    const address = firstOf(filter.address, ADDRESS)
    const topics = listOf(filter.topics)
      .slice(0, MAX_TOPICS)
      .map((topic) => firstOf(topic, TOPIC))
    const brought = { address, topics }
    const isKnown = this.brought.some((one) => isDeepStrictEqual(one.filter, brought))
    if (isKnown || isOpen(brought) || this.brought.length === MOST_BROUGHT) return
    this.brought.push({ filter: brought, since: this.blocks.head() + 1 })
  }

  /** The logs that a filter object finds, in order. */
  find(filter: Json, make: MakeResult): Json[] {
    if (typeof filter.blockHash === 'string') {
      const number = this.blocks.blockOfHash(filter.blockHash)
      return number === undefined ? [] : this.findIn(number, filter.blockHash.toLowerCase(), filter, make)
    }
    const head = this.blocks.head()
    const from = this.blocks.numberOf(filter.fromBlock) ?? head
    const to = Math.min(head, this.blocks.numberOf(filter.toBlock) ?? head)
    const numbers = Array.from({ length: Math.min(MOST_LOGS, Math.max(0, to - from + 1)) }, (_, index) => to - index)
    return numbers.reverse().flatMap((number) => this.findIn(number, this.blocks.hashOf(number), filter, make))
  }

  /** The log of a transaction that was spoken of, if its block still stands. */
  ofTransaction(hash: string): Json | undefined {
    const log = this.byTransaction.get(hash.toLowerCase())
    return log && this.blocks.isCanonical(String(log.blockHash)) ? log : undefined
  }

  private findIn(number: number, blockHash: string, filter: Json, make: MakeResult): Json[] {
    const [template] = (make(`logs:${blockHash}`, 'eth_getLogs') ?? []) as Json[]
    if (template === undefined) return []
    const filters = [{}, ...this.brought.filter(({ since }) => since <= number).map((one) => one.filter)]
    const logs = filters.map((one, index) => this.logOf(template, { number, blockHash, index }, one))
    const found = isOpen(filter) ? logs : logs.filter((log) => isFound(log, filter))
    return found.length > 0 ? found : [this.logOf(template, { number, blockHash, index: logs.length }, filter)]
  }

  private logOf(
    template: Json,
    { number, blockHash, index }: { readonly number: number; readonly blockHash: string; readonly index: number },
    filter: Json,
  ): Json {
    const address = [filter.address ?? template.address].flat()[0]
    const topics = withAskedTopics(template.topics as readonly unknown[], filter.topics)
    const transactionHash = this.blocks.markedHash(number, JSON.stringify([address, topics]))
    const place = { blockHash, blockNumber: quantityOf(number), transactionHash }
    const [logIndex, transactionIndex] = [quantityOf(index), quantityOf(index)]
    const log = { ...template, address, topics, ...place, logIndex, transactionIndex, removed: false }
    keepNewest(this.byTransaction, transactionHash, log, MOST_REMEMBERED)
    return log
  }
}

/** True if a filter names neither an address nor a topic. */
const isOpen = ({ address, topics }: Json): boolean =>
  listOf([address, topics])
    .flat(2)
    .every((one) => (one ?? null) === null)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value, or the first of a list, if it is well-formed. */
const firstOf = (value: unknown, form: RegExp): string | undefined => {
  const [first] = [value].flat()
  return typeof first === 'string' && form.test(first) ? first.toLowerCase() : undefined
}

const isFound = (log: Json, { address, topics }: Json): boolean => {
  const logTopics = log.topics as readonly unknown[]
  return (
    isAmong(log.address, address) &&
    listOf(topics).every((topic, index) => isAmong(logTopics[index], topic) && index < logTopics.length)
  )
}

/** True if `wanted` is the value, a list that has it, or nothing. */
const isAmong = (value: unknown, wanted: unknown): boolean => {
  const all = [wanted ?? []].flat()
  return all.length === 0 || all.some((one) => String(one).toLowerCase() === String(value).toLowerCase())
}

/** A log's topics, replaced by those that a filter requires. */
const withAskedTopics = (topics: readonly unknown[], filter: unknown): unknown[] => {
  const asked = listOf(filter).map((topic) => (Array.isArray(topic) ? topic[0] : topic))
  return Array.from({ length: Math.max(topics.length, asked.length) }, (_, index) => asked[index] ?? topics[index])
}
