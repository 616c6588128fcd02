import type { MethodRow } from '../../../generated/methods.js'
import { declareErrors } from '../../jsonrpc/declared-errors.js'
import { type BlockParameter, type BlockRange, readBlockRange } from '../../networks/block-parameter.js'
import type { AskLimit, Head } from '../../networks/head.js'
import { inTime } from '../in-time.js'
import type { Answer, Validated } from '../stage.js'

/** What `window` refuses with. */
export const windowErrors = declareErrors('outside-window')
const { fail } = windowErrors

/**
 * Refuses blocks older than a near-head network's window, before they reach a node.
 *
 * Window  the latest `recentBlocks` blocks, the newest included: `latest - recentBlocks + 1` to `latest`
 * Errors  `outside-window`; when no node says in the call's time where the head is, the call goes on and is judged there
 * Source  docs/specification.md, "Conventions": a network may serve only its latest 128 blocks
 */
export const window = (
  row: MethodRow,
  recentBlocks: number,
  head: Pick<Head, 'latest' | 'numberOf'>,
  nowMs: () => number,
  next: Answer<Validated>,
): Answer<Validated> => {
  const oldestOf = (latest: bigint): bigint => {
    const oldest = latest - BigInt(recentBlocks) + 1n
    return oldest > 0n ? oldest : 0n
  }
  return async (call) => {
    const asked = oldestAsked(readBlockRange(row.position, call.params))
    if (asked === undefined) return next(call)
    const limit = { deadlineMs: call.startedAtMs + row.timeoutMs, cancellation: call.cancellation }
    // Asked every time, if only once for calls at the same time: a head that was wrong, or went back, must not be believed for long.
    const known = await inTime(() => Promise.all([head.latest(), numberOf(asked, head, limit)]), limit, nowMs)
    const [latest, number] = known ?? []
    if (latest === undefined || number === undefined || number >= oldestOf(latest)) return next(call)
    const data = { oldestBlock: `0x${oldestOf(latest).toString(16)}`, latestBlock: `0x${latest.toString(16)}` }
    return fail('outside-window', data, { recentBlocks })
  }
}

/** The one parameter that decides: the start of a range, or its end where it has no start. */
const oldestAsked = ({ from, to, hash }: BlockRange): BlockParameter | undefined => {
  const block = hash ?? from ?? to
  return block?.kind === 'tag' && (block.tag === 'latest' || block.tag === 'pending') ? undefined : block
}

const numberOf = async (
  block: BlockParameter,
  head: Pick<Head, 'numberOf'>,
  limit: AskLimit,
): Promise<bigint | undefined> => {
  if (block.kind === 'number') return block.number
  if (block.kind === 'hash') return head.numberOf('eth_getBlockByHash', block.hash, limit)
  return block.tag === 'earliest' ? 0n : head.numberOf('eth_getBlockByNumber', block.tag, limit)
}
