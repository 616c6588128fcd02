import { readQuantity } from '../../../runtime/quantity.js'
import type { Steps } from '../../../runtime/turns/in-turns.js'
import { TextWalk } from '../../../wire/json/spans.js'
import type { FollowedLog } from '../followed-block.js'
import { LogsBloom } from './bloom.js'

/** Why logs are not those of a whole block. */
export type LogsDefect = 'malformed' | 'other_block' | 'removed' | 'hole'

/** A block's logs in ascending order, their indexes without a hole, and their bloom. */
export interface ReadLogs {
  readonly logs: readonly FollowedLog[]
  readonly bloom: LogsBloom
}

const ADDRESS = /^0x[0-9a-f]{40}$/
const TOPIC = /^0x[0-9a-f]{64}$/
const MAX_TOPICS = 4
const REMOVED_FALSE = /"removed"\s*:\s*false/
const OPEN_BRACKET = 0x5b

/** Reads logs of one block, array by array, in steps of one log. */
export class BlockLogsReader {
  private readonly logs: FollowedLog[] = []
  private readonly bloom = new LogsBloom()

  constructor(
    private readonly bytes: Buffer,
    private readonly blockHash: string,
  ) {}

  /** Reads the array that begins at `start`; stops at the first defect. */
  *readArray(start: number): Steps<LogsDefect | undefined> {
    const { bytes } = this
    if (bytes[start] !== OPEN_BRACKET) return 'malformed'
    const walk = new TextWalk(bytes)
    walk.at = start
    walk.enter()
    while (walk.next()) {
      const from = walk.at
      walk.skip()
      const log = readLog(bytes.subarray(from, walk.at), this.blockHash)
      if (typeof log === 'string') return log
      this.bloom.add(log.address, log.topics)
      this.logs.push(log)
      yield
    }
    return undefined
  }

  /** The logs, once all arrays are read. */
  finish(): ReadLogs | LogsDefect {
    const logs = this.logs.toSorted((one, other) => one.logIndex - other.logIndex)
    return logs.every(({ logIndex }, at) => logIndex === at) ? { logs, bloom: this.bloom } : 'hole'
  }
}

/**
 * Reads the JSON of an eth_getLogs result for one block. An empty array is no defect: the
 * block's bloom, or its receipts, show whether it is complete.
 */
export function* readBlockLogs(bytes: Buffer, blockHash: string): Steps<ReadLogs | LogsDefect> {
  const reader = new BlockLogsReader(bytes, blockHash)
  const defect = yield* reader.readArray(0)
  return defect ?? reader.finish()
}

const readLog = (bytes: Buffer, blockHash: string): FollowedLog | LogsDefect => {
  const value = JSON.parse(bytes.toString()) as unknown
  if (typeof value !== 'object' || value === null) return 'malformed'
  const { address, topics, data, logIndex, removed, blockHash: ofBlock } = value as Record<string, unknown>
  if (lowerCase(ofBlock) !== blockHash) return 'other_block'
  if (removed === true) return 'removed'
  const [from, index] = [lowerCase(address), readQuantity(logIndex)]
  const words = Array.isArray(topics) ? topics.map(lowerCase) : undefined
  if (from === undefined || !ADDRESS.test(from) || index === undefined || words === undefined) return 'malformed'
  if (typeof data !== 'string') return 'malformed'
  if (words.length > MAX_TOPICS || !words.every(isTopic)) return 'malformed'
  const text = logText(bytes, removed)
  return text === undefined ? 'malformed' : { address: from, topics: words, logIndex: Number(index), text }
}

const lowerCase = (value: unknown): string | undefined => (typeof value === 'string' ? value.toLowerCase() : undefined)
const isTopic = (word: string | undefined): word is string => word !== undefined && TOPIC.test(word)

/** The log's JSON; some nodes leave `removed` out. */
const logText = (bytes: Buffer, removed: unknown): string | undefined => {
  const text = bytes.toString('latin1')
  if (removed === undefined) return `${text.slice(0, -1)},"removed":false}`
  return removed === false && REMOVED_FALSE.test(text) ? text : undefined
}
