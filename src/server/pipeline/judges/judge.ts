import type { Family, MethodRow } from '../../../../generated/methods.js'
import type { TokenAccountsConfig } from '../../../../generated/types.js'
import { METHOD_NOT_ENABLED, METHOD_NOT_FOUND } from '../../../wire/jsonrpc/error-codes.js'
import type { ErrorObject } from '../../../wire/jsonrpc/error-object.js'
import type { Payload } from '../../../wire/jsonrpc/reply.js'
import {
  type BlockParameter,
  type BlockRange,
  isNewest,
  isOpenRange,
  LEFT_OUT,
  readBlockRange,
} from '../../networks/block-parameter.js'
import type { Head } from '../../networks/head.js'
import { type DialectRow, hasOpenCode, type NodeDoubt, readDialect } from '../../upstreams/dialects/dialect.js'
import { evmDialect } from '../../upstreams/dialects/evm.js'
import { solanaDialect } from '../../upstreams/dialects/solana.js'
import type { Outcome } from '../../upstreams/outcome.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { ChargedCall } from '../stage.js'

/**
 * Judges an upstream's answer: the reason to ask another upstream, too, or undefined if believed.
 */
export type Judge = (call: ChargedCall, upstream: Upstream, outcome: Outcome) => string | undefined

export const doubtOf = (
  judges: readonly Judge[],
  call: ChargedCall,
  upstream: Upstream,
  outcome: Outcome,
): string | undefined => {
  for (const judge of judges) {
    const doubt = judge(call, upstream, outcome)
    if (doubt !== undefined) return doubt
  }
  return undefined
}

/**
 * The slot members of a Solana call's configuration. Renaming one in the contract breaks
 * compilation.
 */
type SlotConfig = Partial<Pick<TokenAccountsConfig, 'commitment' | 'minContextSlot'>>

const slotConfigOf = ({ position }: Pick<MethodRow, 'position'>, params: readonly unknown[]): SlotConfig =>
  (position.kind === 'commitment' ? params[position.param] : undefined) ?? {}

/** The newest slot that polls showed at the commitment of a Solana call. */
export const newestSlot = (
  row: Pick<MethodRow, 'position'>,
  params: readonly unknown[],
  { finalized, known }: Head,
): bigint | undefined => {
  const { commitment } = slotConfigOf(row, params)
  return (commitment ?? LEFT_OUT.commitment) === 'finalized' ? finalized : known?.number
}

const dialects: Readonly<Record<Family, readonly DialectRow[]>> = { evm: evmDialect, solana: solanaDialect }

/** The fault of the node that its error shows; undefined if the error is about the call. */
export const nodeDoubtOf = (family: Family, { code, message }: ErrorObject): NodeDoubt | undefined =>
  readDialect(dialects[family], code, message)

/** Blocks the chain may have grown since the last poll: a caller may know them from elsewhere. */
const GROWTH_BLOCKS = 16n
/** Like `GROWTH_BLOCKS`, in Solana's slots: 25 seconds, as finality is polled every few seconds. */
const GROWTH_SLOTS = 64n
const NULL_BYTES = 4
const LETTER_N = 0x6e

/** Tracers of nodes have such names; JavaScript is longer. */
const TRACER_NAME = /^\w+$/
/** It runs the tracers that its configuration holds, also those in JavaScript. */
const MANY_TRACERS = 'muxTracer'

/**
 * True if a call brings a tracer in JavaScript, so that the caller chooses what its errors say.
 *
 * Source  geth eth/tracers/js/goja.go, native/mux.go: what a tracer throws is the error's message
 */
const bringsTracer = (params: readonly unknown[]): boolean =>
  params.some((param) => {
    if (typeof param !== 'object' || param === null) return false
    const { tracer } = param as { tracer?: unknown }
    return typeof tracer === 'string' && (tracer === MANY_TRACERS || !TRACER_NAME.test(tracer))
  })

/**
 * Doubts errors about the node rather than the call: it is syncing, lacks the state, or is over its
 * limit.
 *
 * A block or slot that no node of the network can have yet is missing everywhere: an answer. So is
 * a transaction that is unknown to a node that is not behind, and whatever a caller's own tracer
 * throws.
 */
