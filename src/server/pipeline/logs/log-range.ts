import type { MethodRow } from '../../../../generated/methods.js'
import type { LogFilter } from '../../../../generated/types.js'
import type { AskLimit } from '../../networks/ask.js'
import { type BlockParameter, blockParameterOf, isNewest, readBlockRange } from '../../networks/block-parameter.js'
import type { Head } from '../../networks/head.js'
import { inTime, limitOf } from '../in-time.js'
import type { ChargedCall } from '../stage.js'

export interface TagReader {
  readonly head: Pick<Head, 'latest' | 'numberOf'>
  readonly nowMs: () => number
}

/**
 * True for methods that ask for logs, whose range upstreams limit (`maxBlockRange`): their results
 * are counted, or the range is that of a filter, whose logs are asked later. Other results over a
 * range, as of trace_filter, may have pages, which parts of the range would change.
 */
export const asksForLogs = ({ effect, position, maxResults }: MethodRow): boolean =>
  position.kind === 'block-range' && (maxResults !== undefined || effect === 'stateful')

/** The block numbers of a log query, both ends included. */
export interface LogRange {
  readonly from: bigint
  readonly to: bigint
  /** True if an end was a tag. */
  readonly hasTag: boolean
  /** True if the caller gave the end as a number, which may lie in the future. */
  readonly endsAtNumber: boolean
}

/**
 * Resolves a filter's ends to numbers; undefined for a block hash, for the newest block alone, or
 * if no node answered in time.
 */
export const resolveRange = async (
  row: MethodRow,
  call: ChargedCall,
  reader: TagReader,
): Promise<LogRange | undefined> => {
  const { from, to, hash } = readBlockRange(row.position, call.params)
  if (hash !== undefined) return undefined
  // Wherever the head is now, it is one block.
  if (isNewest(from) && isNewest(to)) return undefined
  const limit = limitOf(call)
  const [first, last] = await Promise.all([numberOf(from, limit, reader), numberOf(to, limit, reader)])
  if (first === undefined || last === undefined) return undefined
  const endsAtNumber = to?.kind === 'number'
  return { from: first, to: last, hasTag: from?.kind !== 'number' || !endsAtNumber, endsAtNumber }
}

const latestOf = ({ head, nowMs }: TagReader, limit: AskLimit): Promise<bigint | undefined> =>
  inTime(() => head.latest(limit.share), limit, nowMs)

const numberOf = async (
  block: BlockParameter | undefined,
  limit: AskLimit,
  reader: TagReader,
): Promise<bigint | undefined> => {
  if (block?.kind === 'number') return block.number
  if (isNewest(block)) return latestOf(reader, limit)
  const { tag } = block as { tag: string }
  return tag === 'earliest' ? 0n : reader.head.numberOf('eth_getBlockByNumber', tag, limit)
}

/**
 * Last block of a range's parts. A range into the future is cut one part above the head: nodes then
 * report the future blocks themselves, and a slightly old head hides nothing.
 */
export const reachable = async (
  range: LogRange,
  width: bigint,
  call: ChargedCall,
  reader: TagReader,
): Promise<bigint> => {
  const latest = range.endsAtNumber ? await latestOf(reader, limitOf(call)) : undefined
  if (latest === undefined) return range.to
  const last = (latest < range.from ? range.from - 1n : latest) + width
  return range.to < last ? range.to : last
}

/**
 * Makes the params of a part: the caller's filter with other ends. A long filter is written once.
 */
export const rangeWriter = (row: MethodRow, call: ChargedCall) => {
  const { param } = row.position as { param: number }
  const { fromBlock: _from, toBlock: _to, ...rest } = call.params[param] as LogFilter
  const text = JSON.stringify(rest).slice(0, -1)
  const head = Buffer.from(`[${text}${text === '{' ? '' : ','}`)
  return (from: bigint, to: bigint): Pick<ChargedCall, 'params' | 'paramsJson'> => {
    const ends = { fromBlock: blockParameterOf(from), toBlock: blockParameterOf(to) } satisfies LogFilter
    const tail = Buffer.from(`${JSON.stringify(ends).slice(1)}]`)
    return { params: [{ ...rest, ...ends }], paramsJson: Buffer.concat([head, tail]) }
  }
}
