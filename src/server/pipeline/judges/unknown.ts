import type { MethodRow } from '../../../../generated/methods.js'
import { valueAt } from '../../../contract/json-pointer.js'
import type { Payload } from '../../../wire/jsonrpc/reply.js'
import type { Head } from '../../networks/head.js'
import type { Pool } from '../../upstreams/pool.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { ChargedCall } from '../stage.js'
import { type Judge, ownHeadBelow } from './judge.js'

/** A result that says only that something is unknown is smaller. */
const MAX_UNKNOWN_BYTES = 4_096

/**
 * Doubts a result that says so, as the contract tells, from a node whose head is below the
 * network's: what the call names, as a blockhash, may be in a block that the node lacks.
 *
 * Source  `x-unknown-as` in the contract
 */
export const unknownJudge =
  ({ at, is }: NonNullable<MethodRow['unknownAs']>, head: Head): Judge =>
  (_call, upstream, outcome) => {
    if (outcome.kind !== 'result' || ownHeadBelow(head, upstream) === undefined) return undefined
    return valueAt(smallResult(outcome.payload), at) === is ? 'node_behind' : undefined
  }

/** The value of a small result that is complete; undefined of any other. */
const smallResult = ({ chunks, rest }: Payload): unknown => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (rest !== undefined || length > MAX_UNKNOWN_BYTES) return undefined
  return JSON.parse(Buffer.concat(chunks, length).toString()) as unknown
}

/** SendTransactionPreflightFailure: agave rpc-client-api/src/custom_error.rs. */
const PREFLIGHT_FAILURE = -32002
const BLOCKHASH_UNKNOWN = 'BlockhashNotFound'

/**
 * Doubts that the blockhash of a transaction is unknown: a node that is behind does not know the
 * newest ones. The node did not take the transaction, because its preflight failed.
 *
 * The first such error of a call is doubted, whatever the heads of the last poll say. The others
 * are doubted while a usable node that is further ahead has not said so. If the blockhash has
 * expired, all nodes that are asked say the same.
 *
 * Source  agave rpc/src/rpc.rs, send_transaction; `data.err` is the TransactionError in words that
 *         no caller chooses
 */
export const blockhashJudge = ({ upstreams }: Pick<Pool, 'upstreams'>): Judge => {
  const answered = new WeakMap<ChargedCall, readonly Upstream[]>()
  return (call, upstream, outcome) => {
    if (outcome.kind !== 'node-error' || outcome.code !== PREFLIGHT_FAILURE) return undefined
    if (outcome.bytes === undefined || preflightError(outcome.bytes) !== BLOCKHASH_UNKNOWN) return undefined
    const before = answered.get(call)
    answered.set(call, [...(before ?? []), upstream])
    const others = upstreams.filter((other) => before?.includes(other) !== true)
    return before === undefined || others.some((other) => isAheadOf(upstream, other)) ? 'node_behind' : undefined
  }
}

const isAheadOf = ({ health: { head: own } }: Upstream, { health: { head, isUsable } }: Upstream): boolean =>
  isUsable && head !== undefined && own !== undefined && head > own

const preflightError = (bytes: Buffer): unknown => {
  const { data } = JSON.parse(bytes.toString()) as { readonly data?: { readonly err?: unknown } | null }
  return data?.err
}