export const dialectJudge = (row: MethodRow, head: Head): Judge => {
  const rows = dialects[row.family]
  const isBeyond = (call: ChargedCall): boolean => {
    const newest = head.known?.number
    if (newest === undefined) return false
    const { from, to } = readBlockRange(row.position, call.params)
    return isAfter(from, newest + GROWTH_BLOCKS) || isAfter(to, newest + GROWTH_BLOCKS)
  }
  const isUnreached = ({ params }: ChargedCall): boolean => {
    if (row.family !== 'solana') return false
    const newest = newestSlot(row, params, head)
    const isLater = (slot: unknown) => typeof slot === 'number' && newest !== undefined && slot > newest + GROWTH_SLOTS
    return isLater(params[0]) || isLater(slotConfigOf(row, params).minContextSlot)
  }
  return (call, upstream, outcome) => {
    if (outcome.kind !== 'node-error') return undefined
    const asksBegunRange = () => hasBegun(readBlockRange(row.position, call.params), head)
    const doubt: NodeDoubt | undefined = readDialect(rows, outcome.code, outcome.message, asksBegunRange)
    if (doubt === undefined || (hasOpenCode(outcome.code) && bringsTracer(call.params))) return undefined
    if (doubt === 'no_block') return isBeyond(call) || isUnreached(call) ? undefined : doubt
    if (doubt !== 'node_behind' || row.family === 'solana') return doubt
    return ownHeadBelow(head, upstream) === undefined ? undefined : doubt
  }
}

/**
 * True for an open range of which some node may have blocks. Callers poll from the block after the
 * newest to `latest`, and no node is known to have that block.
 */
const hasBegun = (range: BlockRange, { known, newestServed }: Head): boolean => {
  if (!isOpenRange(range)) return false
  const newest = known?.number
  const isAfterAll = isAfter(range.from, newest) && isAfter(range.from, newestServed ?? newest)
  return !(isNewest(range.to) && isAfterAll)
}

/** True for the codes with which nodes deny that they have a method. */
export const deniesMethod = (code: number): boolean => code === METHOD_NOT_FOUND || code === METHOD_NOT_ENABLED

/**
 * Doubts the only replies to a write that are no answers: errors about the node whose code proves
 * that it did not take the write. Messages may quote the transaction, and prove nothing.
 */
export const untakenJudge = (family: Family): Judge => {
  const rows = dialects[family].filter(({ isUntaken }) => isUntaken === true)
  return (_call, _upstream, outcome) =>
    outcome.kind === 'node-error' ? readDialect(rows, outcome.code, outcome.message) : undefined
}

export const isAfter = (block: BlockParameter | undefined, number: bigint | undefined): boolean =>
  block?.kind === 'number' && number !== undefined && block.number > number

export const isNull = (payload: Payload): boolean => {
  if (payload.text !== undefined) return payload.text === 'null'
  const [first] = payload.chunks
  return first?.length === NULL_BYTES && first[0] === LETTER_N
}

/**
 * A node's head, if below the network's or the newest block whose number callers have: other nodes
 * may have what it lacks.
 */
export const ownHeadBelow = ({ known, newestServed }: Head, upstream: Upstream): bigint | undefined => {
  const own = upstream.health.head
  if (known === undefined || own === undefined) return undefined
  return own < known.number || (newestServed !== undefined && own < newestServed) ? own : undefined
}

/**
 * Doubts a null from a node whose head is below such a block or slot: an unknown transaction or
 * block. A null within a result is believed, unless the contract says otherwise (`unknownJudge`).
 *
 * `isOther`  true for calls whose null another judge counts
 */
export const nullJudge =
  (head: Head, isOther: (call: ChargedCall) => boolean = () => false): Judge =>
  (call, upstream, outcome) => {
    if (outcome.kind !== 'result' || !isNull(outcome.payload) || isOther(call)) return undefined
    return ownHeadBelow(head, upstream) === undefined ? undefined : 'node_behind'
  }

/**
 * Doubts logs of a range, or state at a block, from a node whose head is below it. Nodes ignore
 * blocks they lack, so the logs look complete; some answer for their newest state instead. A range
 * of the newest blocks to `latest` ends at the newest block whose number callers have: they ask
 * from the next one on.
 *
 * A doubt about state is that the node lacks the block: if all nodes do, the partner is not asked.
 * Source  erigon rpc/rpchelper/helper.go: "future blocks must behave as latest"; its eth_call then
 *         answers `0x`
 */
export const rangeJudge =
  (row: MethodRow, head: Head): Judge =>
  (call, upstream, outcome) => {
    if (outcome.kind !== 'result') return undefined
    const own = ownHeadBelow(head, upstream)
    if (own === undefined) return undefined
    const { from, to } = readBlockRange(row.position, call.params)
    const doubt: NodeDoubt = row.position.kind === 'block' ? 'no_block' : 'node_behind'
    if (isAfter(from, own) || isAfter(to, own)) return doubt
    const isTail = isNewest(to) && isAfter(from, own - GROWTH_BLOCKS)
    return isTail && own < (head.newestServed ?? own) ? 'node_behind' : undefined
  }
