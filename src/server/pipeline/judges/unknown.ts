import type { Pool } from '../../upstreams/pool.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { ChargedCall } from '../stage.js'
import type { Judge } from './judge.js'

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
