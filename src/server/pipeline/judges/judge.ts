import type { Family, MethodRow } from '../../../../generated/methods.js'
import type { TokenAccountsConfig } from '../../../../generated/types.js'
import type { ErrorObject } from '../../../wire/jsonrpc/error-object.js'
import type { Payload, Reply, ResultReply } from '../../../wire/jsonrpc/reply.js'
import { type BlockParameter, LEFT_OUT, readBlockRange } from '../../networks/block-parameter.js'
import type { Head } from '../../networks/head.js'
import { type DialectRow, type NodeDoubt, readDialect } from '../../upstreams/dialects/dialect.js'
import { evmDialect } from '../../upstreams/dialects/evm.js'
import { solanaDialect } from '../../upstreams/dialects/solana.js'
import type { Answered, Outcome } from '../../upstreams/outcome.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { forwardErrors, resultErrors } from '../forward/forward-errors.js'
import type { ChargedCall } from '../stage.js'

/**
 * Looks at an upstream's answer: a reason to ask another upstream too, or undefined when it is
 * believed.
 */
export type Judge = (call: ChargedCall, upstream: Upstream, outcome: Outcome) => string | undefined

/** The first doubt of any judge. */
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
 * What a configuration of a Solana call says of the slot it is about; another name in the contract
 * does not compile.
 */
type SlotConfig = Partial<Pick<TokenAccountsConfig, 'commitment' | 'minContextSlot'>>

const dialects: Readonly<Record<Family, readonly DialectRow[]>> = { evm: evmDialect, solana: solanaDialect }

/** What an error of a node says about the node; undefined: it is about the call. */
export const nodeDoubtOf = (family: Family, { code, message }: ErrorObject): NodeDoubt | undefined =>
  readDialect(dialects[family], code, message)

/**
 * Blocks that a chain may have grown since its head was learned: a caller that asks for one of them
 * may know it from elsewhere.
 */
const GROWTH_BLOCKS = 16n
/**
 * The same of Solana's slots, of which finality is learned every few seconds: 25 seconds of them.
 */
const GROWTH_SLOTS = 64n
const NULL_BYTES = 4
const LETTER_N = 0x6e

/**
 * Doubts an error that says more about the node than about the call: it is syncing, has not the
 * state, is over its limit.
 *
 * A block, or a slot, that the whole network cannot have yet is missing everywhere; its absence is
 * an answer.
 */
export const dialectJudge = (row: MethodRow, head: Head): Judge => {
  const rows = dialects[row.family]
  const isBeyond = (call: ChargedCall): boolean => {
    const newest = head.known?.number
    if (newest === undefined) return false
    const { from, to } = readBlockRange(row.position, call.params)
    return isAfter(from, newest + GROWTH_BLOCKS) || isAfter(to, newest + GROWTH_BLOCKS)
  }
  const isUnreached = (call: ChargedCall): boolean => {
    if (row.position.kind !== 'commitment') return false
    const { minContextSlot, commitment } = (call.params[row.position.param] ?? {}) as SlotConfig
    const newest = (commitment ?? LEFT_OUT.commitment) === 'finalized' ? head.finalized : head.known?.number
    return typeof minContextSlot === 'number' && newest !== undefined && minContextSlot > newest + GROWTH_SLOTS
  }
  return (call, _upstream, outcome) => {
    if (outcome.kind !== 'node-error') return undefined
    const doubt: NodeDoubt | undefined = readDialect(rows, outcome.code, outcome.message)
    if (doubt === 'no_block' && isBeyond(call)) return undefined
    return doubt === 'node_behind' && isUnreached(call) ? undefined : doubt
  }
}

/**
 * The one thing a node says to a write that is no answer: it does not have the method, so it did
 * not take it. Only its code counts.
 */
export const missingMethodJudge: Judge = (_call, _upstream, outcome) =>
  outcome.kind === 'node-error' && (outcome.code === -32601 || outcome.code === -32604) ? 'no_method' : undefined

const isAfter = (block: BlockParameter | undefined, number: bigint): boolean =>
  block?.kind === 'number' && block.number > number

/** Whether a result is null. */
export const isNull = (payload: Payload): boolean => {
  if (payload.text !== undefined) return payload.text === 'null'
  const [first] = payload.chunks
  return first?.length === NULL_BYTES && first[0] === LETTER_N
}

/**
 * A node's head by its poll, if it is below the network's: what it does not have yet, others may.
 */
const ownHeadBelow = (head: Head, upstream: Upstream): bigint | undefined => {
  const newest = head.known?.number
  const own = upstream.health.head
  return newest !== undefined && own !== undefined && own < newest ? own : undefined
}

/** Doubts a null from a node whose head is below the network's. */
export const nullJudge =
  (head: Head): Judge =>
  (_call, upstream, outcome) =>
    outcome.kind === 'result' && isNull(outcome.payload) && ownHeadBelow(head, upstream) !== undefined
      ? 'node_behind'
      : undefined

/**
 * Doubts the logs of a range that goes on beyond the head of a node whose head is below the
 * network's: of blocks it does not have a node says nothing, and its logs look whole.
 */
export const rangeJudge =
  (row: MethodRow, head: Head): Judge =>
  (call, upstream, outcome) => {
    if (outcome.kind !== 'result') return undefined
    const own = ownHeadBelow(head, upstream)
    if (own === undefined) return undefined
    const { from, to } = readBlockRange(row.position, call.params)
    return isAfter(from, own) || isAfter(to, own) ? 'node_behind' : undefined
  }

/** The reply that an upstream's answer makes, byte for byte. */
export const replyOf = (
  row: MethodRow,
  outcome: Answered,
  { upstream, finalized }: { readonly upstream: Upstream; readonly finalized: bigint | undefined },
  isVerified = false,
): Reply => {
  const servedBy = upstream.isPartner ? 'partner' : 'upstream'
  if (outcome.kind === 'result') {
    const reply: ResultReply = {
      result: outcome.payload,
      servedBy,
      upstream: upstream.name,
      costCredits: 0,
      finalized,
      upstreamMs: 0,
      balance: undefined,
    }
    if (isVerified) reply.isVerified = true
    if (outcome.isGap) reply.isGap = true
    return reply
  }
  const from = { servedBy, upstream: upstream.name, costCredits: 0, finalized } as const
  switch (outcome.kind) {
    case 'node-error':
      return { ...from, error: { code: outcome.code, message: outcome.message, data: undefined }, bytes: outcome.bytes }
    case 'too-many-results':
      return {
        ...resultErrors.fail('too-many-results', { from: null, to: null, limit: row.maxResults ?? 0 }),
        surplus: { first: outcome.first, last: outcome.last },
        ...from,
      }
    case 'answer-too-large':
      return { ...forwardErrors.fail('answer-too-large'), ...from }
  }
}
