import type { MethodRow } from '../../../../generated/methods.js'
import { quantityOf } from '../../../runtime/quantity.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { AskLimit } from '../../networks/ask.js'
import { type BlockParameter, type BlockRange, isNewest, readBlockRange } from '../../networks/block-parameter.js'
import type { Head } from '../../networks/head.js'
import { inTime, limitOf } from '../in-time.js'
import type { Answerer, Call } from '../stage.js'

/** Errors of `window`. */
export const windowErrors = declareErrors('outside-window')
const { fail } = windowErrors

/**
 * Refuses blocks older than a near-head network's window, before they reach a node.
 *
 * Window  the latest `recentBlocks` blocks: `latest - recentBlocks + 1` to `latest`
 * Errors  `outside-window`; if no node reports the head in time, the call is passed on, and judged
 *         by the node
 * Source  docs/specification.md, "Conventions": a network may serve only its latest 128 blocks
 */
export const window = (
  row: MethodRow,
  recentBlocks: number,
  head: Pick<Head, 'latest' | 'numberOf'>,
  nowMs: () => number,
  next: Answerer<Call>,
): Answerer<Call> => {
  const oldestOf = (latest: bigint): bigint => {
    const oldest = latest - BigInt(recentBlocks) + 1n
    return oldest > 0n ? oldest : 0n
  }
  return async (call) => {
    const asked = oldestCandidates(readBlockRange(row.position, call.params))
    if (asked.length === 0) return next(call)
    const limit = limitOf(call)
    // Asked every time, once for concurrent calls: a wrong or rolled-back head must not be believed
    // for long.
    const numbers = () =>
      Promise.all([
        head.latest(limit.share, call.stopwatchStartMs),
        ...asked.map((block) => numberOf(block, head, limit)),
      ])
    const [latest, ...ends] = (await call.upstreamTime.during(inTime(numbers, limit, nowMs))) ?? []
    if (latest === undefined) return next(call)
    const oldest = oldestOf(latest)
    if (!ends.some((number) => number !== undefined && number < oldest)) return next(call)
    const data = { oldestBlock: quantityOf(oldest), latestBlock: quantityOf(latest) }
    return fail('outside-window', data, { recentBlocks })
  }
}

/**
 * The blocks of a range that may be too old: both, or only the first if the last cannot be older.
 */
const oldestCandidates = ({ from, to, hash }: BlockRange): readonly BlockParameter[] => {
  if (hash !== undefined) return [hash]
  // Such a range cannot end before it begins: `checkBlocks` refused numbers in the wrong order.
  const isBounded = from !== undefined && (to === from || isEarliest(from) || (isNumber(from) && isNumber(to)))
  const ends = isBounded ? [from] : [from, to]
  return ends.filter((block) => block !== undefined && !isNewest(block)) as BlockParameter[]
}

const isNumber = (block: BlockParameter | undefined): boolean => block?.kind === 'number'
const isEarliest = (block: BlockParameter): boolean => block.kind === 'tag' && block.tag === 'earliest'

const numberOf = async (
  block: BlockParameter,
  head: Pick<Head, 'numberOf'>,
  limit: AskLimit,
): Promise<bigint | undefined> => {
  if (block.kind === 'number') return block.number
  if (block.kind === 'hash') return head.numberOf('eth_getBlockByHash', block.hash, limit)
  return block.tag === 'earliest' ? 0n : head.numberOf('eth_getBlockByNumber', block.tag, limit)
}
