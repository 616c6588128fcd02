import type { MethodRow } from '../../../../generated/methods.js'
import type { Payload } from '../../../wire/jsonrpc/reply.js'
import type { Head } from '../../networks/head.js'
import type { Pool } from '../../upstreams/pool.js'
import type { ChargedCall } from '../stage.js'
import { type Judge, newestSlot } from './judge.js'
import { Denials } from './unknown.js'

const METHOD = 'getBlocks'
/**
 * Slots that the chain may have grown since the last poll. Fewer than the 32 between the final slot
 * and the newest: a range of final slots that ends at the newest one is cut by every node.
 */
const GROWTH_SLOTS = 16n
/** Slots in a row that may all have been skipped: two turns of leaders. */
const SKIPPED_IN_A_ROW = 8
/** A slot, and the bracket. */
const MOST_EDGE_CHARS = 24
const EMPTY_CHARS = 2

/**
 * Doubts a list of slots that lacks the first or the last one asked for: a node silently cuts a
 * range to its own ledger. The slot may also have been skipped, so the second list is believed if
 * it is not shorter. If both are empty for many slots, each node that is `up` is asked.
 * Undefined if the method gives no such list.
 *
 * Unchecked  lists that stream; ranges without an end, or whose end no node can have
 * Source  agave rpc/src/rpc.rs, get_blocks
 */
export const slotListJudge = (
  row: Pick<MethodRow, 'name' | 'position'>,
  head: Head,
  { upstreams }: Pick<Pool, 'upstreams'>,
): Judge | undefined => {
  if (row.name !== METHOD) return undefined
  const denials = new Denials(upstreams)
  const doubtedLengths = new WeakMap<ChargedCall, number>()
  return (call, upstream, outcome) => {
    const [start, end] = call.params
    if (typeof end !== 'number' || outcome.kind !== 'result' || outcome.payload.rest !== undefined) return undefined
    const list = textOf(outcome.payload)
    if (isWhole(list, start, end)) return undefined
    const doubted = doubtedLengths.get(call)
    if (doubted !== undefined) {
      const isHollow = list.length === EMPTY_CHARS && end - Number(start) >= SKIPPED_IN_A_ROW
      const isDoubted = list.length < doubted || (isHollow && denials.isAnyLeft(call, upstream, METHOD))
      return isDoubted ? 'no_block' : undefined
    }
    const newest = newestSlot(row, call.params, head)
    if (newest === undefined || end > newest + GROWTH_SLOTS) return undefined
    doubtedLengths.set(call, list.length)
    return denials.doubtOf(call, upstream) && 'no_block'
  }
}

const textOf = ({ text, chunks }: Payload): string => text ?? Buffer.concat(chunks).toString('latin1')

const isWhole = (list: string, start: unknown, end: number): boolean =>
  Number(/^\[\s*(\d+)/.exec(list)?.[1]) === start &&
  Number(/(\d+)\s*\]$/.exec(list.slice(-MOST_EDGE_CHARS))?.[1]) === end
